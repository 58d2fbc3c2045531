import WatchpostModel

/// The table of events: numbered, told only once committed, and bounded.
package struct EventLog: Sendable {
    /// Events that are kept: days of ordinary life, and a region's Tuesday many times over.
    package static let usualLength = 5_000

    /// The newest events that stay.
    let kept: Int
    /// How many more may gather before the oldest are removed: one delete for many inserts spares the card.
    var slack: Int { max(kept / 10, 1) }

    /// An event's row before it has a number.
    struct Line: Sendable {
        var at: UnixTime
        var name: String
        var json: String
    }

    /// Writes the bodies as JSON, before the transaction and off its thread.
    static func lines(of events: [EventBody]) throws(SQLiteError) -> [Line] {
        var lines: [Line] = []
        for event in events {
            do throws(EncodingFailure) {
                lines.append(Line(at: event.at, name: event.name, json: try event.json()))
            } catch {
                throw SQLiteError(code: .mismatch, message: error.description, path: "events")
            }
        }
        return lines
    }

    func append(_ lines: [Line], _ db: borrowing Connection) throws(SQLiteError) -> [StoredEvent] {
        var stored: [StoredEvent] = []
        for line in lines {
            try db.execute(
                "INSERT INTO events (at, name, json) VALUES (?1, ?2, ?3)",
                .integer(line.at.seconds),
                .text(line.name),
                .text(line.json)
            )
            stored.append(
                StoredEvent(sequence: db.lastInsertedRow, at: line.at, name: line.name, json: line.json)
            )
        }
        if let newest = stored.last { try prune(newest: newest.sequence, db) }
        return stored
    }

    /// Numbers have no gaps, so the distance of the ends is the number of rows.
    private func prune(newest: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        let oldest = try EventLog.oldest(db) ?? newest
        guard newest - oldest >= Int64(kept + slack) else { return }
        try db.execute("DELETE FROM events WHERE sequence <= ?1", .integer(newest - Int64(kept)))
    }

    static func newest(_ db: borrowing Connection) throws(SQLiteError) -> StoredEvent? {
        try db.first(
            "SELECT sequence, at, name, json FROM events ORDER BY sequence DESC LIMIT 1",
            read: event
        )
    }

    static func replay(after sequence: Int64, _ db: borrowing Connection) throws(SQLiteError) -> EventReplay {
        let last = try newest(db)?.sequence ?? 0
        let first = try oldest(db) ?? 1
        guard sequence >= first - 1, sequence <= last else { return .tooOld }
        return .events(
            try db.rows(
                "SELECT sequence, at, name, json FROM events WHERE sequence > ?1 ORDER BY sequence",
                .integer(sequence),
                read: event
            )
        )
    }

    private static func oldest(_ db: borrowing Connection) throws(SQLiteError) -> Int64? {
        try db.first("SELECT sequence FROM events ORDER BY sequence LIMIT 1") { row throws(SQLiteError) in
            try row.integer(0)
        }
    }

    private static func event(_ row: borrowing Row) throws(SQLiteError) -> StoredEvent {
        StoredEvent(
            sequence: try row.integer(0),
            at: try row.instant(1),
            name: try row.text(2),
            json: try row.text(3)
        )
    }
}
