import WatchpostModel

/// Turns map alerts whose moment has come into rows of the outbox.
struct MapAlertFanOut {
    let now: UnixTime

    private static let cursor = "maps"
    /// Alerts in one transaction: whoever else wants the database, or to stop, waits no longer than for these.
    static let batch = 200

    /// Until when alerts were handled; nil before the first time.
    static func handledUntil(_ db: borrowing Connection) throws(SQLiteError) -> UnixTime? {
        try db.first("SELECT at FROM notice_cursors WHERE name = ?1", .text(cursor)) {
            row throws(SQLiteError) in
            try row.instant(0)
        }
    }

    /// Everything that was due is told.
    func finish(_ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "INSERT OR REPLACE INTO notice_cursors (name, at) VALUES (?1, ?2)",
            .text(MapAlertFanOut.cursor),
            .integer(now.seconds)
        )
    }

    /// ?1 mode, ?2 map or null, ?3 and ?4 from and to how many minutes: the most minutes that anybody waits for.
    ///
    /// `told` is 1 for phones that can be reached, and the index has no others.
    static let earliest = """
        SELECT max(minutes) FROM map_alerts
        WHERE told = 1 AND mode = ?1 AND map IS ?2 AND minutes BETWEEN ?3 AND ?4
        """

    /// When the first alert of a span comes due; nil without any.
    static func next(of span: MapAlertSpan, _ db: borrowing Connection) throws(SQLiteError) -> UnixTime? {
        var most: Int64?
        for map in [span.slot.map.code, nil] {
            let found = try db.first(
                earliest,
                .text(span.mode),
                .text(map),
                .integer(span.minutes.lowerBound),
                .integer(span.minutes.upperBound)
            ) { row throws(SQLiteError) in try row.optionalInteger(0) }
            if let found = found ?? nil { most = max(most ?? found, found) }
        }
        return most.map { span.due($0) }
    }

    /// How far the alerts of a span have been told: the last one's minutes, phone and place in its list.
    struct Position: Sendable {
        var map: String?
        var minutes: Int64 = -1
        var device: Int64 = -1
        var place: Int64 = -1
    }

    /// Adds rows for up to ``batch`` alerts after `position`, in one transaction; an alert for once is gone with it.
    ///
    /// Where it ended, nil after the last. Telling them again changes nothing: the outbox knows each by its moment. Whoever has
    /// quiet hours until the map is over is passed over, and keeps an alert for once for the next time.
    func run(_ span: MapAlertSpan, after position: Position, _ db: borrowing Connection)
        throws(SQLiteError) -> Position?
    {
        let alerts = try alerts(span, after: position, db)
        let payload = NewNotice.payload(
            MapAlertTopic.Content(
                map: span.slot.map.name,
                mode: span.modeName,
                start: span.slot.start.seconds,
                end: span.slot.end.seconds,
                source: span.slot.source
            )
        )
        for alert in alerts where alert.mayRing(at: now, before: span.slot.end) {
            try add(span, payload, alert, db)
            guard alert.isOnce else { continue }
            try db.execute(
                "DELETE FROM map_alerts WHERE device = ?1 AND position = ?2",
                .integer(alert.device),
                .integer(alert.place)
            )
            try db.execute(
                "UPDATE devices SET alerts_version = alerts_version + 1 WHERE id = ?1",
                .integer(alert.device)
            )
        }
        guard let last = alerts.last, alerts.count == MapAlertFanOut.batch else { return nil }
        var next = position
        (next.minutes, next.device, next.place) = (last.minutes, last.device, last.place)
        return next
    }

    private struct Alert {
        var device: Int64
        var place: Int64
        var minutes: Int64
        var isOnce: Bool
        var times: AlertTimes
        /// Nil when the phone's zone is not known here: it hears nothing.
        var zone: CivilZone?
        var quiet: QuietHours?

        func mayRing(at now: UnixTime, before end: UnixTime) -> Bool {
            guard let zone else { return false }
            return times.contains(now, in: zone) && quiet?.end(containing: now).map { $0 < end } ?? true
        }
    }

    /// ?1 mode, ?2 map or null, ?3 and ?4 from and to how many minutes, ?5...?7 after which, ?8 how many.
    static let wanting = """
        SELECT a.device, a.position, a.minutes, a.once, a.days, a.from_minute, a.to_minute, d.zone, d.quiet_from,
            d.quiet_to
        FROM map_alerts a CROSS JOIN devices d ON d.id = a.device
        WHERE a.told = 1 AND a.mode = ?1 AND a.map IS ?2 AND a.minutes BETWEEN ?3 AND ?4
            AND (a.minutes, a.device, a.position) > (?5, ?6, ?7)
        ORDER BY a.minutes, a.device, a.position LIMIT ?8
        """

    private func alerts(_ span: MapAlertSpan, after position: Position, _ db: borrowing Connection)
        throws(SQLiteError) -> [Alert]
    {
        try db.rows(
            MapAlertFanOut.wanting,
            .text(span.mode),
            .text(position.map),
            .integer(max(span.minutes.lowerBound, position.minutes)),
            .integer(span.minutes.upperBound),
            .integer(position.minutes),
            .integer(position.device),
            .integer(position.place),
            .integer(Int64(MapAlertFanOut.batch))
        ) { row throws(SQLiteError) in
            let zone = CivilZone(named: try row.text(7))
            let (from, to) = (try row.optionalInteger(8), try row.optionalInteger(9))
            return Alert(
                device: try row.integer(0),
                place: try row.integer(1),
                minutes: try row.integer(2),
                isOnce: try row.flag(3),
                times: AlertTimes(
                    days: try row.integer(4),
                    from: try row.optionalInteger(5),
                    to: try row.optionalInteger(6)
                ),
                zone: zone,
                quiet: zone.flatMap { QuietHours(storedFrom: from, to: to, zone: $0) }
            )
        }
    }

    private func add(
        _ span: MapAlertSpan,
        _ payload: String?,
        _ alert: Alert,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let notice = NewNotice(
            subject: MapAlertTopic.subject(mode: span.mode, code: span.slot.map.code),
            aspect: MapAlertTopic.aspect,
            word: MapAlertTopic.aspect,
            version: span.due(alert.minutes).seconds,
            payload: payload,
            at: now,
            expiresAt: span.slot.end
        )
        try notice.put(.phone(alert.device), db)
    }
}
