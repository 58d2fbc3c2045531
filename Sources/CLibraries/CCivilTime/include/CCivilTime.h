// CCTZ (libcctz-dev): time zones. The Swift face is `CivilZone` in Core/Time.
#ifndef CCIVILTIME_H
#define CCIVILTIME_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// A loaded zone; lives as long as the process (CCTZ caches zones by name), so there is nothing to free.
typedef struct ccivil_zone ccivil_zone;

/// A civil time; `month` and `day` count from 1, `weekday` is 0 for Monday.
typedef struct {
    int64_t year;
    int32_t month, day, hour, minute, second;
    int32_t weekday;
    /// Seconds east of UTC, and whether it is daylight-saving time.
    int32_t offset;
    int32_t is_dst;
} ccivil_time;

/// How a civil time meets the time line: once, never (spring), twice (autumn).
typedef enum { CCIVIL_UNIQUE = 0, CCIVIL_SKIPPED = 1, CCIVIL_REPEATED = 2 } ccivil_kind;

/// Loads an IANA zone by name; NULL when there is none or the name is not one (CCTZ refuses path tricks).
const ccivil_zone *_Nullable ccivil_zone_load(const char *_Nonnull name);
/// The zone of the machine (TZ or /etc/localtime), UTC when neither can be read.
const ccivil_zone *_Nonnull ccivil_zone_local(void);
/// The zone's name into `buffer`, NUL-terminated and cut to `size`.
void ccivil_zone_name(const ccivil_zone *_Nonnull zone, char *_Nonnull buffer, int32_t size);
/// The civil time of an instant (seconds since 1970).
ccivil_time ccivil_from_unix(const ccivil_zone *_Nonnull zone, int64_t seconds);
/// The instants of a civil time: `before` uses the offset before a transition, `after` the one after it.
ccivil_kind ccivil_to_unix(const ccivil_zone *_Nonnull zone, int64_t year, int32_t month, int32_t day,
                           int32_t hour, int32_t minute, int32_t second, int64_t *_Nonnull before,
                           int64_t *_Nonnull transition, int64_t *_Nonnull after);
#ifdef __cplusplus
}
#endif
#endif
