import CCrypto

@testable import Push

/// What push services do with our signatures.
extension P256PublicKey {
    /// Whether `signature` (64 bytes r ‖ s) is the owner's over `message`, by ES256 (RFC 7518 §3.4).
    func accepts(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let der = P256PublicKey.der(signature), let context = EVP_MD_CTX_new(),
            let handle = try? P256Handle.raw(point: point, scalar: nil)
        else { return false }
        defer { EVP_MD_CTX_free(context) }
        defer { CryptoFault.forget() }
        return EVP_DigestVerifyInit_ex(context, nil, "SHA256", nil, nil, handle.key, nil) == 1
            && EVP_DigestVerify(context, der, der.count, message, message.count) == 1
    }

    /// DER of 64 bytes; nil for another length.
    private static func der(_ raw: [UInt8]) -> [UInt8]? {
        guard raw.count == 64, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let second = Array(raw.dropFirst(32))
        // On success the signature owns both numbers.
        guard ECDSA_SIG_set0(signature, BN_bin2bn(raw, 32, nil), BN_bin2bn(second, 32, nil)) == 1 else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: 80)
        let count = bytes.withUnsafeMutableBufferPointer { buffer -> Int in
            var position = buffer.baseAddress
            return Int(i2d_ECDSA_SIG(signature, &position))
        }
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
