/// Bytes as hexadecimal text, two digits each.
package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Lower case.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Digits of either case; nil: something else, or an odd number of them.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue.map { UInt8($0) } }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
