// The shim over libgpiod 2 (Debian 13).
#include "CGpiod.h"

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>
#include <string.h>

#ifndef GPIOD_LINE_BULK_MAX_LINES  // Only version 1 has it.

int cgpiod_library_version(void) { return 2; }

struct cgpiod_chip {
    struct gpiod_chip *chip;
};

struct cgpiod_lines {
    struct gpiod_line_request *request;
    struct gpiod_edge_event_buffer *events;
    unsigned int offsets[CGPIOD_MAX_LINES];
    unsigned int count;
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
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip->chip);
    if (info == NULL) return -1;
    copy_name(label, gpiod_chip_info_get_label(info));
    gpiod_chip_info_free(info);
    return 0;
}

int cgpiod_chip_find(cgpiod_chip *chip, const char *name) {
    return gpiod_chip_get_line_offset_from_name(chip->chip, name);
}

int cgpiod_line_info(cgpiod_chip *chip, unsigned int offset, struct cgpiod_line_info *result) {
    struct gpiod_line_info *info = gpiod_chip_get_line_info(chip->chip, offset);
    if (info == NULL) return -1;
    copy_name(result->name, gpiod_line_info_get_name(info));
    copy_name(result->consumer, gpiod_line_info_get_consumer(info));
    result->used = gpiod_line_info_is_used(info);
    gpiod_line_info_free(info);
    return 0;
}

static enum gpiod_line_value value_of(uint32_t levels, unsigned int line) {
    return (levels >> line) & 1u ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
}

/// Fills in the settings of line `index` of a request; 0 when they were taken.
typedef int (*line_settings)(struct gpiod_line_settings *settings, unsigned int index, const void *wanted);

static int configure(
    struct gpiod_line_config *lines, const cgpiod_lines *self, line_settings fill, const void *wanted) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (settings == NULL) return -1;
    int result = 0;
    for (unsigned int i = 0; i < self->count && result == 0; i++) {
        gpiod_line_settings_reset(settings);
        result = fill(settings, i, wanted);
        if (result == 0) result = gpiod_line_config_add_line_settings(lines, &self->offsets[i], 1, settings);
    }
    gpiod_line_settings_free(settings);
    return result;
}

static int request(
    cgpiod_lines *self, const char *path, const char *consumer, line_settings fill, const void *wanted) {
    struct gpiod_chip *chip = gpiod_chip_open(path);
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *config = gpiod_request_config_new();
    if (chip != NULL && lines != NULL && config != NULL && configure(lines, self, fill, wanted) == 0) {
        gpiod_request_config_set_consumer(config, consumer);
        self->request = gpiod_chip_request_lines(chip, config, lines);
    }
    const int reason = errno;
    if (config != NULL) gpiod_request_config_free(config);
    if (lines != NULL) gpiod_line_config_free(lines);
    if (chip != NULL) gpiod_chip_close(chip);  // The request outlives it.
    errno = reason;
    return self->request == NULL ? -1 : 0;
}

static cgpiod_lines *new_lines(const unsigned int *offsets, unsigned int count) {
    if (count == 0 || count > CGPIOD_MAX_LINES) {
        errno = EINVAL;
        return NULL;
    }
    cgpiod_lines *self = calloc(1, sizeof(*self));
    if (self == NULL) return NULL;
    memcpy(self->offsets, offsets, count * sizeof(*offsets));
    self->count = count;
    return self;
}

struct outputs {
    uint32_t active_low;
    uint32_t levels;
};

static int fill_output(struct gpiod_line_settings *settings, unsigned int index, const void *wanted) {
    const struct outputs *outputs = wanted;
    gpiod_line_settings_set_active_low(settings, (outputs->active_low >> index) & 1u);
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) != 0) return -1;
    return gpiod_line_settings_set_output_value(settings, value_of(outputs->levels, index));
}

cgpiod_lines *cgpiod_request_outputs(
    const char *path, const char *consumer, const unsigned int *offsets, unsigned int count, uint32_t active_low,
    uint32_t levels) {
    cgpiod_lines *self = new_lines(offsets, count);
    if (self == NULL) return NULL;
    const struct outputs outputs = {active_low, levels};
    if (request(self, path, consumer, fill_output, &outputs) == 0) return self;
    cgpiod_release(self);
    return NULL;
}

int cgpiod_set(cgpiod_lines *self, uint32_t mask, uint32_t levels) {
    unsigned int offsets[CGPIOD_MAX_LINES];
    enum gpiod_line_value values[CGPIOD_MAX_LINES];
    size_t count = 0;
    for (unsigned int i = 0; i < self->count; i++) {
        if (((mask >> i) & 1u) == 0) continue;
        offsets[count] = self->offsets[i];
        values[count] = value_of(levels, i);
        count++;
    }
    return count == 0 ? 0 : gpiod_line_request_set_values_subset(self->request, count, offsets, values);
}

struct button {
    bool active_low;
    unsigned int debounce_us;
};

static int fill_button(struct gpiod_line_settings *settings, unsigned int index, const void *wanted) {
    (void) index;
    const struct button *button = wanted;
    gpiod_line_settings_set_active_low(settings, button->active_low);
    gpiod_line_settings_set_debounce_period_us(settings, button->debounce_us);
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) != 0) return -1;
    if (gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) != 0) return -1;
    return gpiod_line_settings_set_bias(
        settings, button->active_low ? GPIOD_LINE_BIAS_PULL_UP : GPIOD_LINE_BIAS_PULL_DOWN);
}

cgpiod_lines *cgpiod_request_button(
    const char *path, const char *consumer, unsigned int offset, bool active_low, unsigned int debounce_us) {
    cgpiod_lines *self = new_lines(&offset, 1);
    if (self == NULL) return NULL;
    const struct button button = {active_low, debounce_us};
    self->events = gpiod_edge_event_buffer_new(1);
    if (self->events != NULL && request(self, path, consumer, fill_button, &button) == 0) return self;
    cgpiod_release(self);
    return NULL;
}

int cgpiod_button_descriptor(cgpiod_lines *self) { return gpiod_line_request_get_fd(self->request); }

int cgpiod_button_read(cgpiod_lines *self) {
    if (gpiod_line_request_read_edge_events(self->request, self->events, 1) < 1) return -1;
    return cgpiod_button_level(self);
}

int cgpiod_button_level(cgpiod_lines *self) {
    switch (gpiod_line_request_get_value(self->request, self->offsets[0])) {
    case GPIOD_LINE_VALUE_ACTIVE: return 1;
    case GPIOD_LINE_VALUE_INACTIVE: return 0;
    default: return -1;
    }
}

void cgpiod_release(cgpiod_lines *self) {
    const int reason = errno;
    if (self->events != NULL) gpiod_edge_event_buffer_free(self->events);
    if (self->request != NULL) gpiod_line_request_release(self->request);
    free(self);
    errno = reason;
}

#endif
