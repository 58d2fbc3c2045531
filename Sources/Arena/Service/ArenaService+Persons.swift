import Core
import Serving
import WatchpostModel

/// Players of persons, and who follows what becomes of those.
extension ArenaService {
    /// The player of a person, made on first use; nil: there is no room for one who asks from there.
    func player(
        ofPerson person: Int64,
        from origin: InstallStore.InstallOrigin,
        at now: () throws(Problem) -> UnixTime
    ) async throws(Problem) -> Player? {
        let known = try await use { stores throws(SQLiteError) in
            try await stores.players.player(ofPerson: person)
        }
        if let known { return known }
        let (time, code) = (try now(), ArenaService.newCode())
        let made = try await use { stores throws(SQLiteError) -> Player? in
            let made = try await stores.players.begin(person: person, code: code, from: origin, at: time)
            guard made == nil else { return made }
            guard try await stores.installs.makeRoom(for: origin, at: time, following) else { return nil }
            return try await stores.players.begin(person: person, code: code, from: origin, at: time)
        }
        guard let made else { return nil }
        // Its end may have been followed before it had a player.
        guard try await !isThere(person) else { return made }
        try await use { stores throws(SQLiteError) in
            try await stores.players.remove(made.id, at: time) { _ in stores.gone(made.id) }
        }
        throw Gate.unknown
    }

    /// By `state.db`: what goes wrong there is not the arena's.
    func isThere(_ person: Int64) async throws(Problem) -> Bool {
        do throws(SQLiteError) {
            return try await persons.contains(person)
        } catch {
            throw Problem(
                .unavailable,
                "the box cannot read its own state at the moment; try again later"
            )
        }
    }

    /// What it keeps of a person; an export that lacks a part would pass for a whole one.
    func export(_ person: Int64) async throws(SQLiteError) -> PlayerExportBody? {
        guard let stores = state.withLock({ $0.stores }) else {
            throw ArenaService.closedError
        }
        return try await stores.players.export(person: person).map { PlayerExportBody($0) }
    }

    /// Follows what became of persons, and has whatever is in memory follow that with the commit.
    func follow(_ stores: Stores, at now: UnixTime?) async throws(SQLiteError) {
        let players = stores.players
        let cursor = try await players.cursor()
        let reading = await read { persons async throws(SQLiteError) in
            try await persons.log(after: cursor, most: ArenaService.mostEntries)
        }
        switch reading {
        case nil: return
        case .entries(let entries, let next):
            guard !entries.isEmpty else { return }
            try await players.follow(entries, to: next, at: now) { [self] in note($0, stores) }
        case .tooOld:
            let listed = try await players.persons()
            let found = await read { persons async throws(SQLiteError) in try await persons.everybody() }
            guard let everybody = found else { return }
            let lost = listed.subtracting(everybody.persons)
            _ = try await players.compare(without: lost, to: everybody.newest, at: now) { [self] in
                note($0, stores)
            }
        }
    }

    /// Drops what is not so any more, and nothing else: whoever leaves would have all boards read again, and all callers
    /// looked up.
    private func note(_ followed: PersonsFollowed, _ stores: Stores) {
        if followed.isAnybody {
            identities(.everybody)
            stores.changed()
        } else {
            for install in followed.installs { identities(.install(install)) }
            for player in followed.gone { stores.gone(player) }
            if !followed.boards.isEmpty { stores.reordered(followed.boards) }
        }
        // Whose duels these are now is not said.
        if followed.isAnybody || followed.hasJoined {
            ringNews()
            duelBell.forget()
        }
        if !followed.duels.isEmpty { follow(followed.duels) }
        holds.change()
    }

    /// Reads `state.db`; nil: what goes wrong there is no fault of the arena's, and it is followed at a later look.
    private func read<Value: Sendable>(
        _ work: (PersonStore) async throws(SQLiteError) -> Value
    ) async -> Value? {
        do throws(SQLiteError) {
            let value = try await work(persons)
            state.withLock { $0.isBlind = false }
            return value
        } catch {
            let wasBlind = state.withLock { state in
                let before = state.isBlind
                state.isBlind = true
                return before
            }
            if !wasBlind { log("the arena cannot follow persons, and tries again: \(error)") }
            return nil
        }
    }

    /// Former guests whose time is over are looked for once a minute.
    func endFormer(_ stores: Stores, at now: UnixTime) async throws(SQLiteError) {
        let isDue = state.withLock { state in
            if let last = state.endedFormerAt, (0..<60).contains(now.since(last)) { return false }
            state.endedFormerAt = now
            return true
        }
        guard isDue, try await stores.joins.endFormer(at: now, then: { [self] in follow($0) }) else { return }
        // More of them may wait.
        state.withLock { $0.endedFormerAt = nil }
    }
}
