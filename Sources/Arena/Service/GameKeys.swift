import Core
import SystemSupport
import WatchpostModel

/// The keys of all games, made from the arena's secret: none is stored.
struct GameKeys: Sendable {
    private let secret: Secret
    /// By it cursors of boards are told from made-up ones.
    let cursors: [UInt8]
    private let seeds: [UInt8]

    init(_ secret: Secret) {
        self.secret = secret
        cursors = GameKeys.derive(secret, "board cursors")
        seeds = GameKeys.derive(secret, "board seeds")
    }

    /// A number of 128 bits that is the same for everybody in a period of a board, and that nobody outside can know before
    /// it is told: 32 hexadecimal digits.
    func seed(of board: Int64, _ period: BoardPeriod) -> String {
        let message = Array("board seed\n\(board)\n\(period.span.word)\n\(period.id)".utf8)
        return Hexadecimal.encode(Array(HMACSHA256.code(of: message, key: seeds).prefix(16)))
    }

    private static func derive(_ secret: Secret, _ purpose: String) -> [UInt8] {
        HKDF.derive(
            salt: Array("watchpost".utf8),
            secret: Array(secret.exposed.utf8),
            info: Array(purpose.utf8),
            count: 32
        )
    }

    /// Tells one secret from another without betraying any.
    var mark: [UInt8] { SecretHash.of(Array(secret.exposed.utf8)) }

    /// A version of a game's key: 64 hexadecimal digits, by which games sign as they stand.
    ///
    /// The row beside the name: neither a game that takes the name of a removed one nor one that takes its row has its keys.
    func key(_ version: Int64, of game: Game) -> Secret {
        let purpose = "game key\n\(game.id)\n\(game.facts.slug)\n\(version)"
        return Secret(Hexadecimal.encode(GameKeys.derive(secret, purpose)))
    }

    /// A version of the key for a game's own server, as a bearer: whoever knows what clients sign by does not know this.
    func serverKey(_ version: Int64, of game: Game) -> Secret {
        let purpose = "game server\n\(game.id)\n\(game.facts.slug)\n\(version)"
        let secret = Base64URL.encode(GameKeys.derive(self.secret, purpose))
        return Secret("server.\(ServerKeyID(game: game.id, version: version).text).\(secret)")
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
