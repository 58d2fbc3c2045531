// simdjson (libsimdjson-dev): JSON parsed once into a document that does not change. The Swift face is `JSONElement`
// in JSONReading.
#ifndef CSIMDJSON_H
#define CSIMDJSON_H
#include <stddef.h>
#include <stdint.h>
#ifndef __clang__
// What Swift is told about pointers; gcc does not know the words.
#define _Nonnull
#define _Nullable
#endif
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CSIMDJSON_NULL, CSIMDJSON_BOOLEAN, CSIMDJSON_INTEGER, CSIMDJSON_NUMBER, CSIMDJSON_STRING, CSIMDJSON_ARRAY,
    CSIMDJSON_OBJECT
} csimdjson_kind;

typedef enum {
    CSIMDJSON_PARSED, CSIMDJSON_TOO_DEEP, CSIMDJSON_BAD_TEXT, CSIMDJSON_BAD_NUMBER, CSIMDJSON_BAD_SYNTAX,
    CSIMDJSON_NO_MEMORY
} csimdjson_result;

/// A parsed document; it owns all text, the bytes it was made of are not needed any more.
typedef struct csimdjson_document csimdjson_document;

/// One value of a document: valid for as long as the document is.
typedef struct {
    uint64_t words[2];
} csimdjson_value;

/// Walks the values of an array, or the members of an object.
typedef struct {
    csimdjson_value next, end;
} csimdjson_walk;

/// Text in UTF-8, not terminated; it may hold NUL.
typedef struct {
    const uint8_t *_Nullable bytes;
    size_t length;
} csimdjson_text;

/// Parses `length` bytes; arrays and objects may lie `depth` deep in one another (empty ones one deeper).
csimdjson_result csimdjson_parse(const uint8_t *_Nonnull bytes, size_t length, size_t depth,
                                 csimdjson_document *_Nullable *_Nonnull document);
void csimdjson_free(csimdjson_document *_Nonnull document);

csimdjson_value csimdjson_root(const csimdjson_document *_Nonnull document);
csimdjson_kind csimdjson_kind_of(csimdjson_value value);

// Each of the following is for values of its kind alone.
int32_t csimdjson_boolean(csimdjson_value value);
int64_t csimdjson_integer(csimdjson_value value);
double csimdjson_number(csimdjson_value value);
csimdjson_text csimdjson_string(csimdjson_value value);
/// At most 16,777,215.
size_t csimdjson_array_size(csimdjson_value value);
size_t csimdjson_object_size(csimdjson_value value);

/// The first member of that name; 0 when there is none.
int32_t csimdjson_member(csimdjson_value object, const uint8_t *_Nonnull name, size_t length,
                         csimdjson_value *_Nonnull member);

csimdjson_walk csimdjson_array_walk(csimdjson_value array);
/// 0 at the end.
int32_t csimdjson_array_next(csimdjson_walk *_Nonnull walk, csimdjson_value *_Nonnull value);
csimdjson_walk csimdjson_object_walk(csimdjson_value object);
/// 0 at the end.
int32_t csimdjson_object_next(csimdjson_walk *_Nonnull walk, csimdjson_text *_Nonnull name,
                              csimdjson_value *_Nonnull value);
#ifdef __cplusplus
}
#endif
#endif
