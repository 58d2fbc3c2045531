import Core
import WatchpostModel

/// Times of day as text: `18:00`.
extension ClockMinutes {
    /// nil unless it is `00:00`…`23:59`.
    static func read(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - 0x30 }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        return hour < 24 && minute < 60 ? hour * 60 + minute : nil
    }
}

extension MinuteSpan {
    /// From two texts; `member` begins the names of the members in a refusal.
    init(from: String, to: String, member: String) throws(DeviceRefusal) {
        guard let start = ClockMinutes.read(from) else {
            throw DeviceRefusal("\(member)from: not a time such as “22:00”")
        }
        guard let end = ClockMinutes.read(to) else {
            throw DeviceRefusal("\(member)to: not a time such as “07:00”")
        }
        guard let span = MinuteSpan(from: start, to: end) else {
            throw DeviceRefusal("\(member)to: the same as from; for the whole day leave both out")
        }
        self = span
    }
}

extension AlertListBody {
    /// Checks everything.
    func list() throws(DeviceRefusal) -> AlertList {
        guard maps.count <= AlertList.mostMaps else {
            throw DeviceRefusal("maps: \(maps.count) are too many; a device takes \(AlertList.mostMaps)")
        }
        var quiet: MinuteSpan?
        if let quietHours {
            quiet = try MinuteSpan(from: quietHours.from, to: quietHours.to, member: "quietHours.")
        }
        var alerts: [MapAlert] = []
        for (index, map) in maps.enumerated() { alerts.append(try map.alert(member: "maps[\(index)].")) }
        return AlertList(version: version, quiet: quiet, maps: alerts)
    }
}

extension MapAlertBody {
    /// `member` begins the names of the members in a refusal.
    func alert(member: String) throws(DeviceRefusal) -> MapAlert {
        guard repetition == "once" || repetition == "always" else {
            throw DeviceRefusal("\(member)repeat: neither “once” nor “always”")
        }
        var chosen: [Weekday] = []
        for day in days {
            guard let index = MapAlertBody.allDays.firstIndex(of: day), let weekday = Weekday(rawValue: index)
            else {
                throw DeviceRefusal(
                    "\(member)days: “\(day.prefix(16))” is not one of \(MapAlertBody.allDays.joined(separator: ", "))"
                )
            }
            chosen.append(weekday)
        }
        do throws(DeviceRefusal) {
            return try MapAlert(
                mode: mode,
                map: map,
                minutes: minutesBefore,
                once: repetition == "once",
                days: WeekdaySet(chosen),
                hours: try hours()
            )
        } catch {
            throw DeviceRefusal(member + error.words)
        }
    }

    private func hours() throws(DeviceRefusal) -> MinuteSpan? {
        switch (from, to) {
        case (nil, nil): return nil
        case (let from?, let to?): return try MinuteSpan(from: from, to: to, member: "")
        default: throw DeviceRefusal("from: goes with to; send both, or neither for all day")
        }
    }
}
