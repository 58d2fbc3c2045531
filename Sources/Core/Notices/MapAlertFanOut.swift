import WatchpostModel

/// Turns map alerts whose moment has come into rows of the outbox.
struct MapAlertFanOut {
    let now: UnixTime

    private static let cursor = "maps"

    static func keys(_ db: borrowing Connection) throws(SQLiteError) -> [MapAlertKey] {
        try db.rows("SELECT DISTINCT mode, map, minutes FROM map_alerts") { row throws(SQLiteError) in
            MapAlertKey(mode: try row.text(0), code: try row.optionalText(1), minutes: try row.integer(2))
        }
    }

    /// Until when alerts were handled; nil before the first time.
    static func handledUntil(_ db: borrowing Connection) throws(SQLiteError) -> UnixTime? {
        try db.first("SELECT at FROM notice_cursors WHERE name = ?1", .text(cursor)) {
            row throws(SQLiteError) in
            UnixTime(seconds: try row.integer(0))
        }
    }

    /// Adds the rows and moves the cursor, in one transaction; an alert for once is gone with it.
    ///
    /// Whoever has quiet hours until the map is over is passed over, and keeps such an alert for the next time.
    func run(_ firings: [MapFiring], _ db: borrowing Connection) throws(SQLiteError) -> Int {
        var count = 0
        for firing in firings {
            for alert in try alerts(firing.key, db) where alert.mayRing(at: now, before: firing.slot.end) {
                try add(firing, device: alert.device, db)
                count += db.changes
                guard alert.isOnce else { continue }
                try db.execute(
                    "DELETE FROM map_alerts WHERE device = ?1 AND position = ?2",
                    .integer(alert.device),
                    .integer(alert.position)
                )
                try db.execute(
                    "UPDATE devices SET alerts_version = alerts_version + 1 WHERE id = ?1",
                    .integer(alert.device)
                )
            }
        }
        try db.execute(
            "INSERT OR REPLACE INTO notice_cursors (name, at) VALUES (?1, ?2)",
            .text(MapAlertFanOut.cursor),
            .integer(now.seconds)
        )
        return count
    }

    private struct Alert {
        var device: Int64
        var position: Int64
        var isOnce: Bool
        var times: AlertTimes
        var zone: CivilZone
        var quiet: QuietHours?

        func mayRing(at now: UnixTime, before end: UnixTime) -> Bool {
            times.contains(now, in: zone) && quiet?.end(containing: now).map { $0 < end } ?? true
        }
    }

    /// ?1 mode, ?2 map or null, ?3 minutes.
    static let wanting = """
        SELECT a.device, a.position, a.once, a.days, a.from_minute, a.to_minute, d.zone, d.quiet_from, d.quiet_to
        FROM map_alerts a CROSS JOIN devices d ON d.id = a.device AND d.push_state = 1
        WHERE a.mode = ?1 AND a.map IS ?2 AND a.minutes = ?3
        """

    private func alerts(_ key: MapAlertKey, _ db: borrowing Connection) throws(SQLiteError) -> [Alert] {
        let found: [Alert?] = try db.rows(
            MapAlertFanOut.wanting,
            .text(key.mode),
            .text(key.code),
            .integer(key.minutes)
        ) { row throws(SQLiteError) in
            guard let zone = CivilZone(named: try row.text(6)) else { return nil }
            return Alert(
                device: try row.integer(0),
                position: try row.integer(1),
                isOnce: try row.flag(2),
                times: AlertTimes(
                    days: try row.integer(3),
                    from: try row.optionalInteger(4),
                    to: try row.optionalInteger(5)
                ),
                zone: zone,
                quiet: QuietHours(
                    storedFrom: try row.optionalInteger(7),
                    to: try row.optionalInteger(8),
                    zone: zone
                )
            )
        }
        return found.compactMap { $0 }
    }

    private func add(_ firing: MapFiring, device: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        let slot = firing.slot
        try db.execute(
            """
            INSERT OR IGNORE INTO outbox
                (device, subject, aspect, word, version, at, detail, quiet, not_before, expires_at)
            VALUES (?1, ?2, 'map', 'map', ?3, ?4, ?5, 0, ?4, ?6)
            """,
            .integer(device),
            .text(NoticeSubject.map(mode: firing.key.mode, code: slot.map.code).description),
            .integer(firing.at.seconds),
            .integer(now.seconds),
            .text("\(slot.map.name)\n\(firing.modeName)\n\(slot.start.seconds)\n\(slot.end.seconds)"),
            .integer(slot.end.seconds)
        )
    }
}
