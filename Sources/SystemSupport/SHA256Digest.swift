import CCrypto

/// SHA-256 of bytes in memory.
package enum SHA256Digest {
    /// 32 bytes.
    package static func bytes(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let done = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(done == 1, "libcrypto cannot compute SHA-256")
        return digest
    }

    /// 64 lower-case hexadecimal digits.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        Hexadecimal.encode(self.bytes(of: bytes))
    }
}
