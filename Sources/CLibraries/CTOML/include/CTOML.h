// toml++ (libtomlplusplus-dev): TOML 1.0 with the place of every key and value. The Swift face is
// `TOMLDocument` in Appliance/Configuration.
#ifndef CTOML_H
#define CTOML_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CTOML_TABLE, CTOML_ARRAY, CTOML_STRING, CTOML_INTEGER, CTOML_FLOAT, CTOML_BOOLEAN, CTOML_DATE, CTOML_TIME,
    CTOML_DATE_TIME
} ctoml_kind;

/// One value met while walking the document, in document order for arrays and sorted by key for tables.
typedef struct {
    ctoml_kind kind;
    /// The key under which the value stands in its table; NULL in an array and for the root.
    const char *_Nullable key;
    size_t key_length;
    uint32_t key_line, key_column;
    uint32_t line, column;
    /// Strings: the value. Dates and times: their TOML text.
    const char *_Nullable text;
    size_t text_length;
    /// Integers: the value. Times: seconds since midnight, without the fraction.
    int64_t integer;
    double number;
    int32_t boolean;
    /// For date-times with an offset: seconds since 1970; `has_instant` says whether there is one.
    int64_t instant;
    int32_t has_instant;
} ctoml_value;

/// Called for each value; for tables and arrays `enter` is called first and `leave` after the last child.
typedef struct {
    void *_Nullable context;
    void (*_Nonnull enter)(void *_Nullable context, const ctoml_value *_Nonnull value);
    void (*_Nonnull leave)(void *_Nullable context);
    void (*_Nonnull scalar)(void *_Nullable context, const ctoml_value *_Nonnull value);
} ctoml_visitor;

/// A syntax error and its place.
typedef struct {
    char message[256];
    uint32_t line, column;
} ctoml_error;

/// Parses `length` bytes and walks them; 1 on success, 0 with `error` filled (toml++ reports the first only).
int32_t ctoml_parse(const char *_Nonnull text, size_t length, ctoml_visitor visitor, ctoml_error *_Nonnull error);
#ifdef __cplusplus
}
#endif
#endif
