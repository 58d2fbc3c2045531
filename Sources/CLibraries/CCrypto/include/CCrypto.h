// OpenSSL 3 libcrypto (libssl-dev).
#ifndef CCRYPTO_H
#define CCRYPTO_H
#include <openssl/evp.h>
#include <openssl/rand.h>
#endif
