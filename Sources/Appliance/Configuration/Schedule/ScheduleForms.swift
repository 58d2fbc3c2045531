import Core
import WatchpostModel

/// How the values of a schedule file are written.
enum ScheduleForms {
    static let source = ValueForm<String>.string(upTo: 200)
    static let name = ValueForm<String>.string(upTo: 40)
    static let minutes = ValueForm<Int>.integer(1...Int(RotationCycle.maximumMinutes))
    /// A mode's key stands in URLs and in settings.
    static let key = identifier("1…32 of a-z, 0-9 and -") { isMade($0, upTo: 32, of: .slug) }
    /// A map's code: `OL`, or what upstream calls a map that has no short name.
    static let code = identifier("1…64 of A-Z, a-z, 0-9, _ and -") { MapCode.isCode($0) }
    /// An SF symbol: `party.popper.fill`.
    static let symbol = identifier("1…100 of a-z, 0-9 and .") {
        isMade($0, upTo: 100, of: .smallLetters | .digits | ".")
    }

    /// A date and time with its offset from UTC, or as the clocks of `zone` show it: without either nobody knows which
    /// instant is meant.
    static func instant(in zone: CivilZone?) -> ValueForm<UnixTime> {
        ValueForm(
            allowed: "a date and time such as 2025-09-16T17:00:00Z",
            read: { node, spot in
                guard case .dateTime(let text, let instant) = node.value else {
                    spot.refuse(
                        node,
                        "is \(node.typeName)",
                        remedy: "write it as 2025-09-16T17:00:00Z, without quotes"
                    )
                    return nil
                }
                return instant ?? local(text, in: zone, node, spot)
            },
            show: { $0.rfc3339 }
        )
    }

    /// One instant, once and for all: the cycle ticks on in UTC from there, whatever the zone's clocks do later.
    private static func local(
        _ text: String,
        in zone: CivilZone?,
        _ node: TOMLNode,
        _ spot: ValueSpot
    ) -> UnixTime? {
        guard let zone else {
            spot.refuse(
                node,
                "does not say in which zone it is",
                remedy: "add Z for UTC, an offset such as -07:00, or time_zone = \"America/Los_Angeles\""
            )
            return nil
        }
        // The TOML reader has checked the form and the calendar: date, time, perhaps a fraction of a second.
        let fields = text.split { !("0"..."9").contains($0) }.prefix(6).map { Int($0) ?? 0 }
        guard fields.count == 6 else { return nil }
        let instants = zone.instants(
            year: Int64(fields[0]),
            month: fields[1],
            day: fields[2],
            hour: fields[3],
            minute: fields[4],
            second: fields[5]
        )
        switch instants {
        case .unique(let time): return time
        case .skipped:
            spot.refuse(
                node,
                "never happens in \(zone.name): clocks go forward over it",
                remedy: "write it with Z"
            )
        case .repeated:
            spot.refuse(
                node,
                "happens twice in \(zone.name): clocks go back over it",
                remedy: "write it with Z"
            )
        }
        return nil
    }

    private static func isMade(_ text: String, upTo limit: Int, of set: ASCIISet) -> Bool {
        (1...limit).contains(text.utf8.count) && text.isMade(of: set)
    }

    private static func identifier(
        _ allowed: String,
        _ isAllowed: @escaping @Sendable (String) -> Bool
    ) -> ValueForm<String> {
        .text(allowed) { text throws(InvalidValue) in
            guard isAllowed(text) else {
                throw InvalidValue("is not a name that can be used here", remedy: "write \(allowed)")
            }
            return text
        } show: {
            $0
        }
    }
}
