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
