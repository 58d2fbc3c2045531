package import WatchpostModel

/// What realm watching must not lose: announced states, outages, freshness and the log of events, in `state.db`.
///
/// State and events go in one transaction, so that a crash at any instant neither repeats an announcement nor forgets
/// one: after a restart the state tells what was announced, and the log holds exactly that.
package struct RealmStore: Sendable {
    private let database: Database
    private let log: EventLog
    private let participants: [any AnnouncementParticipant]

    /// The database must have been opened with these `tables`, and those of the participants.
    ///
    /// `participants`: the features that store something with each announcement, asked in this order.
    package init(
        database: Database,
        keepingEvents kept: Int = EventLog.usualLength,
        participants: [any AnnouncementParticipant]
    ) {
        self.database = database
        self.participants = participants
        log = EventLog(kept: kept)
    }

    /// Everything stored, for the start.
    package func load() async throws(SQLiteError) -> RealmSnapshot {
        try await database.read("load realms") { db throws(SQLiteError) in
            var snapshot = RealmSnapshot()
            snapshot.realms = try RealmTable.all(db)
            snapshot.sources = try SourceTable.all(db)
            snapshot.outages = try OutageTable.all(db)
            if let newest = try EventLog.newest(db) {
                snapshot.lastEvent = newest.sequence
                snapshot.lastEventAt = newest.at
            }
            return snapshot
        }
    }

    /// Makes changes and events durable, together, and gives the events their numbers.
    ///
    /// Only what this returned may be told to anybody. On an error nothing of it is stored: keep it and try again.
    /// Waiting commits of other stores on the same database share the transaction.
    package func commit(
        _ changes: RealmChanges,
        events: [EventBody]
    ) async throws(SQLiteError) -> [StoredEvent] {
        guard !changes.isEmpty || !events.isEmpty else { return [] }
        let lines = try EventLog.lines(of: events)
        let (log, participants) = (log, participants)
        let name = events.isEmpty ? "commit realms" : "announce changes"
        return try await database.write(name) { db throws(SQLiteError) in
            for realm in changes.realms { try RealmTable.put(realm, db) }
            for key in changes.forgotten { try RealmTable.remove(key, db) }
            for source in changes.sources { try SourceTable.put(source, db) }
            for outage in changes.outages { try OutageTable.put(outage, db) }
            for key in changes.endedOutages { try OutageTable.remove(key, db) }
            for participant in participants { try participant.announced(events, db) }
            return try log.append(lines, db)
        }
    }

    /// The events after the one of this number, for a stream that was interrupted.
    package func replay(after sequence: Int64) async throws(SQLiteError) -> EventReplay {
        try await database.read("replay events") { db throws(SQLiteError) in
            try EventLog.replay(after: sequence, db)
        }
    }
}
