/// The lines of an iCalendar file: folded at 75 octets and ended by CRLF (RFC 5545 §3.1).
///
/// A calendar has up to ten thousand of them and is made while somebody waits: they are written as bytes, once.
struct ContentLines {
    /// UTF-8.
    private(set) var bytes: [UInt8] = []

    /// In octets, without the line's end.
    private static let longest = 75

    /// A property with a value that needs no escaping: a time, a number, a word of the standard.
    mutating func add(_ name: String, _ value: String) {
        let start = begin(name)
        bytes.append(contentsOf: value.utf8)
        end(from: start)
    }

    /// A property with a text for people.
    mutating func add(_ name: String, text: String) {
        add(name, texts: CollectionOfOne(text))
    }

    /// A property with several texts.
    mutating func add(_ name: String, texts: some Collection<String>) {
        let start = begin(name)
        for (place, text) in texts.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            append(escaping: text)
        }
        end(from: start)
    }

    /// Where the line begins.
    private mutating func begin(_ name: String) -> Int {
        let start = bytes.count
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: ":"))
        return start
    }

    /// As the value of a property of the type TEXT (RFC 5545 §3.3.11); control characters, which it may not have, are blanks.
    private mutating func append(escaping text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: break
            case 0x00...0x1F, 0x7F: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
    }

    /// Ends the line that begins at `start`, and folds it where it is too long.
    private mutating func end(from start: Int) {
        if bytes.count - start > ContentLines.longest { fold(from: start) }
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// A fold never cuts a character: readers that unfold after decoding would lose it.
    private mutating func fold(from start: Int) {
        let line = Array(bytes[start...])
        bytes.removeSubrange(start...)
        var rest = line[...]
        // The blank with which the others begin is one of their octets.
        var room = ContentLines.longest
        while rest.count > room {
            var cut = rest.startIndex + room
            while ContentLines.isWithinCharacter(line[cut]) { cut -= 1 }
            bytes.append(contentsOf: rest[..<cut])
            bytes.append(contentsOf: "\r\n ".utf8)
            rest = rest[cut...]
            room = ContentLines.longest - 1
        }
        bytes.append(contentsOf: rest)
    }

    /// Whether a byte of UTF-8 is not the first one of its character.
    private static func isWithinCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
