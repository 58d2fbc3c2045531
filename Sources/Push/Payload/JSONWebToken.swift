import SystemSupport

/// A JSON Web Token signed with ES256 (RFC 7515, RFC 7518 §3.4), which APNs and Web Push take as proof of the sender.
package enum JSONWebToken {
    /// `header.claims.signature`; both parts are JSON objects.
    package static func sign(header: [UInt8], claims: [UInt8], key: P256PrivateKey) throws(CryptoFault)
        -> String
    {
        let signed = "\(Base64URL.encode(header)).\(Base64URL.encode(claims))"
        let signature = try key.sign(Array(signed.utf8))
        return "\(signed).\(Base64URL.encode(signature))"
    }
}
