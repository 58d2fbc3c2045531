import WatchpostModel

/// What an Apple developer account gives to sign with.
struct APNsKey: Sendable {
    /// Ten characters, the account's.
    var team: String
    /// Ten characters, the key's.
    var id: String
    var key: P256PrivateKey

    /// A provider token that says it was made at `time`.
    func token(at time: UnixTime) throws(CryptoFault) -> Secret {
        var header = JSONText()
        header.object { json in
            json.member("alg", "ES256")
            json.member("kid", id)
        }
        var claims = JSONText()
        claims.object { json in
            json.member("iss", team)
            json.member("iat", time.seconds)
        }
        return Secret(try JSONWebToken.sign(header: header.bytes, claims: claims.bytes, key: key))
    }
}
