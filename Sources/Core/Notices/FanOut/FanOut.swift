import WatchpostModel

/// Turns the waiting changes of one region into rows of the outbox, one for each phone that has something to hear.
///
/// It runs inside one write transaction: the changes leave in the same commit in which their notices appear. The work is
/// SQL over indexed tables, so that neither phones nor lists have to live in memory.
struct FanOut {
    let region: Region
    let now: UnixTime
    let rules: NoticePolicy

    private var group: String { "g:\(region.rawValue)" }

    /// Notices of who is down or back are under way one at a time; others have no place.
    private func place(of aspect: NoticeAspect) -> String? { aspect.isAboutState ? group : nil }

    /// When a notice is no longer worth sending.
    private func end(_ aspect: NoticeAspect) -> Int64 { now.advanced(by: rules.life(aspect)).seconds }

    /// Fans everything out that waits; returns how many rows were added.
    func run(_ db: borrowing Connection) throws(SQLiteError) -> Int {
        let newest = try db.first(
            "SELECT max(id) FROM notice_changes WHERE region = ?1",
            .text(region.rawValue)
        ) { row throws(SQLiteError) in try row.optionalInteger(0) }
        guard let newest = newest ?? nil else { return 0 }
        let before = try rows(db)
        try tellDown(db)
        try tellUp(db)
        for word in [NoticeChange.Word.queueStarted, .queueEnded, .locked, .unlocked, .population] {
            try tellPlain(word, aspect: word.aspect, db)
        }
        try tellMaintenanceOver(db)
        // One that waits speaks for these changes as well, and those realms need not be muted.
        try OutboxTable.wakeMuted(in: group, at: now, db)
        try db.execute(
            "DELETE FROM notice_changes WHERE region = ?1 AND id <= ?2",
            .text(region.rawValue),
            .integer(newest)
        )
        return try rows(db) - before
    }

    private func rows(_ db: borrowing Connection) throws(SQLiteError) -> Int {
        let newest = try db.first("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") {
            row throws(SQLiteError) in try row.integer(0)
        }
        return Int(newest ?? 0)
    }

    /// An empty table for the realms that changed, on this connection alone.
    static func prepare(_ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS fan_changed
                (realm TEXT PRIMARY KEY, version INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID
            """
        )
        try db.execute("DELETE FROM fan_changed")
    }

    /// Gathers the realms that the changes of a word are about, as far as they still say the truth; the newest of those
    /// changes, nil without any.
    ///
    /// `truth` is a condition on the row `r` of `realms`.
    private func collect(_ word: NoticeChange.Word, _ truth: String, _ db: borrowing Connection)
        throws(SQLiteError) -> Int64?
    {
        try FanOut.prepare(db)
        try db.execute(FanOutSQL.collect(truth), .text(region.rawValue), .text(word.rawValue))
        let newest = try db.first("SELECT max(version) FROM fan_changed") { row throws(SQLiteError) in
            try row.optionalInteger(0)
        }
        return newest ?? nil
    }

    private func tellDown(_ db: borrowing Connection) throws(SQLiteError) {
        guard let version = try collect(.down, RealmTable.isDown, db) else { return }
        try db.execute(
            FanOutSQL.groupsOfDown,
            .text(region.rawValue),
            .integer(version),
            .integer(now.seconds),
            .integer(end(.status)),
            .integer(rules.groupedFrom),
            .integer(now.advanced(by: -rules.groupInterval).seconds),
            .text(group)
        )
        try singles(.down, .status, FanOutSQL.knowsNot, version, db)
    }

    private func tellUp(_ db: borrowing Connection) throws(SQLiteError) {
        guard let version = try collect(.up, RealmTable.isUp, db) else { return }
        try db.execute(
            FanOutSQL.groupsOfUp,
            .text(region.rawValue),
            .integer(version),
            .integer(now.seconds),
            .integer(end(.status)),
            .integer(rules.groupedFrom),
            .integer(now.advanced(by: rules.recoveryWait).seconds),
            .text(group)
        )
        try singles(.up, .status, FanOutSQL.mayKnow, version, db)
        try db.execute(
            FanOutSQL.wishes,
            .text(region.rawValue),
            .integer(version),
            .integer(now.seconds),
            .integer(end(.once))
        )
        try db.execute(FanOutSQL.forgetUnwanted, .text(region.rawValue))
        try db.execute(FanOutSQL.doubtUnheard, .text(region.rawValue))
        // Whoever has all of them back hears of it now.
        try db.execute(
            FanOutSQL.releaseRecoveries,
            .text(region.rawValue),
            .integer(now.seconds),
            .text(group)
        )
    }

    /// Changes that have no memory: what was told before does not matter.
    private func tellPlain(
        _ word: NoticeChange.Word,
        aspect: NoticeAspect,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        guard let version = try collect(word, FanOutSQL.truth(of: word), db) else { return }
        try plainGroups(word, aspect, version, db)
        try singles(word, aspect, "1", version, db)
    }

    private func tellMaintenanceOver(_ db: borrowing Connection) throws(SQLiteError) {
        guard let version = try collect(.up, RealmTable.isUp, db) else { return }
        try db.execute(
            """
            DELETE FROM fan_changed WHERE NOT EXISTS
                (SELECT 1 FROM notice_maintenance m WHERE m.region = ?1 AND m.realm = fan_changed.realm)
            """,
            .text(region.rawValue)
        )
        try db.execute(
            """
            DELETE FROM notice_maintenance WHERE region = ?1 AND realm IN
                (SELECT realm FROM notice_changes WHERE region = ?1 AND word = 'up')
            """,
            .text(region.rawValue)
        )
        try plainGroups(.up, .maintenance, version, db)
        // A realm that was told down is told up by its status, one that was wished for by that; once is enough.
        let isUntold = "\(FanOutSQL.neverTold) AND NOT \(FanOutSQL.isPromised)"
        try singles(.up, .maintenance, isUntold, version, db)
    }

    private func plainGroups(
        _ word: NoticeChange.Word,
        _ aspect: NoticeAspect,
        _ version: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            FanOutSQL.plainGroups,
            .text(region.rawValue),
            .integer(version),
            .integer(now.seconds),
            .integer(end(aspect)),
            .integer(rules.groupedFrom),
            .text(group),
            .text(aspect.word),
            .text(word.rawValue),
            .integer(aspect.rawValue),
            .text(place(of: aspect))
        )
    }

    private func singles(
        _ word: NoticeChange.Word,
        _ aspect: NoticeAspect,
        _ memory: String,
        _ version: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            FanOutSQL.singles(memory: memory),
            .text(region.rawValue),
            .integer(version),
            .integer(now.seconds),
            .integer(end(aspect)),
            .text(group),
            .text(aspect.word),
            .text(word.rawValue),
            .integer(aspect.rawValue),
            .text(place(of: aspect))
        )
    }
}
