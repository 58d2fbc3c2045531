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
}
