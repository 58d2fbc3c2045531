#include "CTOML.h"

#if defined(__OPTIMIZE__) && _FORTIFY_SOURCE + 0 < 2
#error "releases are fortified: Package.swift defines _FORTIFY_SOURCE"
#endif

#include <algorithm>
#include <cstring>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {
/// Thrown where toml++ would abort or, in a release build, run on into undefined behaviour: it asserts things about
/// its input (3.3.0: `a = [1,} 2]`), and a damaged file must not end the process.
struct assertion_failure {};

/// A function, so that assertions in functions that throw nothing compile without a warning; those hold.
[[noreturn]] void fail_assertion() { throw assertion_failure{}; }
}  // namespace

// The assertions of toml++ are only kept, and only ours to define, while NDEBUG is not.
#undef NDEBUG
#define TOML_ASSERT(condition) \
    do { \
        if (!(condition)) fail_assertion(); \
    } while (false)
// The way the library is built by everybody else: an error leaves at once. `ctoml_parse` lets nothing escape.
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 1
// The parser recurses: a hostile file must run into its limit before the stack does. Our own files nest four deep.
#define TOML_MAX_NESTED_VALUES 24

// The generated test for white space (3.3.0, 3.4.0) says "unreachable" of letters such as U+00E9, which anybody may
// write outside quotes; the right answer is no. Elsewhere the word counts as an assertion.
#if __has_include(<toml++/impl/forward_declarations.hpp>)
#include <toml++/impl/forward_declarations.hpp>
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE return false
#include <toml++/impl/unicode.hpp>
#else
#include <toml++/impl/forward_declarations.h>
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE return false
#include <toml++/impl/unicode.h>
#endif
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE fail_assertion()
#include <toml++/toml.h>

namespace {
struct Walker {
    ctoml_visitor visitor;

    template <typename T>
    static std::string print(const T &value) {
        std::ostringstream stream;
        stream << value;
        return stream.str();
    }

    static int64_t days_from_civil(int64_t year, unsigned month, unsigned day) {
        // Howard Hinnant, "chrono-compatible low-level date algorithms".
        year -= month <= 2;
        const int64_t era = (year >= 0 ? year : year - 399) / 400;
        const unsigned yoe = static_cast<unsigned>(year - era * 400);
        const unsigned doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        const unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
        return era * 146097 + static_cast<int64_t>(doe) - 719468;
    }

    static int64_t unix_seconds(const toml::date_time &value) {
        const int64_t days = days_from_civil(value.date.year, value.date.month, value.date.day);
        const int64_t local = days * 86400 + value.time.hour * 3600 + value.time.minute * 60 + value.time.second;
        return local - static_cast<int64_t>(value.offset->minutes) * 60;
    }

    void place(ctoml_value &value, const toml::node &node, const toml::key *key) const {
        value.line = node.source().begin.line;
        value.column = node.source().begin.column;
        if (key == nullptr) return;
        value.key = key->str().data();
        value.key_length = key->str().size();
        value.key_line = key->source().begin.line;
        value.key_column = key->source().begin.column;
    }

    void walk(const toml::node &node, const toml::key *key) const {
        ctoml_value value{};
        place(value, node, key);
        std::string text;
        if (const auto *table = node.as_table()) {
            value.kind = CTOML_TABLE;
            visitor.enter(visitor.context, &value);
            for (const auto &[name, child] : *table) walk(child, &name);
            visitor.leave(visitor.context);
            return;
        }
        if (const auto *array = node.as_array()) {
            value.kind = CTOML_ARRAY;
            visitor.enter(visitor.context, &value);
            for (const auto &child : *array) walk(child, nullptr);
            visitor.leave(visitor.context);
            return;
        }
        if (const auto *string = node.as_string()) {
            value.kind = CTOML_STRING;
            text = string->get();
        } else if (const auto *integer = node.as_integer()) {
            value.kind = CTOML_INTEGER;
            value.integer = integer->get();
        } else if (const auto *number = node.as_floating_point()) {
            value.kind = CTOML_FLOAT;
            value.number = number->get();
        } else if (const auto *boolean = node.as_boolean()) {
            value.kind = CTOML_BOOLEAN;
            value.boolean = boolean->get() ? 1 : 0;
        } else if (const auto *date = node.as_date()) {
            value.kind = CTOML_DATE;
            text = print(date->get());
        } else if (const auto *time = node.as_time()) {
            value.kind = CTOML_TIME;
            text = print(time->get());
            value.integer = time->get().hour * 3600 + time->get().minute * 60 + time->get().second;
        } else if (const auto *moment = node.as_date_time()) {
            value.kind = CTOML_DATE_TIME;
            text = print(moment->get());
            if (moment->get().offset) {
                value.has_instant = 1;
                value.instant = unix_seconds(moment->get());
            }
        }
        value.text = text.data();
        value.text_length = text.size();
        visitor.scalar(visitor.context, &value);
    }
};

int32_t report(ctoml_error &error, std::string_view message, uint32_t line, uint32_t column) {
    const size_t length = std::min(message.size(), sizeof(error.message) - 1);
    std::memcpy(error.message, message.data(), length);
    error.message[length] = 0;
    error.line = line;
    error.column = column;
    return 0;
}

bool fails_assertion(std::string_view text) {
    try {
        static_cast<void>(toml::parse(text));
    } catch (const assertion_failure &) {
        return true;
    } catch (...) {
    }
    return false;
}

/// The line that makes toml++ give up: the last of the shortest run of lines from the start that does. The parser
/// reads forwards only, so longer runs fail as well and the run is found by halving.
uint32_t failing_line(std::string_view text) {
    std::vector<size_t> ends;
    for (size_t index = 0; index < text.size(); ++index)
        if (text[index] == '\n') ends.push_back(index + 1);
    if (text.empty() || text.back() != '\n') ends.push_back(text.size());
    const auto first = std::partition_point(ends.begin(), ends.end(), [&](size_t end) {
        return !fails_assertion(text.substr(0, end));
    });
    return static_cast<uint32_t>(std::min<size_t>(first - ends.begin() + 1, ends.size()));
}

int32_t parse(std::string_view text, const ctoml_visitor &visitor, ctoml_error &error) {
    try {
        const toml::table table = toml::parse(text);
        Walker{visitor}.walk(table, nullptr);
        return 1;
    } catch (const toml::parse_error &failure) {
        const auto begin = failure.source().begin;
        return report(error, failure.description(), begin.line, begin.column);
    } catch (const assertion_failure &) {
        return report(error, "this is not TOML", failing_line(text), 1);
    }
}
}  // namespace

int32_t ctoml_parse(const char *text, size_t length, ctoml_visitor visitor, ctoml_error *error) {
    try {
        return parse(std::string_view(text, length), visitor, *error);
    } catch (...) {
        return report(*error, "there is not enough memory to read it", 1, 1);
    }
}
