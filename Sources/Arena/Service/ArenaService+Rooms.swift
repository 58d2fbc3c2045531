import Core
import WatchpostModel

/// Bounds of the arena that come near.
extension ArenaService {
    /// Tells the owner which are, and which no longer are.
    func tell(_ rooms: [ArenaRoom]) {
        let effects = state.withLock { state in rooms.flatMap { state.alarm.handle($0) } }
        for effect in effects {
            switch effect {
            case .log(let words): log(words)
            case .fault(let part, let words): roomFault(part.rawValue, words)
            }
        }
    }

    /// Looks how many players there are, and lets those go that never played while places run short.
    func keepPlaces(_ stores: Stores, at now: UnixTime?) async throws(SQLiteError) -> [ArenaRoom] {
        let places = stores.installs.places
        let taken = try await stores.players.count()
        metrics.note(players: taken)
        if let now, taken >= places.short {
            try await stores.installs.sweepIdle(at: now, following)
        }
        return [
            ArenaRoom(part: .players, taken: taken, places: places.most),
            ArenaRoom(part: .playersOutside, taken: taken, places: places.outside),
        ]
    }

    /// Nobody knows those any more who had to make room.
    var following: InstallStore.Following {
        InstallStore.Following(
            // They had no result: they are on no board, and nothing of theirs is counted.
            evicted: { [self] gone in
                for one in gone { identities(.install(one.install)) }
            },
            duels: { [self] in follow($0) }
        )
    }
}
