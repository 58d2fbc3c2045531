package import WatchpostModel

/// What happened to realms in the last 90 days: fed with every view, asked by the API, kept in `history.db`.
///
/// Reads are answered from memory at once. A change is in memory as soon as it is observed and on the card within two
/// minutes; a power cut may take those, since nothing here is an announcement (those are in the realm store). Times at
/// which the appliance was off, or a source not fresh, are unknown.
package final class History: Sendable {
    /// To be passed to `Database.open` for `history.db`.
    package static var migrations: [Migration] { HistoryStore.migrations }

    /// Changes kept at most.
    package static let usualRows = 200_000

    private struct State {
        var buffer: HistoryBuffer
        var index: HistoryIndex
    }

    private let store: HistoryStore
    private let state: Locked<State>

    private init(store: HistoryStore, index: HistoryIndex, start: Duration) {
        self.store = store
        state = Locked(State(buffer: HistoryBuffer(startingAt: start), index: index))
    }

    /// Loads the history and closes what the last run left open.
    ///
    /// Pass the date of the newest stored event as `lastEvent`: after a kill it may be newer than the last mark.
    package static func open(
        _ database: Database,
        lastEvent: UnixTime? = nil,
        keepingRows mostRows: Int = usualRows,
        at now: Moment
    ) async throws(SQLiteError) -> History {
        let store = HistoryStore(database: database, mostRows: mostRows)
        let (index, alive) = try await store.load()
        let history = History(store: store, index: index, start: now.monotonic)
        if let end = [alive, index.newest, lastEvent].compactMap({ $0 }).max() { history.end(at: end, now) }
        return history
    }

    /// Takes down what a view tells that was not known; feed it every published view, most cost nothing.
    package func observe(_ view: SourceView, at now: Moment) {
        state.withLock { state in
            for change in state.index.changes(in: view) {
                let event = HistoryBuffer.Event.changed(
                    change.subject,
                    code: change.code,
                    since: change.since
                )
                History.remember(state.buffer.handle(event, at: now), in: &state.index)
            }
        }
    }

    /// Writes what is due; call it every minute or oftener, from one task.
    ///
    /// An error costs nothing yet: the changes stay and are tried again a minute later.
    package func tick(at now: Moment) async throws(SQLiteError) {
        try await perform(.tick, at: now)
    }

    /// Marks the end of the run and writes everything; call it after the last `tick`, before the database is closed.
    package func stop(at now: Moment) async throws(SQLiteError) {
        if let wall = now.wall { end(at: wall, now) }
        try await perform(.stop, at: now)
    }

    /// The history of a realm from `from` up to `to`, which is now at the latest.
    package func history(of realm: RealmKey, from: UnixTime, to: UnixTime) -> HistoryBody {
        let source = state.withLock { $0.index.source(realm.source) }
        return source.body(of: realm, from: from, to: to)
    }

    /// The history of a whole source: the worst state of its realms at each time.
    package func history(of source: RealmSource, from: UnixTime, to: UnixTime) -> HistoryBody {
        let found = state.withLock { $0.index.source(source) }
        return found.body(of: source, from: from, to: to)
    }

    /// Bytes that the index takes, for the metrics.
    package var bytes: Int { state.withLock { $0.index.bytes } }

    /// From `time` on nothing is known of any source, until it is fresh again.
    private func end(at time: UnixTime, _ now: Moment) {
        state.withLock { state in
            for entry in state.index.endings(at: time) {
                let dated = Moment(wall: max(time, now.wall ?? time), monotonic: now.monotonic)
                let event = HistoryBuffer.Event.changed(entry.subject, code: entry.code, since: entry.at)
                History.remember(state.buffer.handle(event, at: dated), in: &state.index)
            }
        }
    }

    private func perform(_ event: HistoryBuffer.Event, at now: Moment) async throws(SQLiteError) {
        for batch in settle(event, at: now) {
            do throws(SQLiteError) {
                try await store.write(batch)
                _ = settle(.written, at: now)
            } catch {
                _ = settle(.failed, at: now)
                throw error
            }
        }
    }

    /// Lets the rule decide, does what concerns memory and returns what concerns the disk.
    private func settle(_ event: HistoryBuffer.Event, at now: Moment) -> [HistoryBatch] {
        state.withLock { state in
            let effects = state.buffer.handle(event, at: now)
            History.remember(effects, in: &state.index)
            return effects.compactMap { effect in
                if case .write(let batch) = effect { batch } else { nil }
            }
        }
    }

    private static func remember(_ effects: [HistoryBuffer.Effect], in index: inout HistoryIndex) {
        for effect in effects {
            switch effect {
            case .remember(let entry): index.append(entry)
            case .forget(let horizon): index.prune(before: horizon)
            case .write: break
            }
        }
    }
}
