// libgpiod (libgpiod-dev): GPIO lines of the kernel's character devices. Version 1 (Debian 12) and version 2 (Debian 13)
// share hardly a function; this is the part that Watchpost needs, the same over both. errno tells why a call failed.
// As in the library, nothing here may be called from two threads at once for the same object.
#ifndef CGPIOD_H
#define CGPIOD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An open chip.
typedef struct cgpiod_chip cgpiod_chip;
/// Lines that were requested together.
typedef struct cgpiod_lines cgpiod_lines;

/// Longest name of a chip, line or consumer with its NUL (GPIO_MAX_NAME_SIZE of linux/gpio.h).
#define CGPIOD_NAME_SIZE 32
/// Most lines in a request here: a level is a bit of a uint32_t.
#define CGPIOD_MAX_LINES 32

/// What the kernel says about a line; names are empty where there is none.
struct cgpiod_line_info {
    char name[CGPIOD_NAME_SIZE];
    char consumer[CGPIOD_NAME_SIZE];
    bool used;
};

/// Opens /dev/gpiochipN; NULL when it cannot.
cgpiod_chip *cgpiod_chip_open(const char *path);
void cgpiod_chip_close(cgpiod_chip *chip);
/// The chip's label, such as pinctrl-bcm2835, into `label` of CGPIOD_NAME_SIZE bytes; -1 when it cannot be read.
int cgpiod_chip_label(cgpiod_chip *chip, char *label);
/// The offset of the line with that name; -1 with ENOENT when there is none.
int cgpiod_chip_find(cgpiod_chip *chip, const char *name);
/// -1 with EINVAL when the chip has no such line.
int cgpiod_line_info(cgpiod_chip *chip, unsigned int offset, struct cgpiod_line_info *info);

/// Requests `count` lines of the chip at `path` as outputs, all or none; bit i of `active_low` and `levels` belongs to
/// offsets[i]. A level is logical: 1 drives an active-low line to ground.
cgpiod_lines *cgpiod_request_outputs(
    const char *path, const char *consumer, const unsigned int *offsets, unsigned int count, uint32_t active_low,
    uint32_t levels);
/// Drives the lines in `mask` together; -1 when the chip is gone.
int cgpiod_set(cgpiod_lines *lines, uint32_t mask, uint32_t levels);

/// Requests one line as an input whose both edges are reported. An active-low one gets the internal pull-up, an
/// active-high one the pull-down, where the kernel can debounce it does so for `debounce_us`.
cgpiod_lines *cgpiod_request_button(
    const char *path, const char *consumer, unsigned int offset, bool active_low, unsigned int debounce_us);
/// Readable when an edge waits.
int cgpiod_button_descriptor(cgpiod_lines *lines);
/// Takes one waiting edge away and says the line's logical level now, 1 or 0; -1 when the chip is gone.
int cgpiod_button_read(cgpiod_lines *lines);
/// The line's logical level now; -1 when the chip is gone.
int cgpiod_button_level(cgpiod_lines *lines);

/// Gives the lines back; what they drive afterwards is the kernel's business.
void cgpiod_release(cgpiod_lines *lines);

/// Which of the two the shim was built with: 1 or 2.
int cgpiod_library_version(void);
#endif
