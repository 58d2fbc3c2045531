package import WatchpostModel

/// What happened to realms in the last 90 days: fed with every view, asked by the API, kept in `history.db`.
///
/// Reads are answered from memory at once. A change is in memory as soon as it is observed and on the card within two
/// minutes; a power cut may take those, since nothing here is an announcement (those are in the realm store). Times at
/// which the appliance was off, or a source not fresh, are unknown.
package final class History: Sendable {
    /// What is in `history.db`.
    package static var tables: StateTables {
        StateTables(migrations: HistoryStore.migrations, bounds: HistoryStore.bounds)
    }

    /// Changes kept at most.
    package static let usualRows = 200_000

    private struct State {
        var buffer: HistoryBuffer
        var index: HistoryIndex
        /// Of whole sources that were asked for, until something changes there.
        var summaries: [RealmFeed: HistorySummary] = [:]
        /// Counts the changes, so that a summary of before one is not kept after it.
        var generation = 0
        /// Counts the summaries that were made.
        var sums = 0

        mutating func perform(_ effects: [HistoryBuffer.Effect]) {
            for effect in effects {
                switch effect {
                case .remember(let entry):
                    index.append(entry)
                    summaries[entry.subject.source] = nil
                case .forget(let horizon):
                    index.prune(before: horizon)
                    summaries = [:]
                case .write: continue
                }
                generation += 1
            }
        }
    }

    private let state: Locked<State>
    private let mostRows: Int
    private let store = Locked<HistoryStore?>(nil)

    /// One that begins now and is stored nowhere, until `keep(in:)`.
    package init(keepingRows mostRows: Int = usualRows, at now: Moment) {
        self.mostRows = mostRows
        state = Locked(State(buffer: HistoryBuffer(startingAt: now.monotonic), index: HistoryIndex()))
    }

    /// Loads what a database holds, closes what the last run left open there, and stores everything in it from now on.
    ///
    /// What was seen since the start comes after it. Pass the date of the newest stored event of the last run as
    /// `lastEvent`: after a kill it may be newer than the last mark. An error changes nothing.
    package func keep(in database: Database, lastEvent: UnixTime? = nil) async throws(SQLiteError) {
        let opened = HistoryStore(database: database, mostRows: mostRows)
        let (loaded, alive) = try await opened.load()
        let end = [alive, loaded.newest, lastEvent].compactMap { $0 }.max()
        state.withLock { state in
            let endings = end.map { loaded.endings(at: $0) } ?? []
            state.index = loaded
            for entry in state.buffer.begin(with: endings) { state.index.append(entry) }
            state.summaries = [:]
            state.generation += 1
        }
        store.withLock { $0 = opened }
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
                state.perform(state.buffer.handle(event, at: now))
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
        return source.summary(ofRealm: realm.slug)
            .body(of: realm.source, slug: realm.slug, from: from, to: to)
    }

    /// The history of a whole source: the worst state of its realms at each time.
    package func history(of source: RealmFeed, from: UnixTime, to: UnixTime) -> HistoryBody {
        summary(of: source).body(of: source, slug: nil, from: from, to: to)
    }

    /// What whoever asked before made, or a new one: strangers ask, and 200,000 changes are a sort of 15 ms.
    private func summary(of source: RealmFeed) -> HistorySummary {
        let (known, tracks, generation) = state.withLock { state in
            (state.summaries[source], state.index.source(source), state.generation)
        }
        if let known { return known }
        let made = tracks.summary()
        state.withLock { state in
            state.sums += 1
            if state.generation == generation { state.summaries[source] = made }
        }
        return made
    }

    /// What is known of a source now; a copy, so that nobody waits while it is summed up.
    func index(of source: RealmFeed) -> HistoryIndex.Source {
        state.withLock { $0.index.source(source) }
    }

    /// Counts the changes of all histories: as long as it stands, none of them tells anything else.
    package var changes: Int { state.withLock { $0.generation } }

    /// How often a whole source was summed up.
    var sums: Int { state.withLock { $0.sums } }

    /// Bytes that the index takes, for the metrics.
    package var bytes: Int { state.withLock { $0.index.bytes } }

    /// From `time` on nothing is known of any source, until it is fresh again.
    private func end(at time: UnixTime, _ now: Moment) {
        state.withLock { state in
            for entry in state.index.endings(at: time) {
                let event = HistoryBuffer.Event.changed(entry.subject, code: entry.code, since: entry.at)
                state.perform(state.buffer.handle(event, at: now))
            }
        }
    }

    private func perform(_ event: HistoryBuffer.Event, at now: Moment) async throws(SQLiteError) {
        for batch in settle(event, at: now) {
            do throws(SQLiteError) {
                guard let store = store.withLock({ $0 }) else {
                    throw SQLiteError(code: .cannotOpen, message: "it is not open", path: "history.db")
                }
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
            state.perform(effects)
            return effects.compactMap { effect in
                if case .write(let batch) = effect { batch } else { nil }
            }
        }
    }
}
