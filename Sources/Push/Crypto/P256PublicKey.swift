import CCrypto
package import SystemSupport

/// Somebody else's point on P-256, checked to lie on the curve.
package struct P256PublicKey: Sendable {
    fileprivate let handle: P256Handle
    /// Uncompressed: 04, x, y; 65 bytes.
    package let point: [UInt8]

    /// Reads an uncompressed point; compressed ones and the point at infinity are refused.
    package init(point: [UInt8]) throws(CryptoFault) {
        guard point.count == 65, point.first == 4 else { throw .notOnCurve }
        handle = try P256Handle.raw(point: point, scalar: nil)
        self.point = point
    }

    /// The shared secret of ECDH: the x coordinate, 32 bytes.
    fileprivate func secret(with own: P256Handle) throws(CryptoFault) -> [UInt8] {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, own.key, nil) else {
            throw .library("agree on a key")
        }
        defer { EVP_PKEY_CTX_free(context) }
        var secret = [UInt8](repeating: 0, count: 32)
        var count = secret.count
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, handle.key) == 1,
            EVP_PKEY_derive(context, &secret, &count) == 1, count == 32
        else {
            CryptoFault.forget()
            throw .library("agree on a key")
        }
        return secret
    }
}

/// A private key on P-256: signs (ES256) and agrees on secrets (ECDH).
package struct P256PrivateKey: Sendable {
    private let handle: P256Handle
    /// The public half, uncompressed, 65 bytes.
    package let point: [UInt8]

    private init(_ handle: P256Handle) {
        self.handle = handle
        point = handle.point
    }

    /// A new one.
    package init() throws(CryptoFault) {
        self.init(try P256Handle.generate())
    }

    /// Its raw parts, 32 and 65 bytes.
    package init(scalar: [UInt8], point: [UInt8]) throws(CryptoFault) {
        guard scalar.count == 32, point.count == 65, point.first == 4 else { throw .notOnCurve }
        self.init(try P256Handle.raw(point: point, scalar: scalar))
    }

    /// Reads a PEM file's text: PKCS#8 as Apple hands it out, or what `pem` wrote.
    ///
    /// Encrypted keys are refused.
    package init(pem: String) throws(CryptoFault) {
        let bytes = Array(pem.utf8)
        let key = bytes.withUnsafeBytes { buffer -> OpaquePointer? in
            guard let memory = ccrypto_read_only_memory(buffer.baseAddress, Int32(clamping: buffer.count))
            else {
                return nil
            }
            defer { BIO_free(memory) }
            return PEM_read_bio_PrivateKey(memory, nil, refuseToAskForPassword, nil)
        }
        defer { CryptoFault.forget() }
        guard let key else { throw .notAPrivateKey }
        self.init(try P256Handle(taking: key))
    }

    /// The key as unencrypted PKCS#8 in PEM.
    package func pem() throws(CryptoFault) -> Secret {
        guard let memory = ccrypto_memory() else { throw .library("write a key") }
        defer { BIO_free(memory) }
        guard PEM_write_bio_PKCS8PrivateKey(memory, handle.key, nil, nil, 0, nil, nil) == 1 else {
            throw .library("write a key")
        }
        var start: UnsafeMutablePointer<CChar>?
        let count = ccrypto_memory_bytes(memory, &start)
        return Secret(String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self))
    }

    /// ES256 over `message`: r ‖ s, 64 bytes, as JWT wants it (RFC 7518 §3.4).
    package func sign(_ message: [UInt8]) throws(CryptoFault) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw .library("sign") }
        defer { EVP_MD_CTX_free(context) }
        var der = [UInt8](repeating: 0, count: 80)
        var count = der.count
        guard EVP_DigestSignInit_ex(context, nil, "SHA256", nil, nil, handle.key, nil) == 1,
            EVP_DigestSign(context, &der, &count, message, message.count) == 1,
            let raw = ECDSASignature.raw(der.prefix(count))
        else {
            CryptoFault.forget()
            throw .library("sign")
        }
        return raw
    }

    /// The shared secret with the owner of `other`, 32 bytes.
    package func agree(with other: P256PublicKey) throws(CryptoFault) -> [UInt8] {
        try other.secret(with: handle)
    }
}

/// Without it libcrypto would ask for the password of an encrypted key at the terminal, and wait for ever.
private func refuseToAskForPassword(
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int32,
    _ writing: Int32,
    _ context: UnsafeMutableRawPointer?
) -> Int32 { -1 }
