import Core
import WatchpostModel

/// Installations of games in `arena.db`: by them players are known.
struct InstallStore: Sendable {
    let database: Database
    let places: PlayerPlaces

    /// `mostPlayers`: the owner's setting.
    init(database: Database, mostPlayers: Int) {
        self.database = database
        places = PlayerPlaces(most: mostPlayers)
    }

    /// An installation as it makes itself known.
    struct Registration: Sendable {
        /// 22 characters that it made.
        var install: String
        /// SHA-256.
        var secretHash: [UInt8]
        /// The slug.
        var game: String
        /// Nil: the player has none in mind, or none that is allowed.
        var name: PlayerName?
        /// For a player who is not known yet.
        var code: PlayerCode
        var at: UnixTime
        var origin: InstallOrigin

        init(
            install: String,
            secretHash: [UInt8],
            game: String,
            name: PlayerName?,
            code: PlayerCode,
            at: UnixTime,
            origin: InstallOrigin = .home
        ) {
            (self.install, self.secretHash, self.game) = (install, secretHash, game)
            (self.name, self.code, self.at, self.origin) = (name, code, at, origin)
        }
    }

    /// Where an installation comes from.
    struct InstallOrigin: Hashable, Sendable {
        let isOutside: Bool
        /// As people write it; nil: none is known.
        let network: String?

        static let home = InstallOrigin(isOutside: false, network: nil)

        /// Everybody outside whose network nobody names is counted as one.
        static func outside(_ network: String?) -> InstallOrigin {
            InstallOrigin(isOutside: true, network: network)
        }
    }

    /// What became of it.
    enum Outcome: Hashable, Sendable {
        /// Its player is new.
        case registered(Install, Player)
        /// It was known.
        case known(Install, Player)
        /// The ID belongs to another secret.
        case wrongSecret
        /// It plays another game.
        case otherGame
        case noGame
        case closedGame
        /// The arena has no room for another player.
        case full
        /// It has none for another one from this network.
        case networkFull(String)
    }

    /// An installation of a game.
    struct Install: Hashable, Sendable {
        /// The row.
        let id: Int64
        let install: String
        let secretHash: [UInt8]
        /// The rows of its player and its game.
        let player: Int64
        let game: Int64
        /// Whose player that is; nil: a guest.
        let person: Int64?
    }

    /// Who an ID is; nil: nobody.
    func install(_ install: String) async throws(SQLiteError) -> Install? {
        try await database.read("read install") { db throws(SQLiteError) in
            try InstallTable.install(install, db)
        }
    }

    /// Makes an installation and a guest for it; repeated it changes nothing.
    ///
    /// `isSameSecret` compares hashes in constant time. Where there is no place, who never played makes room, of which
    /// `following` is told.
    func register(
        _ registration: Registration,
        following: Following = Following(),
        isSameSecret: @escaping @Sendable ([UInt8], [UInt8]) -> Bool
    ) async throws(SQLiteError) -> Outcome {
        let first = try await attempt(registration, isSameSecret)
        let finding: PlayerPlaces.Finding
        switch first {
        case .full: finding = .full
        case .networkFull(let network): finding = .networkFull(network)
        case .registered, .known, .wrongSecret, .otherGame, .noGame, .closedGame: return first
        }
        let (origin, now) = (registration.origin, registration.at)
        guard try await makeRoom(for: origin, in: finding, at: now, following) else { return first }
        return try await attempt(registration, isSameSecret)
    }

    private func attempt(
        _ registration: Registration,
        _ isSameSecret: @escaping @Sendable ([UInt8], [UInt8]) -> Bool
    ) async throws(SQLiteError) -> Outcome {
        let places = places
        return try await database.write("register install") { db throws(SQLiteError) in
            guard let game = try GameTable.game(registration.game, db) else { return .noGame }
            if let known = try InstallTable.install(registration.install, db) {
                guard isSameSecret(known.secretHash, registration.secretHash) else { return .wrongSecret }
                guard known.game == game.id else { return .otherGame }
                guard let player = try PlayerTable.player(known.player, db) else { return .wrongSecret }
                if !registration.origin.isOutside { try ResultSender.comeHome(known.id, db) }
                return .known(known, player)
            }
            guard game.closedAt == nil else { return .closedGame }
            switch try places.find(for: registration.origin, db) {
            case .place: return try InstallTable.insert(registration, game: game.id, db)
            case .full: return .full
            case .networkFull(let network): return .networkFull(network)
            }
        }
    }
}

extension PlayerPlaces {
    /// What one who asks from there finds now.
    func find(
        for origin: InstallStore.InstallOrigin,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Finding {
        // Nobody is counted while so few numbers were given out.
        let taken = try PlayerTable.count(beyond: min(half, outside), db)
        let count = taken >= half ? try IdleInstallTable.count(of: origin.network, most: ofNetwork, db) : 0
        return find(for: origin, taken: taken, ofNetwork: count)
    }
}

/// Rows of installations.
enum InstallTable {
    static func install(
        _ install: String,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> InstallStore.Install? {
        try db.first(
            """
            SELECT installs.id, install, secret, player, game, person FROM installs
            JOIN players ON players.id = player WHERE install = ?1
            """,
            .text(install)
        ) { row throws(SQLiteError) in
            InstallStore.Install(
                id: try row.integer(0),
                install: try row.text(1),
                secretHash: try row.blob(2),
                player: try row.integer(3),
                game: try row.integer(4),
                person: try row.optionalInteger(5)
            )
        }
    }

    static func insert(
        _ new: InstallStore.Registration,
        game: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> InstallStore.Outcome {
        let wanted = new.name ?? .plain(new.code.text)
        let name = try PlayerTable.free(wanted, or: new.code, db)
        let player = try PlayerTable.insert(name, new.code, person: nil, at: new.at, db)
        try db.execute(
            """
            INSERT INTO installs (install, secret, player, game, registered_at, outside, network)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            .text(new.install),
            .blob(new.secretHash),
            .integer(player.id),
            .integer(game),
            .integer(new.at.seconds),
            .flag(new.origin.isOutside),
            .text(new.origin.network)
        )
        let install = InstallStore.Install(
            id: db.lastInsertedRow,
            install: new.install,
            secretHash: new.secretHash,
            player: player.id,
            game: game,
            person: nil
        )
        return .registered(install, player)
    }
}
