#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/provider.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

// Much of OpenSSL's interface is macros, which Swift's importer cannot see: each that is needed here as a function.

/// The options of every connection: no tickets, no renegotiation, this end's order of suites.
static inline void socketplay_ctx_set_options(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
}

/// The modes of every connection: a write ends with each record, and may be repeated from elsewhere in memory.
static inline void socketplay_ctx_set_mode(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

/// Frees the buffers of a connection while nothing is in them.
static inline void socketplay_release_buffers(SSL *connection) {
  SSL_set_mode(connection, SSL_MODE_RELEASE_BUFFERS);
}

/// Remembers no session.
static inline void socketplay_ctx_set_no_sessions(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

/// The oldest and the newest version of the protocol; 0 where they cannot be.
static inline int socketplay_ctx_set_versions(SSL_CTX *context, int oldest, int newest) {
  return SSL_CTX_set_min_proto_version(context, oldest) && SSL_CTX_set_max_proto_version(context, newest);
}

/// The groups of the key exchange, by name; 0 where one is not known.
static inline int socketplay_ctx_set_groups(SSL_CTX *context, const char *names) {
  return (int)SSL_CTX_set1_groups_list(context, names);
}

/// The signatures that are given and taken, by name; 0 where one is not known.
static inline int socketplay_ctx_set_signatures(SSL_CTX *context, const char *names) {
  return (int)SSL_CTX_set1_sigalgs_list(context, names);
}

/// The bytes that the other end's certificates may have.
static inline void socketplay_ctx_set_certificate_limit(SSL_CTX *context, long bytes) {
  SSL_CTX_set_max_cert_list(context, bytes);
}

/// The bytes that a memory BIO holds, in place.
static inline long socketplay_bio_contents(BIO *memory, char **contents) { return BIO_get_mem_data(memory, contents); }

/// Tells OpenSSL that a BIO could not read now.
static inline void socketplay_bio_retry_read(BIO *bio) { BIO_set_retry_read(bio); }

/// Tells OpenSSL that a BIO could not write now.
static inline void socketplay_bio_retry_write(BIO *bio) { BIO_set_retry_write(bio); }

/// Takes back what one of the two above said.
static inline void socketplay_bio_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }
