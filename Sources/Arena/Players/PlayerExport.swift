import Core
import WatchpostModel

/// What the arena keeps of a player, for the player to read; without secrets.
struct PlayerExport: Hashable, Sendable {
    let player: Player
    let installs: [InstallStore.Listed]
    let standings: [PlayerExportBody.Standing]
    let results: [PlayerExportBody.Result]
    /// There are older ones.
    let hasMoreResults: Bool
    let places: [PlayerExportBody.Place]
    /// There are older ones.
    let hasMorePlaces: Bool
    let picture: StoredPicture?
    let friends: [PlayerExportBody.Friend]
    let duels: [PlayerExportBody.Duel]
}

extension PlayerStore {
    /// Nil: the person never played.
    func export(person: Int64) async throws(SQLiteError) -> PlayerExport? {
        try await database.readBeside("export player") { db throws(SQLiteError) -> PlayerExport? in
            guard let player = try PlayerTable.player(ofPerson: person, db) else { return nil }
            return try PlayerExport(player, db)
        }
    }

    /// Nil: there is no such player any more.
    func export(_ id: Int64) async throws(SQLiteError) -> PlayerExport? {
        try await database.readBeside("export player") { db throws(SQLiteError) -> PlayerExport? in
            guard let player = try PlayerTable.player(id, db) else { return nil }
            return try PlayerExport(player, db)
        }
    }

    /// Writes as much as the largest change and takes it away; throws while the disk refuses.
    ///
    /// A row alone would tell nothing: what is left of the write-ahead log takes one on a full disk, too.
    func probe() async throws(SQLiteError) {
        try await database.writeStep("probe") { db throws(SQLiteError) in
            try db.execute("INSERT INTO probe VALUES (zeroblob(65536))")
        }
        try await database.write("end of probe") { db throws(SQLiteError) in
            try db.execute("DELETE FROM probe")
        }
    }
}

extension PlayerExport {
    /// Of results that are kept one by one, the newest: some megabytes.
    private static let mostResults = 20_000

    fileprivate init(_ player: Player, _ db: borrowing Connection) throws(SQLiteError) {
        self.player = player
        installs = try InstallTable.list(of: player.id, db)
        standings = try PlayerExport.standings(of: player.id, db)
        let newest = try PlayerExport.results(of: player.id, db)
        results = newest.prefix(PlayerExport.mostResults).reversed()
        hasMoreResults = newest.count > PlayerExport.mostResults
        (places, hasMorePlaces) = try PlayerExport.places(of: player.id, db)
        if let hash = player.picture { picture = try PictureTable.find(hash, db) } else { picture = nil }
        friends = try PlayerExport.friends(of: player.id, db)
        duels = try PlayerExport.duels(of: player.id, db)
    }

    /// Newest first, one more than are shown.
    private static func results(of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [PlayerExportBody.Result]
    {
        try db.rows(
            """
            SELECT games.slug, boards.slug, installs.install, score, at, achieved, extra, state
            FROM results JOIN installs ON installs.id = results.install
                JOIN boards ON boards.id = results.board JOIN games ON games.id = boards.game
            WHERE results.install IN (SELECT id FROM installs WHERE player = ?1) AND \(GameTable.isThere)
            ORDER BY seq DESC LIMIT ?2
            """,
            .integer(player),
            .integer(Int64(mostResults) + 1)
        ) { row throws(SQLiteError) in
            var result = PlayerExportBody.Result(
                game: try row.text(0),
                board: try row.text(1),
                install: try row.text(2),
                score: try row.integer(3),
                at: try row.instant(4),
                state: ResultState(number: try row.integer(7)) ?? .held
            )
            result.achieved = try row.optionalInstant(5)
            result.extra = try row.optionalText(6)
            return result
        }
    }

    /// What others decided of the player stays theirs: that they block it, or have declined.
    private static func friends(of player: Int64, _ db: borrowing Connection) throws(SQLiteError)
        -> [PlayerExportBody.Friend]
    {
        var friends: [PlayerExportBody.Friend] = []
        for (other, row) in try FriendRows.all(of: player, db).sorted(by: { $0.key < $1.key }) {
            guard let found = try PlayerTable.player(other, db),
                row.kind != .nothing || row.isBlockedByMe,
                // Who was declined, or is blocked, is shown here what every other route shows.
                row.kind != .declined || !row.isMine || row.hasAskedAgain || row.isBlockedByMe
            else { continue }
            let relation: PlayerExportBody.Friend.Relation =
                switch row.kind {
                case .nothing: .none
                case .friends: .friend
                case .invited: row.isMine ? .sent : .received
                case .declined: row.isMine ? (row.hasAskedAgain ? .sent : .none) : .declined
                }
            friends.append(
                PlayerExportBody.Friend(
                    code: found.code,
                    name: found.name,
                    relation: relation,
                    isBlocked: row.isBlockedByMe,
                    since: UnixTime(seconds: row.at)
                )
            )
        }
        return friends
    }
}
