// OpenSSL 3 from Debian's libssl-dev. Much of its interface is macros, which Swift's importer cannot see: each that this
// project needs stands here as a function of the same meaning.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
