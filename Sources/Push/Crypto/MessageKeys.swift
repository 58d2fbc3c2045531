import CCrypto

/// HKDF with SHA-256 (RFC 5869), extract and expand in one.
package enum HKDF {
    /// `count` bytes for the purpose `info`.
    package static func derive(
        salt: [UInt8],
        secret: [UInt8],
        info: [UInt8],
        count: Int
    ) throws(CryptoFault) -> [UInt8] {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil) else { throw .library("derive keys") }
        defer { EVP_PKEY_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: count)
        var filled = count
        guard EVP_PKEY_derive_init(context) == 1,
            EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1,
            EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)) == 1,
            EVP_PKEY_CTX_set1_hkdf_key(context, secret, Int32(secret.count)) == 1,
            EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(info.count)) == 1,
            EVP_PKEY_derive(context, &output, &filled) == 1, filled == count
        else {
            CryptoFault.forget()
            throw .library("derive keys")
        }
        return output
    }
}

/// AES-128-GCM (NIST SP 800-38D), one message a key.
package enum AES128GCM {
    /// The encrypted bytes and the 16 bytes of the tag after them.
    package static func seal(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptoFault)
        -> [UInt8]
    {
        precondition(key.count == 16 && nonce.count == 12, "AES-128-GCM takes 16 and 12 bytes")
        guard let context = EVP_CIPHER_CTX_new() else { throw .library("encrypt") }
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: plaintext.count)
        var tag = [UInt8](repeating: 0, count: 16)
        var (count, rest): (Int32, Int32) = (0, 0)
        guard EVP_EncryptInit_ex2(context, EVP_aes_128_gcm(), key, nonce, nil) == 1,
            EVP_EncryptUpdate(context, &sealed, &count, plaintext, Int32(plaintext.count)) == 1,
            EVP_EncryptFinal_ex(context, &tag, &rest) == 1, Int(count + rest) == plaintext.count,
            ccrypto_gcm_tag(context, 16, &tag) == 1
        else {
            CryptoFault.forget()
            throw .library("encrypt")
        }
        return sealed + tag
    }
}
