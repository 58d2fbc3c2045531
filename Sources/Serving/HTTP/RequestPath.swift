/// The path of a request, split first and decoded then, so that `%2F` cannot become a separator.
package struct RequestPath: Hashable {
    /// Decoded segments; `/` has one empty segment.
    package let segments: [String]

    /// Longest raw segment and path, in bytes: our longest slug needs some 120.
    private static let longestSegment = 512
    private static let longestPath = 2_048

    /// Decodes a raw path strictly: bad escapes, NUL, invalid UTF-8 and over-long parts are refused.
    package init(_ raw: some Collection<UInt8>) throws(Problem) {
        guard raw.first == UInt8(ascii: "/") else {
            throw Problem(.badRequest, "the path must begin with a slash")
        }
        guard raw.count <= RequestPath.longestPath else {
            throw Problem(.badRequest, "the path is longer than \(RequestPath.longestPath) bytes")
        }
        var segments: [String] = []
        for part in raw.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard part.count <= RequestPath.longestSegment else {
                throw Problem(
                    .badRequest,
                    "a part of the path is longer than \(RequestPath.longestSegment) bytes"
                )
            }
            guard let text = PercentEncoding.decode(part) else {
                throw Problem(.badRequest, "a part of the path is not percent-encoded UTF-8")
            }
            segments.append(text)
        }
        self.segments = segments
    }
}

/// Percent-encoding of RFC 3986 §2.1.
package enum PercentEncoding {
    /// nil for a bad escape, a NUL or invalid UTF-8.
    package static func decode(_ raw: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count)
        var rest = raw[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
