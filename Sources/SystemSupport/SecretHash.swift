import CCrypto

/// Hashes of secrets: what we only verify is never stored itself.
package enum SecretHash {
    /// SHA-256, 32 bytes; a secret of 256 random bits needs no salt and no slow hash.
    package static func of(_ secret: [UInt8]) -> [UInt8] {
        SHA256Digest.bytes(of: secret)
    }

    /// Takes the same time wherever they differ.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
    }
}

/// Random values that nobody can guess.
package enum RandomSource {
    /// From libcrypto's generator; it fails only on a machine without entropy, where nothing secret can be made.
    package static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        precondition(RAND_bytes(&bytes, Int32(count)) == 1, "libcrypto has no random bytes")
        return bytes
    }

    /// Decimal digits, each equally likely: bytes from 250 on would favour the first six.
    package static func digits(_ count: Int) -> String {
        var text = ""
        while text.count < count {
            for byte in bytes(count) where byte < 250 && text.count < count { text += String(byte % 10) }
        }
        return text
    }

    /// For codes that people read to each other: no I, L, O, U (Crockford's base 32).
    package static func letters(_ count: Int) -> String {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        return String(bytes(count).map { alphabet[Int($0 & 31)] })
    }

    /// So many characters of base64url (RFC 4648 §5), six random bits each.
    package static func base64URL(_ count: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return String(bytes(count).map { alphabet[Int($0 & 63)] })
    }
}
