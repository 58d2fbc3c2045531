import CCrypto

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
