package import WatchpostModel

/// Map alerts on their way into the outbox.
extension NoticeStore {
    /// Until when map alerts were handled; nil before the first time.
    package func mapAlertsHandledUntil() async throws(SQLiteError) -> UnixTime? {
        try await database.read("map alerts") { db throws(SQLiteError) in
            try MapAlertFanOut.handledUntil(db)
        }
    }

    /// When the next of the alerts of these spans comes due; nil when nobody waits for any.
    package func nextMapAlert(_ spans: [MapAlertSpan]) async throws(SQLiteError) -> UnixTime? {
        try await database.read("next map alert") { db throws(SQLiteError) in
            var next: UnixTime?
            for span in spans {
                // Whatever comes due before the span begins cannot be beaten by it.
                if let next, span.due(span.minutes.upperBound) >= next { continue }
                guard let time = try MapAlertFanOut.next(of: span, db) else { continue }
                next = min(next ?? time, time)
            }
            return next
        }
    }

    /// Fans map alerts out, a batch at a time; how many batches it took, nil when the task was cancelled before the end: then
    /// the next look begins where this one began.
    package func fire(_ spans: [MapAlertSpan], isToBeStored: Bool, at now: UnixTime) async throws(SQLiteError)
        -> Int?
    {
        let fanOut = MapAlertFanOut(now: now)
        var batches = 0
        for span in spans where try await nextMapAlert([span]) != nil {
            for map in [span.slot.map.code, nil] {
                var position: MapAlertFanOut.Position? = MapAlertFanOut.Position(map: map)
                while let after = position {
                    guard !Task.isCancelled else { return nil }
                    position = try await database.write("fire map alerts") { db throws(SQLiteError) in
                        try fanOut.run(span, after: after, db)
                    }
                    batches += 1
                }
            }
        }
        guard batches > 0 || isToBeStored else { return 0 }
        try await database.write("handled map alerts") { db throws(SQLiteError) in try fanOut.finish(db) }
        return batches
    }
}
