import Core
import WatchpostModel

/// Installations of a player as it sees them, and one that goes its own way.
extension InstallStore {
    /// An installation, and who it was.
    struct Listed: Hashable, Sendable {
        let install: String
        /// Slug and name.
        let game: String
        let name: String
        let since: UnixTime
        /// Nil: it plays for the player that it began with.
        let linkedAt: UnixTime?
        /// The guest that comes back with it, and until when it can; nil: a new one would.
        let former: Former?
        /// From outside, of which it came; nil: it was at home, or that is not known.
        let network: String?
    }

    struct Former: Hashable, Sendable {
        let name: String
        let until: UnixTime
    }

    /// What became of a separation.
    enum Separation: Hashable, Sendable {
        case left(Left)
        /// The player has no such installation.
        case unknown
        /// The player would have nothing to play with.
        case onlyOne
    }

    struct Left: Hashable, Sendable {
        /// Whom it plays for now.
        let player: Player
        /// It is who it was before.
        let isFormer: Bool
        /// Its row.
        let install: Int64
        /// Boards (their rows) whose orders changed.
        let boards: Set<Int64>
    }

    func list(of player: Int64) async throws(SQLiteError) -> [Listed] {
        try await database.read("list installs") { db throws(SQLiteError) in
            try InstallTable.list(of: player, db)
        }
    }

    /// An installation of the player (its public ID) plays for the guest that it was, or for a new one with this code.
    ///
    /// `then` gets what changed, after the commit: see `Database.write`.
    func separate(
        _ install: String,
        of player: Int64,
        code: PlayerCode,
        at now: UnixTime,
        then: @escaping @Sendable (Left) -> Void
    ) async throws(SQLiteError) -> Separation {
        let ahead = try await DuelCount.ahead(database) { db throws(SQLiteError) in
            guard let found = try InstallTable.install(install, db), found.player == player else {
                return nil
            }
            return try DuelRecount(separating: found.id, from: player, db)
        }
        return try await database.write("separate install") { db throws(SQLiteError) -> Separation in
            guard let found = try InstallTable.install(install, db), found.player == player else {
                return .unknown
            }
            guard try InstallTable.canLeave(found, db) else { return .onlyOne }
            return .left(try InstallTable.separate(found, code: code, at: now, ahead, db))
        } then: { separation in
            if case .left(let left) = separation { then(left) }
        }
    }
}

extension InstallTable {
    static func list(
        of player: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [InstallStore.Listed] {
        try db.rows(
            """
            SELECT install, slug, games.name, registered_at, linked_at, players.name, until, network
            FROM installs JOIN games ON games.id = game
                LEFT JOIN players ON players.id = former_player AND merged_into = player
            WHERE player = ?1 AND \(GameTable.isThere) ORDER BY installs.id
            """,
            .integer(player)
        ) { row throws(SQLiteError) in
            var former: InstallStore.Former?
            if let name = try row.optionalText(5), let until = try row.optionalInstant(6) {
                former = InstallStore.Former(name: name, until: until)
            }
            return InstallStore.Listed(
                install: try row.text(0),
                game: try row.text(1),
                name: try row.text(2),
                since: try row.instant(3),
                linkedAt: try row.optionalInstant(4),
                former: former,
                network: try row.optionalText(7)
            )
        }
    }

    /// Somebody has to be left behind: another installation, or a person, or who comes back by a code or a letter, for one that
    /// came later.
    fileprivate static func canLeave(
        _ install: InstallStore.Install,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        if try PlayerMerge.installs(of: install.player, db).count > 1 { return true }
        guard try linked(install.id, db) != nil, let player = try PlayerTable.player(install.player, db)
        else { return false }
        return player.person != nil || player.recoveryCodes > 0 || player.email != nil
    }

    fileprivate static func separate(
        _ install: InstallStore.Install,
        code: PlayerCode,
        at now: UnixTime,
        _ ahead: DuelCount?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> InstallStore.Left {
        // What it sent counts no more in duels of the player whom it leaves.
        let recount = try DuelRecount(separating: install.id, from: install.player, db)
        let boards = try boards(of: install.player, db)
        let former = try db.first(
            """
            SELECT players.id FROM installs JOIN players ON players.id = former_player
            WHERE installs.id = ?1 AND merged_into = player AND until > ?2
            """,
            .integer(install.id),
            .integer(now.seconds)
        ) { row throws(SQLiteError) in try row.integer(0) }
        var next: Player?
        if let former {
            try db.execute(
                """
                UPDATE players SET merged_into = NULL, until = NULL, version = version + 1, updated_at = ?2
                WHERE id = ?1
                """,
                .integer(former),
                .integer(now.seconds)
            )
            next = try PlayerTable.player(former, db)
        }
        let isFormer = next != nil
        let player: Player
        if let next {
            player = next
        } else {
            player = try PlayerTable.insert(.plain(code.text), code, person: nil, at: now, db)
        }
        try db.execute(
            "UPDATE installs SET player = ?2, former_player = NULL, linked_at = NULL WHERE id = ?1",
            .integer(install.id),
            .integer(player.id)
        )
        let others = try PlayerMerge.installs(of: install.player, db)
        try StandingRows.part(install.id, from: install.player, others, db)
        var duels = DuelChanges()
        try DuelTable.decide(recount, ahead, isHidden: false, at: now, &duels, db)
        return InstallStore.Left(player: player, isFormer: isFormer, install: install.id, boards: boards)
    }
}
