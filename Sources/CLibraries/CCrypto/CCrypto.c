#include "CCrypto.h"

#include <openssl/param_build.h>

static EVP_PKEY *import(OSSL_PARAM *parameters, int selection) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;
    if (context && EVP_PKEY_fromdata_init(context) == 1) EVP_PKEY_fromdata(context, &key, selection, parameters);
    EVP_PKEY_CTX_free(context);
    return key;
}

EVP_PKEY *ccrypto_p256_import(unsigned char *point, size_t count, const BIGNUM *scalar) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (!builder) return NULL;
    OSSL_PARAM *parameters = NULL;
    if (OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
        OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count) == 1 &&
        (!scalar || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar) == 1)) {
        parameters = OSSL_PARAM_BLD_to_param(builder);
    }
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY *key = parameters ? import(parameters, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY) : NULL;
    OSSL_PARAM_free(parameters);
    return key;
}
