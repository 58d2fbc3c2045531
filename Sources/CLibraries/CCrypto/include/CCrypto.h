// OpenSSL 3 libcrypto (libssl-dev). Only functions that OpenSSL 3 does not deprecate are used.
#ifndef CCRYPTO_H
#define CCRYPTO_H
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

// What Swift cannot import: macros with casts and calls.
static inline BIO *ccrypto_read_only_memory(const void *bytes, int count) { return BIO_new_mem_buf(bytes, count); }
static inline BIO *ccrypto_memory(void) { return BIO_new(BIO_s_mem()); }
static inline long ccrypto_memory_bytes(BIO *memory, char **bytes) { return BIO_get_mem_data(memory, bytes); }
static inline int ccrypto_gcm_tag(EVP_CIPHER_CTX *context, int count, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, count, tag);
}

/// A key on P-256 from its raw parts: the uncompressed point, and the scalar of a private one or NULL. NULL when they
/// are none. In C, because OSSL_PARAM keeps pointers to names and values, and Swift's C strings end with the call.
EVP_PKEY *ccrypto_p256_import(unsigned char *point, size_t count, const BIGNUM *scalar);
#endif
