package import WatchpostModel

/// One value of a TOML file and the place where it stands.
package struct TOMLNode: Sendable {
    package let place: TextPlace
    package let value: TOMLValue

    package init(place: TextPlace, value: TOMLValue) {
        self.place = place
        self.value = value
    }
}

/// The types of TOML 1.0.
package enum TOMLValue: Sendable {
    case table(TOMLTable)
    case array([TOMLNode])
    case string(String)
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    /// `07:30:00`; fractions of a second are dropped.
    case time(secondsOfDay: Int)
    /// `2026-11-21`, checked against the calendar, as it is written.
    case date(String)
    /// As it is written; `instant` is nil for a local date-time (without an offset).
    case dateTime(String, instant: UnixTime?)
}

/// A table: its entries in the order of the file.
package struct TOMLTable: Sendable {
    package let entries: [TOMLEntry]

    package init(entries: [TOMLEntry] = []) {
        self.entries = entries
    }

    package subscript(key: String) -> TOMLEntry? {
        entries.first { $0.key == key }
    }
}

/// A key, where it stands, and its value.
package struct TOMLEntry: Sendable {
    package let key: String
    package let keyPlace: TextPlace
    package let node: TOMLNode

    package init(key: String, keyPlace: TextPlace, node: TOMLNode) {
        self.key = key
        self.keyPlace = keyPlace
        self.node = node
    }
}
