import SystemSupport

/// Writes JSON straight into bytes: payloads are many, small and flat, and their size counts.
package struct JSONText {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// `{`, the members that `body` writes, `}`.
    package mutating func object(_ body: (inout JSONText) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// A member that is an object.
    package mutating func member(_ name: StaticString, _ body: (inout JSONText) -> Void) {
        begin(name)
        object(body)
    }

    /// A member that is a string.
    package mutating func member(_ name: StaticString, _ value: String) {
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 { JSONText.escape(byte, into: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A member that is a whole number.
    package mutating func member(_ name: StaticString, _ value: Int64) {
        begin(name)
        bytes.append(contentsOf: "\(value)".utf8)
    }

    /// A member that is true or false.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        begin(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    private mutating func begin(_ name: StaticString) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// How many bytes `text` takes between its quotes.
    package static func size(of text: some StringProtocol) -> Int {
        text.utf8.reduce(0) { $0 + ($1 < 0x20 ? 6 : $1 == 0x22 || $1 == 0x5C ? 2 : 1) }
    }

    /// Control characters as `\u00XX`, quotes and backslashes with a backslash; all else is UTF-8 as it is.
    private static func escape(_ byte: UInt8, into bytes: inout [UInt8]) {
        switch byte {
        case 0x22, 0x5C: bytes += [0x5C, byte]
        case 0..<0x20: bytes += Array("\\u00".utf8) + Array(Hexadecimal.encode([byte]).utf8)
        default: bytes.append(byte)
        }
    }
}

extension String {
    /// The text, or as much of its beginning as takes `limit` bytes in JSON with an ellipsis; whole characters only.
    package func cut(toJSONBytes limit: Int) -> String {
        guard JSONText.size(of: self) > limit else { return self }
        let ellipsis = "…"
        var room = limit - ellipsis.utf8.count
        guard room >= 0 else { return "" }
        var end = startIndex
        while end < endIndex {
            let next = index(after: end)
            room -= JSONText.size(of: self[end..<next])
            guard room >= 0 else { break }
            end = next
        }
        return self[..<end] + ellipsis
    }
}
