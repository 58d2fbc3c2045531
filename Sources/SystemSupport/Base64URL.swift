/// Base64url without padding (RFC 4648 §5), which JWT, VAPID and Web Push keys are written in.
package enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = (buffer & 0xFF) << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(buffer >> bits & 63)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(buffer << (6 - bits) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of `text`; nil for anything that `encode` would not have written.
    ///
    /// So one value has one spelling: bits left over must be zero, and there is no padding.
    package static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            buffer = (buffer & 0xFFF) << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        guard bits < 6, buffer & ((1 << bits) - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case 0x41...0x5A: UInt32(character) - 0x41
        case 0x61...0x7A: UInt32(character) - 0x47
        case 0x30...0x39: UInt32(character) + 4
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
