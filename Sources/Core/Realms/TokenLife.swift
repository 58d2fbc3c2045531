/// The life of one OAuth access token: fetched once, used until shortly before its end or until it is refused.
///
/// Times are monotonic. Only one fetch is under way at a time; who asks meanwhile waits for it.
package struct TokenLife: Hashable, Sendable {
    private struct Token: Hashable {
        var value: String
        var renewAt: Duration
    }

    private var token: Token?

    package init() {}

    /// The token to use now; nil when one has to be fetched first.
    package func current(at now: Duration) -> String? {
        guard let token, now < token.renewAt else { return nil }
        return token.value
    }

    /// A new token: it is renewed five minutes, or for short lives a tenth, before its end.
    package mutating func received(_ value: String, expiresIn seconds: Int64, at now: Duration) {
        let life = Duration.seconds(max(0, min(seconds, 30 * 86_400)))
        token = Token(value: value, renewAt: now + life - min(.seconds(300), life / 10))
    }

    /// The server refused this token (401).
    ///
    /// A newer one, fetched meanwhile, stays.
    package mutating func refused(_ value: String) {
        if token?.value == value { token = nil }
    }
}
