import CCrypto

/// The two spellings of a signature on P-256: DER as libcrypto has it, r ‖ s as JWT wants it.
package enum ECDSASignature {
    /// 64 bytes of a DER signature; nil when it is none.
    package static func raw(_ der: ArraySlice<UInt8>) -> [UInt8]? {
        der.withUnsafeBufferPointer { bytes -> [UInt8]? in
            var position = bytes.baseAddress
            guard let signature = d2i_ECDSA_SIG(nil, &position, bytes.count) else { return nil }
            defer { ECDSA_SIG_free(signature) }
            var first = [UInt8](repeating: 0, count: 32)
            var second = first
            guard BN_bn2binpad(ECDSA_SIG_get0_r(signature), &first, 32) == 32,
                BN_bn2binpad(ECDSA_SIG_get0_s(signature), &second, 32) == 32
            else { return nil }
            return first + second
        }
    }

    /// DER of 64 bytes; nil for another length.
    package static func der(_ raw: [UInt8]) -> [UInt8]? {
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
