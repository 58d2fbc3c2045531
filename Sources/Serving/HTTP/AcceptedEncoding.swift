/// Whether a client takes gzip, from the lines of its Accept-Encoding (RFC 9110 §12.5.3).
package struct AcceptedEncoding {
    private var gzip: Bool?
    private var any: Bool?

    /// `gzip` named wins over `*`; silence means no.
    package var takesGzip: Bool { gzip ?? any ?? false }

    /// What the request on a connection says; only from its access handler.
    package static func takesGzip(_ connection: OpaquePointer?, _ flags: RequestHead.Flags) -> Bool {
        guard flags.contains(.hasAcceptEncoding) else { return false }
        var accepted = AcceptedEncoding()
        FieldLines.visit(connection, "accept-encoding") { accepted.read($0) }
        return accepted.takesGzip
    }

    /// Reads one line.
    package mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
        for item in line.split(separator: UInt8(ascii: ",")) {
            let parts = item.split(separator: UInt8(ascii: ";"), maxSplits: 1)
            guard let name = parts.first else { continue }
            let accepted = parts.count < 2 || !AcceptedEncoding.isZero(parts[1])
            let word = AcceptedEncoding.trimmed(name)
            if word.isField("gzip") || word.isField("x-gzip") { gzip = accepted }
            if word.isField("*") { any = accepted }
        }
    }

    /// `q=0`, `q=0.`, `q=0.000`: not acceptable.
    private static func isZero(_ parameter: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let weight = parameter.filter { $0 != 0x20 && $0 != 0x09 }
        guard weight.count >= 3, weight[0] | 0x20 == UInt8(ascii: "q"), weight[1] == UInt8(ascii: "=") else {
            return false
        }
        return weight[2...].allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    }

    private static func trimmed(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = text.firstIndex(where: { !isBlank($0) }),
            let last = text.lastIndex(where: { !isBlank($0) })
        else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(rebasing: text.base[first...last])
    }
}
