import CCrypto
import Glibc

/// One EVP_PKEY that is certainly an EC key on P-256 (prime256v1), freed with its last owner.
///
/// `@unchecked Sendable`: the key is never changed after `init`, and each operation makes a context of its own;
/// libcrypto allows concurrent use of an unchanging EVP_PKEY (openssl-threads(7)).
package final class P256Handle: @unchecked Sendable {
    package let key: OpaquePointer

    /// Takes ownership of `key`, and refuses it when it is of another kind.
    package init(taking key: OpaquePointer) throws(CryptoFault) {
        self.key = key
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_EC else { throw .notP256 }
        var name = [CChar](repeating: 0, count: 64)
        guard EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1,
            strcmp(name, "prime256v1") == 0 || strcmp(name, "P-256") == 0
        else { throw .notP256 }
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// A fresh pair.
    package static func generate() throws(CryptoFault) -> P256Handle {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw .library("make keys") }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_group_name(context, "prime256v1") == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { throw .library("make keys") }
        return try P256Handle(taking: key)
    }

    /// A key from its raw parts: the uncompressed point, and the scalar for a private one.
    ///
    /// libcrypto checks that the point is on the curve, not that the scalar belongs to it.
    package static func raw(point: [UInt8], scalar: [UInt8]?) throws(CryptoFault) -> P256Handle {
        let number = scalar.flatMap { BN_bin2bn($0, Int32($0.count), nil) }
        defer { BN_clear_free(number) }
        var point = point
        guard let key = ccrypto_p256_import(&point, point.count, number) else {
            CryptoFault.forget()
            throw .notOnCurve
        }
        return try P256Handle(taking: key)
    }

    /// The uncompressed point, 65 bytes.
    package var point: [UInt8] {
        var point = [UInt8](repeating: 0, count: 65)
        var count = 0
        let done = EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, &point, point.count, &count)
        precondition(done == 1 && count == 65, "libcrypto cannot write a P-256 point")
        return point
    }
}
