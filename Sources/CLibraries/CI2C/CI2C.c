#include "CI2C.h"

#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <sys/ioctl.h>

int ci2c_claim(int descriptor, uint8_t address) { return ioctl(descriptor, I2C_SLAVE, (unsigned long) address); }

int ci2c_set_timeout(int descriptor, unsigned long steps) { return ioctl(descriptor, I2C_TIMEOUT, steps); }

// I2C_RDWR rather than read and write: the address travels with each message instead of being state of the descriptor.
static int transfer(int descriptor, uint8_t address, uint16_t flags, uint8_t *bytes, uint16_t count) {
    struct i2c_msg message = {.addr = address, .flags = flags, .len = count, .buf = bytes};
    struct i2c_rdwr_ioctl_data transaction = {.msgs = &message, .nmsgs = 1};
    return ioctl(descriptor, I2C_RDWR, &transaction) == 1 ? 0 : -1;
}

int ci2c_write(int descriptor, uint8_t address, const uint8_t *bytes, uint16_t count) {
    return transfer(descriptor, address, 0, (uint8_t *) bytes, count);
}

int ci2c_read(int descriptor, uint8_t address, uint8_t *byte) {
    return transfer(descriptor, address, I2C_M_RD, byte, 1);
}
