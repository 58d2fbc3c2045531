import CMicrohttpd
import Glibc

/// What the head of a request says about framing, host and conditions; gathered in one pass over its fields.
///
/// The pointers reach into libmicrohttpd's memory of the connection: valid inside the access handler only.
package struct RequestHead {
    /// What the later calls of the handler need to know; kept in the library's per-request pointer, not allocated.
    package struct Flags: OptionSet {
        package let rawValue: UInt

        package init(rawValue: UInt) { self.rawValue = rawValue }

        /// Always set, so that the pointer is not NULL.
        package static let accepted = Flags(rawValue: 1)
        package static let hasArguments = Flags(rawValue: 2)
        package static let hasIfNoneMatch = Flags(rawValue: 4)
        package static let hasAcceptEncoding = Flags(rawValue: 8)
        /// The body comes in chunks, so that its length shows at its end.
        package static let isChunked = Flags(rawValue: 16)
    }

    package private(set) var flags: Flags = .accepted
    package private(set) var hosts = 0
    package private(set) var host = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    package private(set) var lengths = 0
    /// The declared length of the body; nil when it is not a number below 2^62.
    package private(set) var length: Int64? = 0
    package private(set) var transferEncodings = 0
    /// As it stands there: what stands behind it decides how the library reads the body.
    private var transferEncoding = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private let isCurrentVersion: Bool
    /// A field name with a blank or a control character in it, at its beginning or end perhaps: other servers may read it as
    /// another name.
    package private(set) var hasMalformedName = false
    /// A bare CR in a value, or a blank or control character in the target: other servers may take it for an end.
    private var hasOddByte = false
    private var lines: HeadLines

    /// Lines that could be read in two ways.
    package var isBroken: Bool { hasOddByte || !cmhd_is_strict && lines.isBroken }

    /// `method`, `path` and `version`: where they stand in the request's first line.
    package init(
        of connection: OpaquePointer?,
        _ record: ConnectionRecord,
        method: UnsafePointer<CChar>?,
        path: UnsafePointer<UInt8>?,
        version: UnsafePointer<CChar>?
    ) {
        isCurrentVersion = version.map { strcmp($0, "HTTP/1.1") == 0 } ?? false
        let target = record.target(at: path)
        hasOddByte = target.isOdd
        lines = HeadLines(
            method: HeadLines.Place(method),
            target: target.place,
            version: HeadLines.Place(version)
        )
        FieldLines.each(connection) { note(name: $0, value: $1) }
        lines.finish(size: cmhd_head_size(connection))
        if FieldLines.count(connection, .GET_ARGUMENT_KIND) > 0 { flags.insert(.hasArguments) }
        if transferEncodings > 0 { flags.insert(.isChunked) }
    }

    private mutating func note(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        lines.add(name: HeadLines.Place(name), value: HeadLines.Place(value))
        hasOddByte = hasOddByte || value.contains(0x0D)
        hasMalformedName = hasMalformedName || !name.isFieldName
        switch name.count {
        case 4 where name.isField("host"):
            hosts += 1
            host = value.withoutTrailingBlanks
        case 13 where name.isField("if-none-match"): flags.insert(.hasIfNoneMatch)
        case 14 where name.isField("content-length"):
            lengths += 1
            length = RequestHead.number(value.withoutTrailingBlanks)
        case 15 where name.isField("accept-encoding"): flags.insert(.hasAcceptEncoding)
        case 17 where name.isField("transfer-encoding"):
            transferEncodings += 1
            transferEncoding = value
        default: break
        }
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard (1...18).contains(text.count) else { return nil }
        var value: Int64 = 0
        for byte in text {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }
}

extension RequestHead {
    /// Why this request is refused before its target is looked at; the connection is closed then.
    ///
    /// A body in chunks is taken, and its connection ends with the answer: see ``Exchange/endAfterAnswer()``.
    ///
    /// libmicrohttpd 0.9.75 lets two lengths, a length beside an encoding and a missing host through, on which
    /// a proxy in front and this server could disagree about where a request ends (RFC 9112 §6.3, §11.2), and odd lines, in
    /// which they could see other fields (§2.2).
    package func refusal(policy: HostPolicy) -> Problem? {
        if hasMalformedName {
            return Problem(
                .badRequest,
                "a header name has a blank or a control character; send names without",
                closes: true
            )
        }
        if isBroken {
            return Problem(
                .badRequest,
                "a line of the head goes on in a second one, does not end in CR LF, or has a bare CR or a NUL in it; "
                    + "send each field in one line of plain text",
                closes: true
            )
        }
        if let fault = lengthFault ?? chunksFault { return Problem(.badRequest, fault, closes: true) }
        return hostRefusal(policy)
    }

    private var lengthFault: String? {
        if lengths > 1 { return "Content-Length is given twice; send it once" }
        if lengths > 0 && transferEncodings > 0 {
            return "Content-Length and Transfer-Encoding exclude each other; send one of them"
        }
        return length == nil ? "Content-Length is not a number" : nil
    }

    /// Only what is `chunked` to the last byte is read as chunks by every version of the library.
    private var chunksFault: String? {
        guard transferEncodings > 0 else { return nil }
        if transferEncodings > 1 { return "Transfer-Encoding is given twice; send it once" }
        if !transferEncoding.isField("chunked") {
            return "Transfer-Encoding is not “chunked” alone; send that, or a Content-Length"
        }
        // An older server in between would read no chunks (RFC 9112 §6.1).
        return isCurrentVersion ? nil : "HTTP/1.0 has no Transfer-Encoding; send a Content-Length"
    }

    private func hostRefusal(_ policy: HostPolicy) -> Problem? {
        guard hosts == 1, !host.isEmpty else {
            let detail = hosts > 1 ? "Host is given twice; send it once" : "Host is missing; send it"
            return Problem(.badRequest, detail, closes: true)
        }
        return policy.accepts(host) ? nil : .misdirected
    }
}

extension HeadLines.Place {
    /// A text as the library gives it to the access handler.
    fileprivate init(_ text: UnsafePointer<CChar>?) {
        let start = UInt(bitPattern: text)
        self.init(start: start, end: start &+ UInt(text.map { strlen($0) } ?? 0))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether it has any bytes, and no blank or control character: `isField` would take some of those for other signs.
    fileprivate var isFieldName: Bool { !isEmpty && allSatisfy { $0 > 0x20 && $0 != 0x7F } }

    /// ASCII case-insensitive; `name` is lower case and of the same length.
    package func isField(_ name: StaticString) -> Bool {
        isField(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    package func isField(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count == count else { return false }
        for index in 0..<count where self[index] | 0x20 != name[index] | 0x20 { return false }
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Blanks behind a field's value are not part of it (RFC 9110 §5.5); libmicrohttpd 0.9.75 leaves them there.
    var withoutTrailingBlanks: Self {
        guard let last = lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else {
            return Self(rebasing: self[..<0])
        }
        return Self(rebasing: self[...last])
    }
}
