#include "CTOML.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 1
// The parser recurses: a hostile file must run into its limit before the stack does. Our own files nest four deep.
#define TOML_MAX_NESTED_VALUES 24
// Text such as `[[[` violates an assertion of toml++ before its own check refuses it: asserting would end the process,
// and with NDEBUG the compiler would assume that it cannot happen.
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>(0)
#include <toml++/toml.h>

#include <cstring>
#include <sstream>
#include <string>

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
}  // namespace

int32_t ctoml_parse(const char *text, size_t length, ctoml_visitor visitor, ctoml_error *error) {
    toml::parse_result result = toml::parse(std::string_view(text, length));
    if (!result) {
        const std::string message(result.error().description());
        std::strncpy(error->message, message.c_str(), sizeof(error->message) - 1);
        error->message[sizeof(error->message) - 1] = 0;
        error->line = result.error().source().begin.line;
        error->column = result.error().source().begin.column;
        return 0;
    }
    Walker{visitor}.walk(result.table(), nullptr);
    return 1;
}
