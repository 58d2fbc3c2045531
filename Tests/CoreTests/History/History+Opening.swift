import WatchpostModel

@testable import Core

extension History {
    /// To be passed to `Database.open` for `history.db`.
    static var migrations: [Migration] { tables.migrations }

    /// One that goes on where that in a database ended; see `keep(in:)`.
    static func open(
        _ database: Database,
        lastEvent: UnixTime? = nil,
        keepingRows mostRows: Int = usualRows,
        at now: Moment
    ) async throws(SQLiteError) -> History {
        let history = History(keepingRows: mostRows, at: now)
        try await history.keep(in: database, lastEvent: lastEvent)
        return history
    }
}

/// The bodies of an index, without a history around it.
extension HistoryIndex {
    /// The history of a realm from `from` up to `to`; what lies in the future counts as it is now.
    func history(of realm: RealmKey, from: UnixTime, to: UnixTime) -> HistoryBody {
        source(realm.source).summary(ofRealm: realm.slug)
            .body(of: realm.source, slug: realm.slug, from: from, to: to)
    }

    /// The history of a whole source: the worst state of its realms, and their common uptime.
    func history(of source: RealmFeed, from: UnixTime, to: UnixTime) -> HistoryBody {
        self.source(source).summary().body(of: source, slug: nil, from: from, to: to)
    }
}

extension HistoryIndex {
    /// The histories of the realms of a list, in one body.
    func list(
        _ slugs: [String],
        of source: RealmFeed,
        from: UnixTime,
        to: UnixTime
    ) -> RealmHistoryListBody {
        self.source(source).list(slugs, of: source, from: from, to: to)
    }
}
