import Core
import WatchpostModel

/// Players in `arena.db`; what a call returned is durable.
struct PlayerStore: Sendable {
    let database: Database
    private let places: PlayerPlaces

    /// `mostPlayers`: the owner's setting.
    init(database: Database, mostPlayers: Int) {
        self.database = database
        places = PlayerPlaces(most: mostPlayers)
    }

    /// What became of a rename.
    enum Renaming: Hashable, Sendable {
        case renamed(Player)
        /// It has that name already.
        case unchanged(Player)
        /// Another change came first.
        case conflict(Player)
        /// Somebody else is called so, or nearly so.
        case taken
        /// There is no such player any more.
        case gone
    }

    func player(_ id: Int64) async throws(SQLiteError) -> Player? {
        try await database.read("read player") { db throws(SQLiteError) in try PlayerTable.player(id, db) }
    }

    func count() async throws(SQLiteError) -> Int {
        try await database.readStep("count players") { db throws(SQLiteError) in
            try PlayerTable.count(beyond: 0, db)
        }
    }

    /// By its public code.
    func player(code: String) async throws(SQLiteError) -> Player? {
        try await database.read("read player") { db throws(SQLiteError) in
            try PlayerTable.player(code: code, db)
        }
    }

    /// The player of a person; nil: it never played.
    func player(ofPerson person: Int64) async throws(SQLiteError) -> Player? {
        try await database.read("read player") { db throws(SQLiteError) in
            try PlayerTable.player(ofPerson: person, db)
        }
    }

    /// The player of a person, made on first use; nil: the arena has no room for another one who asks from there.
    func begin(
        person: Int64,
        code: PlayerCode,
        from origin: InstallStore.InstallOrigin = .home,
        at now: UnixTime
    ) async throws(SQLiteError) -> Player? {
        let places = places
        return try await database.write("begin player") { db throws(SQLiteError) in
            if let player = try PlayerTable.player(ofPerson: person, db) { return player }
            guard try places.find(for: origin, db) == .place else { return nil }
            return try PlayerTable.insert(.plain(code.text), code, person: person, at: now, db)
        }
    }

    /// Renames the player whose version is this.
    func rename(
        _ id: Int64,
        to name: PlayerName,
        version: Int64,
        at now: UnixTime
    ) async throws(SQLiteError) -> Renaming {
        try await change(id, PlayerChange(name: name), version: version, at: now)
    }

    /// The player whom an installation (its row) plays for.
    func player(ofInstall install: Int64) async throws(SQLiteError) -> Player? {
        try await database.read("read player") { db throws(SQLiteError) in
            try PlayerTable.player(ofInstall: install, db)
        }
    }
}

/// Rows of players.
enum PlayerTable {
    /// Of `players`, which must not have another name in the query.
    static let columns = """
        id, code, person, name, version, created_at, link, email, picture, notices,
            (SELECT count(*) FROM recovery_codes WHERE player = players.id
                AND used_at IS NULL AND expires_at IS NULL)
        """

    static func player(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Player? {
        try db.first("SELECT \(columns) FROM players WHERE id = ?1", .integer(id), read: read)
    }

    /// By its public code; former guests are nobody.
    static func player(code: String, _ db: borrowing Connection) throws(SQLiteError) -> Player? {
        try db.first(
            "SELECT \(columns) FROM players WHERE code = ?1 AND merged_into IS NULL",
            .text(code),
            read: read
        )
    }

    static func player(ofInstall install: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Player? {
        try db.first(
            "SELECT \(columns) FROM players WHERE id = (SELECT player FROM installs WHERE installs.id = ?1)",
            .integer(install),
            read: read
        )
    }

    static func player(ofPerson person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Player? {
        try db.first("SELECT \(columns) FROM players WHERE person = ?1", .integer(person), read: read)
    }

    /// How many players there are; fewer than `few`: so many at most.
    ///
    /// They are counted, which takes milliseconds with a million of them, only when so many numbers were given out: none is
    /// given out twice.
    static func count(beyond few: Int, _ db: borrowing Connection) throws(SQLiteError) -> Int {
        let newest = try db.first("SELECT ifnull(max(id), 0) FROM players") { row throws(SQLiteError) in
            try row.integer(0)
        }
        if let newest, newest < few { return Int(newest) }
        let count = try db.first("SELECT count(*) FROM players") { row throws(SQLiteError) in
            try row.integer(0)
        }
        return Int(count ?? 0)
    }

    /// Whether anybody is called so, or nearly so; `except`: whoever asks.
    static func isTaken(
        _ name: PlayerName,
        except id: Int64? = nil,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Bool {
        let owner = try db.first(
            """
            SELECT id FROM players WHERE folded IN (?1, ?2) AND id IS NOT ?3
            UNION ALL SELECT id FROM players WHERE lowered IN (?1, ?2) AND id IS NOT ?3 LIMIT 1
            """,
            .text(name.folded),
            .text(name.lowered),
            .integer(id)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return owner != nil
    }

    /// The name, or the first of its variants that is free; as a last resort that of the code.
    static func free(
        _ name: PlayerName,
        or code: PlayerCode,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> PlayerName {
        if try !isTaken(name, db) { return name }
        for number in 2...20 {
            let variant = name.variant(number)
            if try !isTaken(variant, db) { return variant }
        }
        return .plain(code.text)
    }

    static func insert(
        _ name: PlayerName,
        _ code: PlayerCode,
        person: Int64?,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Player {
        try db.execute(
            """
            INSERT INTO players (code, person, name, folded, lowered, version, created_at, updated_at)
            VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?6)
            """,
            .text(code.text),
            .integer(person),
            .text(name.text),
            .text(name.folded),
            .text(name.otherForm),
            .integer(now.seconds)
        )
        return Player(
            id: db.lastInsertedRow,
            code: code.text,
            person: person,
            name: name.text,
            version: 1,
            since: now,
            notices: firstNotices
        )
    }

    /// All but `passed`, as the column says.
    private static let firstNotices: Int64 = 63

    static func read(_ row: borrowing Row) throws(SQLiteError) -> Player {
        Player(
            id: try row.integer(0),
            code: try row.text(1),
            person: try row.optionalInteger(2),
            name: try row.text(3),
            version: try row.number(4),
            since: try row.instant(5),
            link: try row.optionalText(6),
            email: try row.optionalText(7),
            picture: try row.optionalBlob(8),
            notices: try row.integer(9),
            recoveryCodes: try row.count(10)
        )
    }
}

extension PlayerName {
    /// What is kept beside `folded`: most names have one form.
    var otherForm: String? { lowered == folded ? nil : lowered }
}
