package import WatchpostModel

/// Which ends of schedules were told, in `state.db`: a row for each mode, stored together with the notices to administrators.
package struct ScheduleEndStore: Sendable {
    private let database: Database

    /// The database must have been opened with these `tables`.
    package init(database: Database) {
        self.database = database
    }

    package static let tables = StateTables(
        migrations: [
            Migration(
                "rotations/2",
                """
                CREATE TABLE schedule_ends (
                    mode TEXT PRIMARY KEY, -- its key
                    ends_at INTEGER NOT NULL, -- the last known end that was told
                    nearness INTEGER NOT NULL -- 1: seven days before, 2: one day
                ) STRICT
                """
            )
        ],
        bounds: [
            .init("schedule_ends", "length(CAST(mode AS BLOB)) > 256", "mode is no key"),
            .init("schedule_ends", "nearness NOT IN (1, 2)", "nearness is neither 1 nor 2"),
        ]
    )

    /// What was told, by mode.
    package func load() async throws(SQLiteError) -> [String: ScheduleEndWatch.Told] {
        try await database.read("read schedule ends") { db throws(SQLiteError) in
            let rows = try db.rows("SELECT mode, ends_at, nearness FROM schedule_ends") {
                row throws(SQLiteError) in
                (
                    try row.text(0), try row.instant(1),
                    ScheduleEndNearness(rawValue: try row.integer(2))
                )
            }
            var told: [String: ScheduleEndWatch.Told] = [:]
            for case (let mode, let end, let nearness?) in rows {
                told[mode] = ScheduleEndWatch.Told(end: end, nearness: nearness)
            }
            return told
        }
    }

    /// Stores the news with a notice to each administrator; true when anybody gets one.
    package func store(_ news: [ScheduleEndNews], at now: UnixTime) async throws(SQLiteError) -> Bool {
        try await database.write("store schedule ends") { db throws(SQLiteError) in
            let administrators = try db.rows("SELECT id FROM persons WHERE administrator = 1") {
                row throws(SQLiteError) in try row.integer(0)
            }
            var isAnybodyTold = false
            for one in news {
                switch one {
                case .withdrawn(let mode):
                    try db.execute("DELETE FROM schedule_ends WHERE mode = ?1", .text(mode))
                case .near(let end):
                    try ScheduleEndStore.note(end, db)
                    let notice = ScheduleEndTopic.notice(of: end, at: now)
                    for person in administrators {
                        let isTold = try notice.put(.person(person), db)
                        isAnybodyTold = isAnybodyTold || isTold
                    }
                }
            }
            return isAnybodyTold
        }
    }

    private static func note(_ end: ScheduleEnd, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "INSERT OR REPLACE INTO schedule_ends (mode, ends_at, nearness) VALUES (?1, ?2, ?3)",
            .text(end.mode),
            .integer(end.at.seconds),
            .integer(end.nearness.rawValue)
        )
    }

    /// Whether that is what was told of a mode last.
    static func holds(_ end: UnixTime, _ nearness: Int64, of mode: String, _ db: borrowing Connection)
        throws(SQLiteError) -> Bool
    {
        try db.first(
            "SELECT 1 FROM schedule_ends WHERE mode = ?1 AND ends_at = ?2 AND nearness = ?3",
            .text(mode),
            .integer(end.seconds),
            .integer(nearness)
        ) { row throws(SQLiteError) in try row.integer(0) } != nil
    }
}
