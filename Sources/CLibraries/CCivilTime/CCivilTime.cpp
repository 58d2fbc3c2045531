#include "CCivilTime.h"

#if defined(__OPTIMIZE__) && _FORTIFY_SOURCE + 0 < 2
#error "releases are fortified: Package.swift defines _FORTIFY_SOURCE"
#endif

#include <cctz/civil_time.h>
#include <cctz/time_zone.h>

#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>

struct ccivil_zone {
    cctz::time_zone zone;
};

namespace {
using Seconds = cctz::time_point<cctz::seconds>;

/// Zones live for ever: one small object for each name that was ever loaded.
const ccivil_zone *intern(const cctz::time_zone &zone) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<ccivil_zone>> zones;
    std::lock_guard<std::mutex> guard(mutex);
    auto &slot = zones[zone.name()];
    if (!slot) slot.reset(new ccivil_zone{zone});
    return slot.get();
}

int64_t unix_seconds(Seconds instant) { return instant.time_since_epoch().count(); }
}  // namespace

const ccivil_zone *ccivil_zone_load(const char *name) {
    cctz::time_zone zone;
    if (!cctz::load_time_zone(name, &zone)) return nullptr;
    return intern(zone);
}

const ccivil_zone *ccivil_zone_local(void) { return intern(cctz::local_time_zone()); }

void ccivil_zone_name(const ccivil_zone *zone, char *buffer, int32_t size) {
    if (size <= 0) return;
    const std::string name = zone->zone.name();
    std::strncpy(buffer, name.c_str(), static_cast<size_t>(size) - 1);
    buffer[size - 1] = 0;
}

ccivil_time ccivil_from_unix(const ccivil_zone *zone, int64_t seconds) {
    const auto lookup = zone->zone.lookup(Seconds(cctz::seconds(seconds)));
    ccivil_time result{};
    result.year = lookup.cs.year();
    result.month = lookup.cs.month();
    result.day = lookup.cs.day();
    result.hour = lookup.cs.hour();
    result.minute = lookup.cs.minute();
    result.second = lookup.cs.second();
    result.weekday = static_cast<int32_t>(cctz::get_weekday(cctz::civil_day(lookup.cs)));
    result.offset = lookup.offset;
    result.is_dst = lookup.is_dst ? 1 : 0;
    return result;
}

ccivil_kind ccivil_to_unix(const ccivil_zone *zone, int64_t year, int32_t month, int32_t day, int32_t hour,
                           int32_t minute, int32_t second, int64_t *before, int64_t *transition,
                           int64_t *after) {
    const auto lookup = zone->zone.lookup(cctz::civil_second(year, month, day, hour, minute, second));
    *before = unix_seconds(lookup.pre);
    *transition = unix_seconds(lookup.trans);
    *after = unix_seconds(lookup.post);
    switch (lookup.kind) {
        case cctz::time_zone::civil_lookup::SKIPPED: return CCIVIL_SKIPPED;
        case cctz::time_zone::civil_lookup::REPEATED: return CCIVIL_REPEATED;
        default: return CCIVIL_UNIQUE;
    }
}
