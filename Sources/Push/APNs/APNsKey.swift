package import SystemSupport
package import WatchpostModel

/// What an Apple developer account gives to sign with.
package struct APNsKey: Sendable {
    /// Ten characters, the account's.
    package var team: String
    /// Ten characters, the key's.
    package var id: String
    package var key: P256PrivateKey

    package init(team: String, id: String, key: P256PrivateKey) {
        self.team = team
        self.id = id
        self.key = key
    }

    /// A provider token that says it was made at `time`.
    package func token(at time: UnixTime) throws(CryptoFault) -> Secret {
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
