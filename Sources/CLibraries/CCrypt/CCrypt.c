#include "CCrypt.h"

#include <crypt.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(CRYPT_OUTPUT_SIZE <= ccrypt_longest, "a hash does not fit");
_Static_assert(CRYPT_GENSALT_OUTPUT_SIZE <= ccrypt_longest, "a setting does not fit");

int ccrypt_setting(unsigned long cost, const char *salt, int count, char *setting) {
    return crypt_gensalt_rn("$y$", cost, salt, count, setting, ccrypt_longest) ? 0 : -1;
}

int ccrypt_hash(const char *password, const char *setting, char *hash) {
    // Too large for the stack of a thread.
    struct crypt_data *data = calloc(1, sizeof *data);
    if (!data) return -1;
    const char *made = crypt_r(password, setting, data);
    // What begins with a star is no hash (crypt(3)).
    size_t length = made && made[0] != '*' ? strlen(made) : 0;
    int done = length > 0 && length < ccrypt_longest;
    if (done) memcpy(hash, made, length + 1);
    explicit_bzero(data, sizeof *data);
    free(data);
    return done ? 0 : -1;
}
