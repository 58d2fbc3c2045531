import Core
import SystemSupport

/// Names a key of a game's server: 22 characters that say of which game it is, and which of its keys.
///
/// It is no secret.
struct ServerKeyID: Hashable, Sendable {
    let game: Int64
    let version: Int64

    init(game: Int64, version: Int64) {
        (self.game, self.version) = (game, version)
    }

    /// Nil: it names none.
    init?(_ text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count == 16 else { return nil }
        func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
            Int64(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        guard let game = number(bytes[..<8]), let version = number(bytes[8...]) else { return nil }
        self.init(game: game, version: version)
        guard self.text == text else { return nil }
    }

    var text: String {
        let bytes = [game, version].flatMap { number in
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
        }
        return Base64URL.encode(bytes)
    }
}
