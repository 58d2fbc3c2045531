import Core
import SystemSupport
package import WatchpostModel

/// The tokens by which push services recognise us (VAPID, RFC 8292): one for each origin, made seldom.
///
/// A token lives for twelve hours and is renewed an hour before its end. Apple refuses senders that renew theirs more
/// than once an hour. A clock that jumped makes the old ones useless, and they are made again.
package struct VAPIDTokens {
    private struct Token {
        var text: String
        /// By the wall clock; what the token itself says.
        var madeAt: UnixTime
        /// By the clock that never jumps.
        var madeAfter: Duration
        /// The origin took a notice with one of ours.
        var isAccepted = false
    }

    private static let life: Int64 = 43_200
    private static let renewal: Int64 = 3_600
    /// Of origins, of which browsers have four and the owner may name a few.
    private static let limit = 64

    private let key: P256PrivateKey
    private let contact: String?
    /// The part after the token, the same for all.
    private let keyText: String
    private var tokens: [String: Token] = [:]

    /// `contact` is `mailto:` or `https:`, who to turn to; nil leaves it out, which Apple does not accept.
    package init(key: P256PrivateKey, contact: String?) {
        self.key = key
        self.contact = contact
        keyText = Base64URL.encode(key.point)
    }

    /// The `Authorization` field for an origin.
    package mutating func authorization(for origin: String, wall: UnixTime, monotonic: Duration)
        throws(CryptoFault)
        -> String
    {
        if let token = tokens[origin], isGood(token, wall, monotonic) { return field(token) }
        let token = Token(
            text: try JSONWebToken.sign(
                header: Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8),
                claims: claims(origin, expiry: wall.advanced(by: VAPIDTokens.life)),
                key: key
            ),
            madeAt: wall,
            madeAfter: monotonic
        )
        if tokens.count >= VAPIDTokens.limit { forgetOldest() }
        tokens[origin] = token
        return field(token)
    }

    /// The origin took a notice with our token.
    package mutating func accepted(_ origin: String) {
        tokens[origin]?.isAccepted = true
    }

    /// The origin refused its token: a new one is made next time, if the last is more than an hour old.
    ///
    /// False: it is too early for a new one.
    package mutating func renew(_ origin: String, monotonic: Duration) -> Bool {
        guard let token = tokens[origin] else { return true }
        guard monotonic - token.madeAfter >= .seconds(VAPIDTokens.renewal) else { return false }
        tokens[origin] = nil
        return true
    }

    private func isGood(_ token: Token, _ wall: UnixTime, _ monotonic: Duration) -> Bool {
        let age = wall.since(token.madeAt)
        let drift = age - (monotonic - token.madeAfter).components.seconds
        return (-60...60).contains(drift) && age < VAPIDTokens.life - VAPIDTokens.renewal
    }

    private func field(_ token: Token) -> String { "vapid t=\(token.text), k=\(keyText)" }

    private func claims(_ origin: String, expiry: UnixTime) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("aud", origin)
            json.member("exp", expiry.seconds)
            if let contact { json.member("sub", contact) }
        }
        return json.bytes
    }

    /// Strangers can invent hosts below a service's domain: one that took a notice is forgotten last, because a service
    /// refuses who renews often.
    private mutating func forgetOldest() {
        let oldest = tokens.min {
            ($0.value.isAccepted ? 1 : 0, $0.value.madeAfter) < (
                $1.value.isAccepted ? 1 : 0, $1.value.madeAfter
            )
        }
        if let oldest { tokens[oldest.key] = nil }
    }
}
