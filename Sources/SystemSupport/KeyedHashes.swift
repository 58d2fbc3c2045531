import CCrypto

/// HMAC with SHA-256 (RFC 2104): proves that whoever sent something has a key.
package enum HMACSHA256 {
    /// 32 bytes; compare them with ``SecretHash/areEqual(_:_:)`` alone.
    package static func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        var count = 0
        let done = EVP_Q_mac(
            nil,
            "HMAC",
            nil,
            "SHA256",
            nil,
            key,
            key.count,
            bytes,
            bytes.count,
            &code,
            code.count,
            &count
        )
        precondition(done != nil && count == 32, "libcrypto cannot compute HMAC with SHA-256")
        return code
    }
}

/// HKDF with SHA-256 (RFC 5869), extract and expand in one.
package enum HKDF {
    /// `count` bytes for the purpose `info`, 8,160 at most.
    package static func derive(salt: [UInt8], secret: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil) else {
            preconditionFailure("libcrypto has no HKDF")
        }
        defer { EVP_PKEY_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: count)
        var filled = count
        let isDone =
            EVP_PKEY_derive_init(context) == 1
            && EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1
            && EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)) == 1
            && EVP_PKEY_CTX_set1_hkdf_key(context, secret, Int32(secret.count)) == 1
            && EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(info.count)) == 1
            && EVP_PKEY_derive(context, &output, &filled) == 1
        precondition(isDone && filled == count, "libcrypto cannot derive keys")
        return output
    }
}
