import CCrypto

/// Why a key or a message cannot be used, in words that fit after “the key cannot be used: ”.
package enum CryptoFault: Error, Hashable, CustomStringConvertible {
    /// Not a PEM file with an unencrypted private key in PKCS#8.
    case notAPrivateKey
    /// A key of another kind: RSA, another curve.
    case notP256
    /// The coordinates are no point of the curve; an attacker chooses such ones to learn a private key.
    case notOnCurve
    /// libcrypto failed at `step`: out of memory, or a broken installation.
    case library(String)

    package var description: String {
        switch self {
        case .notAPrivateKey: "it is not an unencrypted private key in PEM form (BEGIN PRIVATE KEY)"
        case .notP256: "it is not a key for the curve P-256"
        case .notOnCurve: "it is not a point of the curve P-256"
        case .library(let step): "libcrypto cannot \(step)"
        }
    }

    /// Empties this thread's error queue, which would otherwise speak up in somebody else's call.
    package static func forget() { ERR_clear_error() }
}

/// Bytes that nobody can guess, and comparing such without telling where they differ.
package enum SecureBytes {
    /// `count` bytes of libcrypto's generator.
    package static func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let done = RAND_bytes(&bytes, Int32(count))
        precondition(done == 1, "libcrypto has no random bytes")
        return bytes
    }

    /// SHA-256, 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let done = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        precondition(done == 1, "libcrypto cannot compute SHA-256")
        return digest
    }
}
