import Core
import SystemSupport
import WatchpostModel

/// The keys of all games, made from the arena's secret: none is stored.
struct GameKeys: Sendable {
    private let secret: Secret
    /// By it cursors of boards are told from made-up ones.
    let cursors: [UInt8]

    init(_ secret: Secret) {
        self.secret = secret
        cursors = HKDF.derive(
            salt: Array("watchpost".utf8),
            secret: Array(secret.exposed.utf8),
            info: Array("board cursors".utf8),
            count: 32
        )
    }

    /// Tells one secret from another without betraying any.
    var mark: [UInt8] { SecretHash.of(Array(secret.exposed.utf8)) }

    /// A version of a game's key: 64 hexadecimal digits, by which games sign as they stand.
    ///
    /// The row beside the name: neither a game that takes the name of a removed one nor one that takes its row has its keys.
    func key(_ version: Int64, of game: Game) -> Secret {
        let key = HKDF.derive(
            salt: Array("watchpost".utf8),
            secret: Array(secret.exposed.utf8),
            info: Array("game key\n\(game.id)\n\(game.facts.slug)\n\(version)".utf8),
            count: 32
        )
        return Secret(Hexadecimal.encode(key))
    }

    /// Those by which a game may sign now, as `SubmissionSignature` takes them.
    func accepted(of game: Game, at now: UnixTime) -> [Int64: [UInt8]] {
        var keys: [Int64: [UInt8]] = [:]
        for version in game.keys.accepted(at: now) {
            keys[version] = Array(key(version, of: game).exposed.utf8)
        }
        return keys
    }
}
