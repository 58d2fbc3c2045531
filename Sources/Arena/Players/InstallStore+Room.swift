import Core
import WatchpostModel

/// Installations that never played, and the guests whose only ones they are: they make room for others.
extension InstallStore {
    /// Who had to go: an installation, by its row, with its guest.
    struct Evicted: Hashable, Sendable {
        let install: Int64
        let player: Int64
    }

    /// Those who are told that somebody went, after the commit.
    struct Following: Sendable {
        var evicted: @Sendable ([Evicted]) -> Void
        var duels: DuelFollowing

        init(
            evicted: @escaping @Sendable ([Evicted]) -> Void = { _ in },
            duels: @escaping DuelFollowing = { _ in }
        ) {
            (self.evicted, self.duels) = (evicted, duels)
        }
    }

    /// Looks for room for a newcomer that brings no installation; false: there is no room.
    func makeRoom(
        for origin: InstallOrigin,
        at now: UnixTime,
        _ following: Following
    ) async throws(SQLiteError) -> Bool {
        let places = places
        let finding = try await database.read("look for room") { db throws(SQLiteError) in
            try places.find(for: origin, db)
        }
        // A place became free since it was refused: no installation goes for it.
        if finding == .place { return true }
        return try await makeRoom(for: origin, in: finding, at: now, following)
    }

    /// Looks for room for a newcomer; false: there is no room.
    func makeRoom(
        for origin: InstallOrigin,
        in finding: PlayerPlaces.Finding,
        at now: UnixTime,
        _ following: Following
    ) async throws(SQLiteError) -> Bool {
        let limit = now.advanced(by: -PlayerPlaces.grace)
        let idle = try await database.read("look who never played") { db throws(SQLiteError) in
            if case .networkFull(let network) = finding {
                return try IdleInstallTable.first(of: network, before: limit, db)
            }
            // Nobody from outside ever pushes somebody of home out.
            let outside = try IdleInstallTable.first(isOutside: true, before: limit, db)
            guard outside.isEmpty, !origin.isOutside else { return outside }
            return try IdleInstallTable.first(isOutside: false, before: limit, db)
        }
        return try await evict(idle, at: now, following) > 0
    }

    /// The oldest of those outside that never played, while places run short.
    func sweepIdle(at now: UnixTime, _ following: Following) async throws(SQLiteError) {
        let limit = now.advanced(by: -PlayerPlaces.unusedLifetime)
        let idle = try await database.readStep("look who never played") { db throws(SQLiteError) in
            try IdleInstallTable.first(isOutside: true, before: limit, db)
        }
        _ = try await evict(idle, at: now, following)
    }

    /// Takes installations that still have sent nothing, and then the guests who have none any more; how many went.
    func evict(
        _ idle: [Evicted],
        at now: UnixTime,
        _ following: Following
    ) async throws(SQLiteError) -> Int {
        guard !idle.isEmpty else { return 0 }
        let gone = try await database.write("make room") { db throws(SQLiteError) in
            var gone: [Evicted] = []
            for one in idle where try IdleInstallTable.remove(one.install, db) { gone.append(one) }
            return gone
        }
        guard !gone.isEmpty else { return 0 }
        _ = try await database.write("remove who never played") { db throws(SQLiteError) in
            var duels = DuelChanges()
            for one in gone { duels.note(try IdleInstallTable.removeGuest(one.player, at: now, db)) }
            return duels
        } then: { duels in
            following.evicted(gone)
            if !duels.isEmpty { following.duels(duels) }
        }
        return gone.count
    }
}

/// Rows of installations that never played, oldest first; each question goes along an index, because strangers ask it.
enum IdleInstallTable {
    /// The condition of `played` is that of the index.
    static let ofAll = """
        SELECT installs.id, player FROM installs JOIN players ON players.id = player
        WHERE outside = ?1 AND played = 0 AND registered_at < ?2 AND person IS NULL
        ORDER BY registered_at LIMIT ?3
        """

    static func first(isOutside: Bool, before limit: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError) -> [InstallStore.Evicted]
    {
        try db.rows(
            ofAll,
            .flag(isOutside),
            .integer(limit.seconds),
            .integer(Int64(PlayerPlaces.mostAtOnce)),
            read: read
        )
    }

    static func first(of network: String, before limit: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError) -> [InstallStore.Evicted]
    {
        try db.rows(
            """
            SELECT installs.id, player FROM installs JOIN players ON players.id = player
            WHERE network = ?1 AND played = 0 AND registered_at < ?2 AND person IS NULL
            ORDER BY registered_at LIMIT ?3
            """,
            .text(network),
            .integer(limit.seconds),
            .integer(Int64(PlayerPlaces.mostAtOnce)),
            read: read
        )
    }

    /// How many there are of a network, counted up to `most`.
    static func count(of network: String?, most: Int, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        guard let network else { return 0 }
        let count = try db.first(
            "SELECT count(*) FROM (SELECT 1 FROM installs WHERE network = ?1 LIMIT ?2)",
            .text(network),
            .integer(Int64(most))
        ) { row throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    /// Whether it was there and had still sent nothing; what a file says of that is looked up.
    static func remove(_ install: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        try db.execute(
            """
            DELETE FROM installs WHERE id = ?1 AND played = 0
                AND (SELECT person FROM players WHERE players.id = player) IS NULL
                AND NOT EXISTS (SELECT 1 FROM standings WHERE install = ?1)
            """,
            .integer(install)
        )
        return db.changes > 0
    }

    /// A guest who has no installation any more, unless it became somebody's.
    ///
    /// Codes keep none that never played: strangers would make them, and hold places by that.
    static func removeGuest(_ player: Int64, at now: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError) -> DuelChanges
    {
        let isIdle = try db.first(
            """
            SELECT 1 FROM players WHERE id = ?1 AND person IS NULL AND merged_into IS NULL AND NOT EXISTS
                (SELECT 1 FROM installs WHERE player = players.id OR former_player = players.id)
            """,
            .integer(player)
        ) { _ in true }
        guard isIdle != nil else { return DuelChanges() }
        return try PlayerRemoval.remove(player, at: now, db).duels
    }

    private static func read(_ row: borrowing Row) throws(SQLiteError) -> InstallStore.Evicted {
        InstallStore.Evicted(install: try row.integer(0), player: try row.integer(1))
    }
}
