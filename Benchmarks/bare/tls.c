/* The least that an encrypted transfer of this protocol can cost: TLS 1.3 on the socket's descriptor and nothing else.
 *
 *   tls receive PORT OUT     accepts one connection on loopback, writes the file, prints its bytes
 *   tls send PORT FILE       sends the file in chunks of 204,800 bytes, each a frame of the original form
 *
 * The suite, the group, the kind of certificate and the size of records are socketplay's, both ends show a certificate, and
 * nothing is checked. No digest, no receipts, no names: what it reaches is the measure for socketplay's encrypted transfer,
 * which has all of them. A frame lies in one buffer, so that every record but its last is full.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 204800, PREFIX = 180, SUFFIX = 150, HEADER = 8, BUFFER = 256 * 1024 };

static void die(const char *what) {
  fprintf(stderr, "tls: %s: %s\n", what, strerror(errno));
  ERR_print_errors_fp(stderr);
  exit(1);
}

static struct sockaddr_in loopback(const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static int anybody(X509_STORE_CTX *store, void *unused) {
  (void)store, (void)unused;
  return 1;
}

/* A context with a key and a certificate made for this run. */
static SSL_CTX *new_context(const SSL_METHOD *method) {
  SSL_CTX *context = SSL_CTX_new(method);
  EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
  X509 *certificate = X509_new();
  if (!context || !key || !certificate) die("OpenSSL");
  X509_set_version(certificate, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC, (const unsigned char *)"bare", -1, -1, 0);
  X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
  if (X509_sign(certificate, key, NULL) == 0) die("X509_sign");
  if (SSL_CTX_use_certificate(context, certificate) != 1 || SSL_CTX_use_PrivateKey(context, key) != 1) die("certificate");
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
  SSL_CTX_set1_groups_list(context, "X25519");
  SSL_CTX_set_num_tickets(context, 0);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
  SSL_CTX_set_cert_verify_callback(context, anybody, NULL);
  X509_free(certificate);
  EVP_PKEY_free(key);
  return context;
}

static int send_file(const char *port, const char *path) {
  int file = open(path, O_RDONLY);
  if (file < 0) die(path);
  struct stat status;
  if (fstat(file, &status) < 0) die("fstat");
  SSL_CTX *context = new_context(TLS_client_method());
  int connection = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  struct sockaddr_in address = loopback(port);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) < 0) die("connect");
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  SSL *tls = SSL_new(context);
  SSL_set_fd(tls, connection);
  if (SSL_connect(tls) != 1) die("SSL_connect");

  static char frame[HEADER + PREFIX + CHUNK + SUFFIX];
  for (int64_t offset = 0, size = status.st_size; offset < size;) {
    size_t length = (size_t)(size - offset < CHUNK ? size - offset : CHUNK);
    for (size_t have = 0; have < length;) {
      ssize_t count = pread(file, frame + HEADER + PREFIX + have, length - have, offset + (int64_t)have);
      if (count <= 0) die("pread");
      have += (size_t)count;
    }
    uint64_t body = PREFIX + length + SUFFIX;
    memcpy(frame, &body, HEADER);
    size_t written;
    if (SSL_write_ex(tls, frame, HEADER + body, &written) != 1) die("SSL_write");
    offset += (int64_t)length;
  }
  SSL_shutdown(tls);
  char byte; /* The receiver closes once everything is written. */
  if (SSL_read(tls, &byte, 1) > 0 || SSL_get_error(tls, 0) != SSL_ERROR_ZERO_RETURN) die("no goodbye");
  return 0;
}

static int receive_file(const char *port, const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) die(path);
  SSL_CTX *context = new_context(TLS_server_method());
  int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = loopback(port);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0) die("bind");
  if (listen(listener, 1) < 0) die("listen");
  int connection = accept(listener, NULL, NULL);
  if (connection < 0) die("accept");
  SSL *tls = SSL_new(context);
  SSL_set_fd(tls, connection);
  if (SSL_accept(tls) != 1) die("SSL_accept");

  static char buffer[BUFFER];
  uint64_t header = 0;     /* The length that is being read, */
  size_t header_bytes = 0; /* and how much of it there is. */
  uint64_t position = 0, body = 0;
  int64_t offset = 0;
  for (;;) {
    /* One record at a time: SSL_read gives no more. */
    int count = SSL_read(tls, buffer, sizeof buffer);
    if (count <= 0) {
      if (SSL_get_error(tls, count) == SSL_ERROR_ZERO_RETURN) break;
      die("SSL_read");
    }
    for (size_t at = 0; at < (size_t)count;) {
      size_t left = (size_t)count - at;
      if (header_bytes < HEADER) {
        size_t take = left < HEADER - header_bytes ? left : HEADER - header_bytes;
        memcpy((char *)&header + header_bytes, buffer + at, take);
        header_bytes += take;
        at += take;
        if (header_bytes == HEADER) {
          position = 0;
          body = header;
          if (body < PREFIX + SUFFIX || body > PREFIX + CHUNK + SUFFIX) {
            errno = EPROTO;
            die("header");
          }
        }
        continue;
      }
      uint64_t payload_end = body - SUFFIX;
      uint64_t part_end = position < PREFIX ? PREFIX : position < payload_end ? payload_end : body;
      size_t take = left < part_end - position ? left : (size_t)(part_end - position);
      if (position >= PREFIX && position < payload_end) {
        for (size_t done = 0; done < take;) {
          ssize_t written = pwrite(file, buffer + at + done, take - done, offset);
          if (written < 0) die("pwrite");
          done += (size_t)written;
          offset += written;
        }
      }
      at += take;
      position += take;
      if (position == body) header_bytes = 0;
    }
  }
  if (header_bytes != 0) {
    errno = EPROTO;
    die("truncated");
  }
  SSL_shutdown(tls);
  close(connection);
  printf("%lld\n", (long long)offset);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "receive") == 0) return receive_file(argv[2], argv[3]);
  if (argc == 4 && strcmp(argv[1], "send") == 0) return send_file(argv[2], argv[3]);
  fprintf(stderr, "usage: tls receive PORT OUT | tls send PORT FILE\n");
  return 2;
}
