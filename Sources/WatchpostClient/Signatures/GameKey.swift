package import Foundation

/// A game's key, for games that ask for signed results: `watchpost game key snake` shows it.
///
/// Whoever opens the game finds it there: it stops casual forging, and nothing else.
public struct GameKey: Hashable, Sendable {
    /// Which key of the game it is.
    public let version: Int64
    /// 64 hexadecimal digits.
    private let text: String

    /// A key as it was shown.
    public init(_ text: String, version: Int64) {
        (self.text, self.version) = (text, version)
    }

    /// The field `Watchpost-Signature` of a request (docs/protocol.md, section 11).
    ///
    /// - Parameters:
    ///   - method: in capital letters.
    ///   - path: without a query.
    ///   - install: the id of the installation that sends it.
    ///   - seconds: when it is sent, since 1970.
    ///   - idempotencyKey: as it stands in its field, without quotation marks; empty: there is none.
    ///   - body: as it is sent, byte by byte.
    /// - Returns: `v=VERSION,t=SECONDS,s=SIGNATURE`.
    package func signature(
        method: String,
        path: String,
        install: String,
        seconds: Int64,
        idempotencyKey: String = "",
        body: Data
    ) -> String {
        let digest = SHA256Digest.hexadecimal(SHA256Digest.of(body))
        let message = [method, path, install, String(seconds), idempotencyKey, digest].joined(separator: "\n")
        let code = SHA256Digest.code(of: Data(message.utf8), key: Data(text.utf8))
        return "v=\(version),t=\(seconds),s=\(SHA256Digest.hexadecimal(code))"
    }
}

/// Keeps the key out of logs.
extension GameKey: CustomStringConvertible, CustomReflectable {
    /// The version alone.
    public var description: String { "key \(version)" }
    /// The version alone.
    public var customMirror: Mirror { Mirror(self, children: ["version": version]) }
}
