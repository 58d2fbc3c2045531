/// The lines of an iCalendar file: folded at 75 octets and ended by CRLF (RFC 5545 §3.1).
struct ContentLines {
    /// UTF-8.
    private(set) var bytes: [UInt8] = []

    /// In octets, without the line's end.
    private static let longest = 75

    /// A property with a value that needs no escaping: a time, a number, a word of the standard.
    mutating func add(_ name: String, _ value: String) {
        append("\(name):\(value)")
    }

    /// A property with a text for people.
    mutating func add(_ name: String, text: String) {
        append("\(name):\(ContentLines.escaped(text))")
    }

    /// A property with several texts.
    mutating func add(_ name: String, texts: [String]) {
        append("\(name):\(texts.map(ContentLines.escaped).joined(separator: ","))")
    }

    /// As the value of a property of the type TEXT (RFC 5545 §3.3.11); control characters, which it may not have, are blanks.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",":
                result.append("\\")
                result.append(scalar)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\r": break
            case "\u{0}"..."\u{1F}", "\u{7F}": result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A fold never cuts a character: readers that unfold after decoding would lose it.
    private mutating func append(_ line: String) {
        var used = 0
        for scalar in line.unicodeScalars {
            let width = UTF8.width(scalar)
            if used + width > ContentLines.longest {
                bytes.append(contentsOf: "\r\n ".utf8)
                used = 1
            }
            bytes.append(contentsOf: String(scalar).utf8)
            used += width
        }
        bytes.append(contentsOf: "\r\n".utf8)
    }
}
