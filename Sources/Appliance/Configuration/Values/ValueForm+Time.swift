package import Core

extension ValueForm<Duration> {
    /// A length of time within `range`.
    package static func duration(_ range: ClosedRange<Duration>) -> ValueForm {
        .text(DurationText.show(range)) { text throws(InvalidValue) in
            try DurationText.parse(text, within: range)
        } show: {
            DurationText.show($0)
        }
    }
}

extension ValueForm<CivilZone> {
    /// A zone of the IANA database.
    package static let timeZone = ValueForm.text("IANA time zone such as `Europe/Warsaw`") {
        text throws(InvalidValue) in
        if !text.utf8.contains(0), let zone = CivilZone(named: text) { return zone }
        throw InvalidValue("is not a time zone that this machine knows", remedy: zoneRemedy(text))
    } show: {
        $0.name
    }

    /// Tries what people often write instead: other case, spaces, names that tzdata has moved to tzdata-legacy.
    private static func zoneRemedy(_ text: String) -> String {
        let joined = String(text.prefix(64).map { $0 == " " ? "_" : $0 })
        let capitalised = joined.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() } }
            .map { $0.joined(separator: "_") }
            .joined(separator: "/")
        let guesses = [legacyZones[joined], joined.uppercased(), capitalised, joined].compactMap { $0 }
        let known = guesses.first { !$0.utf8.contains(0) && CivilZone(named: $0) != nil }
        let list = "names look like Europe/Warsaw, `timedatectl list-timezones` lists them"
        return known.map { "did you mean \"\($0)\"? \(list)" } ?? list
    }

    /// Old names that Debian 13 ships in a package of their own, and what they are called now.
    private static let legacyZones = [
        "US/Pacific": "America/Los_Angeles", "US/Mountain": "America/Denver", "US/Central": "America/Chicago",
        "US/Eastern": "America/New_York", "PST": "America/Los_Angeles", "MST": "America/Denver",
        "CST": "America/Chicago", "EST": "America/New_York", "GMT+1": "Europe/Paris", "KST": "Asia/Seoul",
        "ROK": "Asia/Seoul", "ROC": "Asia/Taipei", "PRC": "Asia/Shanghai",
    ]
}

extension ValueForm<Weekday> {
    /// A day of the week, in English, lower case.
    package static let weekday = ValueForm.choice(Weekday.allCases.map { (name: "\($0)", value: $0) })
}
