import CCrypto

/// A signature on P-256 is spelt in two ways: DER as libcrypto has it, r ‖ s as JWT wants it.
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
}
