// The shim over libgpiod 1.6 (Debian 12).
#include "CGpiod.h"

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>
#include <string.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES  // Only version 1 has it.

int cgpiod_library_version(void) { return 1; }

struct cgpiod_chip {
    struct gpiod_chip *chip;
};

struct cgpiod_lines {
    // Closing a chip releases its lines in this version: each request has its own.
    struct gpiod_chip *chip;
    struct gpiod_line_bulk bulk;
    // This version has one polarity for a whole request and no partial writes, so both are kept here.
    uint32_t active_low;
    uint32_t levels;
};

static void copy_name(char *target, const char *name) {
    strncpy(target, name == NULL ? "" : name, CGPIOD_NAME_SIZE - 1);
    target[CGPIOD_NAME_SIZE - 1] = '\0';
}

cgpiod_chip *cgpiod_chip_open(const char *path) {
    cgpiod_chip *self = calloc(1, sizeof(*self));
    if (self == NULL) return NULL;
    self->chip = gpiod_chip_open(path);
    if (self->chip != NULL) return self;
    free(self);
    return NULL;
}

void cgpiod_chip_close(cgpiod_chip *chip) {
    gpiod_chip_close(chip->chip);
    free(chip);
}

int cgpiod_chip_label(cgpiod_chip *chip, char *label) {
    copy_name(label, gpiod_chip_label(chip->chip));
    return 0;
}

int cgpiod_chip_find(cgpiod_chip *chip, const char *name) {
    struct gpiod_line *line = gpiod_chip_find_line(chip->chip, name);
    return line == NULL ? -1 : (int) gpiod_line_offset(line);
}

int cgpiod_line_info(cgpiod_chip *chip, unsigned int offset, struct cgpiod_line_info *info) {
    struct gpiod_line *line = gpiod_chip_get_line(chip->chip, offset);
    if (line == NULL) return -1;
    copy_name(info->name, gpiod_line_name(line));
    copy_name(info->consumer, gpiod_line_consumer(line));
    info->used = gpiod_line_is_used(line);
    return 0;
}

static cgpiod_lines *open_lines(const char *path, const unsigned int *offsets, unsigned int count) {
    if (count == 0 || count > CGPIOD_MAX_LINES) {
        errno = EINVAL;
        return NULL;
    }
    cgpiod_lines *self = calloc(1, sizeof(*self));
    if (self == NULL) return NULL;
    self->chip = gpiod_chip_open(path);
    if (self->chip != NULL && gpiod_chip_get_lines(self->chip, (unsigned int *) offsets, count, &self->bulk) == 0) {
        return self;
    }
    cgpiod_release(self);
    return NULL;
}

static void spread(const cgpiod_lines *self, int *values) {
    const uint32_t raw = self->levels ^ self->active_low;
    for (unsigned int i = 0; i < gpiod_line_bulk_num_lines((struct gpiod_line_bulk *) &self->bulk); i++) {
        values[i] = (int) ((raw >> i) & 1u);
    }
}

cgpiod_lines *cgpiod_request_outputs(
    const char *path, const char *consumer, const unsigned int *offsets, unsigned int count, uint32_t active_low,
    uint32_t levels) {
    cgpiod_lines *self = open_lines(path, offsets, count);
    if (self == NULL) return NULL;
    self->active_low = active_low;
    self->levels = levels;
    int values[CGPIOD_MAX_LINES] = {0};
    spread(self, values);
    if (gpiod_line_request_bulk_output(&self->bulk, consumer, values) == 0) return self;
    cgpiod_release(self);
    return NULL;
}

int cgpiod_set(cgpiod_lines *self, uint32_t mask, uint32_t levels) {
    const uint32_t before = self->levels;
    self->levels = (before & ~mask) | (levels & mask);
    int values[CGPIOD_MAX_LINES] = {0};
    spread(self, values);
    if (gpiod_line_set_value_bulk(&self->bulk, values) == 0) return 0;
    self->levels = before;
    return -1;
}

cgpiod_lines *cgpiod_request_button(
    const char *path, const char *consumer, unsigned int offset, bool active_low, unsigned int debounce_us) {
    (void) debounce_us;  // Not in this version: the reader of the edges must bear with bouncing.
    cgpiod_lines *self = open_lines(path, &offset, 1);
    if (self == NULL) return NULL;
    const int flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP
                                 : GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    if (gpiod_line_request_bulk_both_edges_events_flags(&self->bulk, consumer, flags) == 0) return self;
    cgpiod_release(self);
    return NULL;
}

int cgpiod_button_descriptor(cgpiod_lines *self) {
    return gpiod_line_event_get_fd(gpiod_line_bulk_get_line(&self->bulk, 0));
}

int cgpiod_button_read(cgpiod_lines *self) {
    struct gpiod_line_event event;
    if (gpiod_line_event_read(gpiod_line_bulk_get_line(&self->bulk, 0), &event) != 0) return -1;
    return cgpiod_button_level(self);
}

int cgpiod_button_level(cgpiod_lines *self) {
    return gpiod_line_get_value(gpiod_line_bulk_get_line(&self->bulk, 0));
}

void cgpiod_release(cgpiod_lines *self) {
    const int reason = errno;
    if (self->chip != NULL) gpiod_chip_close(self->chip);
    free(self);
    errno = reason;
}

#endif
