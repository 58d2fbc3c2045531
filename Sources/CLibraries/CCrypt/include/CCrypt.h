// libxcrypt (libcrypt-dev): passwords, with yescrypt.
#ifndef CCRYPT_H
#define CCRYPT_H
#include <stddef.h>

/// The longest hash with its NUL (CRYPT_OUTPUT_SIZE).
enum { ccrypt_longest = 384 };

/// A new setting of yescrypt with this cost and salt, into `setting` of ccrypt_longest bytes; -1 when there is none.
int ccrypt_setting(unsigned long cost, const char *salt, int count, char *setting);

/// The hash of a password by a setting, or by a hash that was made of one, into `hash` of ccrypt_longest bytes; -1 when it
/// cannot be made. What it worked with, 32 kB and what the setting says, is wiped and given back.
int ccrypt_hash(const char *password, const char *setting, char *hash);
#endif
