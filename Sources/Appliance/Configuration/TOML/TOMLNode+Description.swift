extension TOMLNode {
    /// What a message calls the type of the value: `a string`.
    package var typeName: String {
        switch value {
        case .table: "a table"
        case .array: "an array"
        case .string: "a string"
        case .integer: "a whole number"
        case .float: "a fractional number"
        case .boolean: "true or false"
        case .time: "a time of day"
        case .date: "a date"
        case .dateTime: "a date and time"
        }
    }

    /// The value as a message quotes it: one line, at most 60 characters, no control characters.
    package var shown: String {
        switch value {
        case .table: "{…}"
        case .array(let elements): elements.isEmpty ? "[]" : "[…]"
        case .string(let text): TOMLNode.quoted(text)
        case .integer(let number): "\(number)"
        case .float(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .time(let seconds): TOMLNode.clock(seconds)
        case .date(let text), .dateTime(let text, _): text
        }
    }

    /// A string in quotes, cut and made printable: it may be anything, and messages go to terminals and logs.
    package static func quoted(_ text: String) -> String {
        "\"\(printable(text, limit: 58))\""
    }

    /// At most `limit` characters of `text`, with control characters replaced.
    package static func printable(_ text: String, limit: Int) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            let isControl =
                scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            shown.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return text.unicodeScalars.count > limit ? shown + "…" : shown
    }

    /// `07:30:00`.
    package static func clock(_ secondsOfDay: Int) -> String {
        [secondsOfDay / 3_600, secondsOfDay / 60 % 60, secondsOfDay % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}
