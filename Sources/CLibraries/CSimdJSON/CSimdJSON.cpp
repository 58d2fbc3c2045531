#include "CSimdJSON.h"

#if defined(__OPTIMIZE__) && _FORTIFY_SOURCE + 0 < 2
#error "releases are fortified: Package.swift defines _FORTIFY_SOURCE"
#endif

// Every call answers with a code; nothing in here throws.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>

namespace dom = simdjson::dom;

struct csimdjson_document {
    dom::document content;
    dom::element root;
};

namespace {
/// simdjson's elements and iterators are two words that any thread may copy; C carries them as such.
template <typename Handle>
csimdjson_value pack(const Handle &handle) {
    static_assert(std::is_trivially_copyable<Handle>::value, "copied as bytes");
    static_assert(sizeof(Handle) == sizeof(csimdjson_value), "two words");
    csimdjson_value value;
    std::memcpy(&value, &handle, sizeof value);
    return value;
}

/// Back again: the place of a handle that `pack` packed.
template <typename Handle>
class Unpacked {
   public:
    explicit Unpacked(const csimdjson_value &value) { std::memcpy(bytes, &value, sizeof bytes); }
    Handle &operator*() { return *std::launder(reinterpret_cast<Handle *>(bytes)); }
    Handle *operator->() { return &**this; }

   private:
    static_assert(sizeof(Handle) == sizeof(csimdjson_value), "two words");
    alignas(Handle) unsigned char bytes[sizeof(Handle)];
};

csimdjson_text text(std::string_view view) {
    return {reinterpret_cast<const uint8_t *>(view.data()), view.size()};
}

/// Newer versions have a code of its own for whole numbers beyond 64 bits; 3.0 does not know the word.
template <typename Code>
auto is_long_number(Code code, int) -> decltype(code == Code::BIGINT_ERROR) {
    return code == Code::BIGINT_ERROR;
}
template <typename Code>
bool is_long_number(Code, long) {
    return false;
}

csimdjson_result result(simdjson::error_code code) {
    if (is_long_number(code, 0)) return CSIMDJSON_BAD_NUMBER;
    switch (code) {
        case simdjson::SUCCESS: return CSIMDJSON_PARSED;
        case simdjson::DEPTH_ERROR: return CSIMDJSON_TOO_DEEP;
        case simdjson::UTF8_ERROR:
        case simdjson::STRING_ERROR:
        case simdjson::UNESCAPED_CHARS: return CSIMDJSON_BAD_TEXT;
        case simdjson::MEMALLOC: return CSIMDJSON_NO_MEMORY;
        case simdjson::NUMBER_ERROR: return CSIMDJSON_BAD_NUMBER;
        default: return CSIMDJSON_BAD_SYNTAX;
    }
}

csimdjson_result parse(csimdjson_document &document, const uint8_t *bytes, size_t length, size_t depth) {
    dom::parser parser;
    // simdjson counts the document itself, too.
    const auto failure = parser.allocate(std::max<size_t>(length, 64), depth + 1);
    if (failure) return result(failure);
    // The last argument: the bytes are copied to a place with the room behind them that vector instructions read over.
    return result(parser.parse_into_document(document.content, bytes, length, true).get(document.root));
}
}  // namespace

csimdjson_result csimdjson_parse(const uint8_t *bytes, size_t length, size_t depth, csimdjson_document **document) {
    *document = nullptr;
    auto *made = new (std::nothrow) csimdjson_document;
    if (made == nullptr) return CSIMDJSON_NO_MEMORY;
    const auto outcome = parse(*made, bytes, length, depth);
    if (outcome == CSIMDJSON_PARSED)
        *document = made;
    else
        delete made;
    return outcome;
}

void csimdjson_free(csimdjson_document *document) { delete document; }

csimdjson_value csimdjson_root(const csimdjson_document *document) { return pack(document->root); }

csimdjson_kind csimdjson_kind_of(csimdjson_value value) {
    switch (Unpacked<dom::element>(value)->type()) {
        case dom::element_type::ARRAY: return CSIMDJSON_ARRAY;
        case dom::element_type::OBJECT: return CSIMDJSON_OBJECT;
        case dom::element_type::STRING: return CSIMDJSON_STRING;
        case dom::element_type::BOOL: return CSIMDJSON_BOOLEAN;
        case dom::element_type::INT64: return CSIMDJSON_INTEGER;
        // Whole numbers beyond Int64 up to 2^64 are numbers like any other that does not fit.
        case dom::element_type::UINT64:
        case dom::element_type::DOUBLE: return CSIMDJSON_NUMBER;
        default: return CSIMDJSON_NULL;
    }
}

int32_t csimdjson_boolean(csimdjson_value value) {
    bool boolean = false;
    return Unpacked<dom::element>(value)->get(boolean) == simdjson::SUCCESS && boolean ? 1 : 0;
}

int64_t csimdjson_integer(csimdjson_value value) {
    int64_t integer = 0;
    return Unpacked<dom::element>(value)->get(integer) == simdjson::SUCCESS ? integer : 0;
}

double csimdjson_number(csimdjson_value value) {
    double number = 0;
    return Unpacked<dom::element>(value)->get(number) == simdjson::SUCCESS ? number : 0;
}

csimdjson_text csimdjson_string(csimdjson_value value) {
    std::string_view view("");
    return Unpacked<dom::element>(value)->get(view) == simdjson::SUCCESS ? text(view) : text("");
}

size_t csimdjson_array_size(csimdjson_value value) {
    dom::array array;
    return Unpacked<dom::element>(value)->get(array) == simdjson::SUCCESS ? array.size() : 0;
}

size_t csimdjson_object_size(csimdjson_value value) {
    dom::object object;
    return Unpacked<dom::element>(value)->get(object) == simdjson::SUCCESS ? object.size() : 0;
}

int32_t csimdjson_member(csimdjson_value value, const uint8_t *name, size_t length, csimdjson_value *member) {
    dom::object object;
    dom::element found;
    if (Unpacked<dom::element>(value)->get(object) != simdjson::SUCCESS) return 0;
    const std::string_view key(reinterpret_cast<const char *>(name), length);
    if (object.at_key(key).get(found) != simdjson::SUCCESS) return 0;
    *member = pack(found);
    return 1;
}

csimdjson_walk csimdjson_array_walk(csimdjson_value value) {
    dom::array array;
    if (Unpacked<dom::element>(value)->get(array) != simdjson::SUCCESS) return {value, value};
    return {pack(array.begin()), pack(array.end())};
}

int32_t csimdjson_array_next(csimdjson_walk *walk, csimdjson_value *value) {
    Unpacked<dom::array::iterator> next(walk->next), end(walk->end);
    if (!(*next != *end)) return 0;
    *value = pack(**next);
    ++*next;
    walk->next = pack(*next);
    return 1;
}

csimdjson_walk csimdjson_object_walk(csimdjson_value value) {
    dom::object object;
    if (Unpacked<dom::element>(value)->get(object) != simdjson::SUCCESS) return {value, value};
    return {pack(object.begin()), pack(object.end())};
}

int32_t csimdjson_object_next(csimdjson_walk *walk, csimdjson_text *name, csimdjson_value *value) {
    Unpacked<dom::object::iterator> next(walk->next), end(walk->end);
    if (!(*next != *end)) return 0;
    *name = text(next->key());
    *value = pack(next->value());
    ++*next;
    walk->next = pack(*next);
    return 1;
}
