import CCrypto

/// SHA-256 as text.
package enum SHA256Digest {
    /// 64 lower-case hexadecimal digits.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        let done = EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil)
        precondition(done == 1 && length == 32, "libcrypto cannot compute SHA-256")
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in digest {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x57 + value
    }
}
