import SystemSupport

/// A strong entity tag: what a client sends back to ask whether it still has the newest bytes (RFC 9110 §8.8.3).
package struct EntityTag: Hashable, Sendable {
    /// With its quotes.
    package let text: String
    private let bytes: [UInt8]

    package init(_ opaque: String) {
        text = "\"\(opaque)\""
        bytes = Array(text.utf8)
    }

    /// What exactly these bytes are called.
    package init(of body: [UInt8]) {
        self.init(String(SHA256Digest.hexadecimal(of: body).prefix(32)))
    }

    /// What the same bytes are called where they are compressed: another representation of theirs (RFC 9110 §8.8.3.3).
    package var compressed: EntityTag { EntityTag("\(text.dropFirst().dropLast())-gz") }

    /// Whether one line of If-None-Match names this tag: `*`, or a list compared weakly (RFC 9110 §13.1.2).
    package func isNamed(in line: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = line[...]
        while let start = rest.firstIndex(where: { !EntityTag.isSeparator($0) }) {
            rest = rest[start...]
            if rest.first == UInt8(ascii: "*") { return true }
            if rest.starts(with: EntityTag.weak) { rest = rest.dropFirst(2) }
            guard rest.first == UInt8(ascii: "\"") else { return false }
            guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return false }
            if rest[rest.startIndex...end].elementsEqual(bytes) { return true }
            rest = rest[(end + 1)...]
        }
        return false
    }

    private static let weak: [UInt8] = [0x57, 0x2F]

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
