/// The life of one OAuth access token: fetched once, used until shortly before its end or until it is refused.
///
/// Times are monotonic. Only one fetch is under way at a time; who asks meanwhile waits for it.
package struct TokenLife: Hashable, Sendable {
    private struct Token: Hashable {
        var value: String
        var renewAt: Duration
    }

    private var token: Token?
    private static let assumedSeconds: Int64 = 3_600
    private static let mostSeconds: Int64 = 30 * 86_400

    package init() {}

    /// The token to use now; nil when one has to be fetched first.
    package func current(at now: Duration) -> String? {
        guard let token, now < token.renewAt else { return nil }
        return token.value
    }

    /// A new token: it is renewed five minutes, or for short lives a tenth, before its end.
    ///
    /// Where no life is told, or none that is longer than nothing, an hour is assumed: a token that ends earlier is
    /// refused and renewed then, and one for each request would be a nuisance to everybody.
    package mutating func received(_ value: String, expiresIn seconds: Int64?, at now: Duration) {
        let told = seconds.flatMap { $0 > 0 ? $0 : nil } ?? TokenLife.assumedSeconds
        let life = Duration.seconds(min(told, TokenLife.mostSeconds))
        token = Token(value: value, renewAt: now + life - min(.seconds(300), life / 10))
    }

    /// The server refused this token (401).
    ///
    /// A newer one, fetched meanwhile, stays.
    package mutating func refused(_ value: String) {
        if token?.value == value { token = nil }
    }
}
