package import WatchpostModel

/// Reads the times that people type: `18:30` as a clock on the wall shows it, or a whole instant.
package struct EditInstantReader: Sendable {
    private let now: UnixTime
    private let zone: CivilZone

    /// `zone`: of the clock on the wall.
    package init(now: UnixTime, zone: CivilZone) {
        self.now = now
        self.zone = zone
    }

    /// `18:30`, `18:30Z` or `18:30+02:00` is the next such instant, within a day.
    ///
    /// `2026-11-22T18:30`, with or without seconds and `Z` or an offset, is that instant.
    ///
    /// `tomorrow 18:30` and `today 18:30` are of those days as clocks in the zone have them.
    package func instant(_ text: some StringProtocol) throws(EditRefusal) -> UnixTime {
        let characters = Array(String(text))
        let words = text.split(separator: " ")
        if let first = words.first, let days = EditInstantReader.days[first.lowercased()] {
            guard words.count == 2 else {
                throw EditRefusal("say when \(first.lowercased()): \(first.lowercased()) 18:30")
            }
            return try instant(on: day(days), time(Array(String(words[1]))))
        }
        guard characters.count > 11, characters[10] == "T" || characters[10] == " " else {
            return try next(time(characters))
        }
        return try instant(on: String(characters[..<10]), time(Array(characters[11...])))
    }

    private static let days = ["today": 0, "tomorrow": 1]

    /// `2026-11-22`, some days after today.
    private func day(_ days: Int) -> String {
        let today = zone.civil(now)
        // Noon is neither skipped nor repeated.
        let noon = zone.instants(
            year: today.year,
            month: today.month,
            day: today.day + days,
            hour: 12,
            minute: 0,
            second: 0
        )
        let civil = zone.civil(noon.earliest)
        let parts = [civil.month, civil.day].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(civil.year)-\(parts.joined(separator: "-"))"
    }

    /// `42m`, `1h20m`, `1h` or bare minutes from now, to the nearest minute: slots begin with a minute.
    func instant(after text: some StringProtocol) throws(EditRefusal) -> UnixTime {
        var minutes: Int64 = 0
        var number: Int64 = 0
        var hasDigits = false
        for character in text.lowercased() where character != " " {
            switch character {
            case "0"..."9":
                number = min(number * 10 + Int64(character.wholeNumberValue ?? 0), 100_000)
                hasDigits = true
            case "h" where hasDigits: (minutes, number, hasDigits) = (number * 60, 0, false)
            case "m" where hasDigits: (minutes, number, hasDigits) = (minutes + number, 0, false)
            case "i", "n", "u", "t", "e", "s": continue
            default:
                throw EditRefusal("\(EditRefusal.quoted(text)) is not a length of time; write 42m or 1h20m")
            }
        }
        let whole = minutes + number
        guard whole > 0 else {
            throw EditRefusal("\(EditRefusal.quoted(text)) is not a length of time; write 42m or 1h20m")
        }
        let end = now.advanced(by: whole * 60 + 30)
        return end.advanced(by: -((end.seconds % 60 + 60) % 60))
    }

    /// A time of day, perhaps with what stands behind it.
    private struct Time {
        var hour: Int
        var minute: Int
        var second: Int
        /// `Z`, an offset, or nothing: local.
        var offset: String

        var clock: String {
            [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
    }

    private func time(_ characters: [Character]) throws(EditRefusal) -> Time {
        let digits = characters.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        let parts = String(digits).split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let numbers = parts.map { $0.utf8.count <= 2 ? Int($0) ?? -1 : -1 }
        let offset = String(characters.dropFirst(digits.count)).uppercased()
        guard (2...3).contains(numbers.count), parts[1].utf8.count == 2, (0..<24).contains(numbers[0]),
            numbers.dropFirst().allSatisfy({ (0..<60).contains($0) }),
            offset.isEmpty || UnixTime(rfc3339: "2026-01-01T00:00:00\(offset)") != nil
        else {
            throw EditRefusal(
                "\(EditRefusal.quoted(String(characters))) is not a time; write 18:30, tomorrow 18:30, or 2026-11-22T18:30 with Z for UTC or without for local time"
            )
        }
        return Time(
            hour: numbers[0],
            minute: numbers[1],
            second: numbers.count > 2 ? numbers[2] : 0,
            offset: offset
        )
    }

    private func instant(on date: String, _ time: Time) throws(EditRefusal) -> UnixTime {
        let isLocal = time.offset.isEmpty
        guard let instant = UnixTime(rfc3339: "\(date)T\(time.clock)\(isLocal ? "Z" : time.offset)") else {
            throw EditRefusal("“\(date)” is not a day; write it as 2026-11-22")
        }
        guard isLocal else { return instant }
        let fields = date.split(separator: "-").map { Int($0) ?? 1 }
        guard fields.count == 3 else { throw EditRefusal("“\(date)” is not a day; write it as 2026-11-22") }
        return try only(
            zone.instants(
                year: Int64(fields[0]),
                month: fields[1],
                day: fields[2],
                hour: time.hour,
                minute: time.minute,
                second: time.second
            ),
            "\(date) \(time.clock)"
        )
    }

    private func only(_ instants: CivilInstants, _ text: String) throws(EditRefusal) -> UnixTime {
        switch instants {
        case .unique(let time): return time
        case .skipped:
            throw EditRefusal(
                "\(text) never happens in \(zone.name): clocks go forward over it; add Z or an offset"
            )
        case .repeated:
            throw EditRefusal(
                "\(text) happens twice in \(zone.name): clocks go back over it; add Z or an offset"
            )
        }
    }

    /// The first instant after now at which clocks show a time.
    private func next(_ time: Time) throws(EditRefusal) -> UnixTime {
        guard time.offset.isEmpty else {
            let days = [-1, 0, 1, 2].map { now.advanced(by: $0 * 86_400).rfc3339.prefix(10) }
            let found = days.compactMap { UnixTime(rfc3339: "\($0)T\(time.clock)\(time.offset)") }
            guard let next = found.filter({ $0 > now }).min() else {
                throw EditRefusal("“\(time.clock)” is not a time of these days")
            }
            return next
        }
        let today = zone.civil(now)
        for day in 0...1 {
            let instants = zone.instants(
                year: today.year,
                month: today.month,
                day: today.day + day,
                hour: time.hour,
                minute: time.minute,
                second: time.second
            )
            if case .repeated(let first, let second) = instants {
                if first > now { return first }
                if second > now { return second }
            } else {
                let instant = try only(instants, time.clock)
                if instant > now { return instant }
            }
        }
        throw EditRefusal("“\(time.clock)” is not a time of today or tomorrow")
    }
}
