// The kernel's /dev/i2c-N (linux/i2c-dev.h of linux-libc-dev): its requests are macros, which Swift cannot import, and
// its messages point into memory. errno tells why a call failed.
#ifndef CI2C_H
#define CI2C_H
#include <stdint.h>

/// Whether a driver of the kernel has the address: -1 with EBUSY when it does (I2C_SLAVE, which otherwise does nothing).
int ci2c_claim(int descriptor, uint8_t address);
/// How long the adapter may take for one transfer, in steps of 10 ms; it counts for all users of that bus.
int ci2c_set_timeout(int descriptor, unsigned long steps);
/// Writes all bytes in one transaction: start, address, bytes, stop. At most 8192 bytes, a limit of the kernel.
int ci2c_write(int descriptor, uint8_t address, const uint8_t *bytes, uint16_t count);
/// Reads one byte; what it is, is in most devices nobody's business but that it came.
int ci2c_read(int descriptor, uint8_t address, uint8_t *byte);
#endif
