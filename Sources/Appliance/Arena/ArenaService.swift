import Core
import Serving
import SystemSupport
import WatchpostModel

/// The arena's stores, open or closed, and who follows what becomes of persons.
///
/// While its file cannot be used, everything here is refused with 503; nothing else of the box is.
final class ArenaService: Sendable {
    /// The stores over one open file.
    struct Stores: Sendable {
        let players: PlayerStore
        let installs: InstallStore
        let games: GameStore
        let book: GameBook
        let ledger: ResultLedger
        let shelf: BoardShelf
        let lines: BoardLines
        let seasons: SeasonStore
        let archives: ArchiveStore
        /// What the calendar and owners do to boards.
        let boardTimes = Locked(BoardTimes())
        let keys: GameKeys

        init(_ database: Database, _ settings: ArenaSection, _ keys: GameKeys) {
            players = PlayerStore(database: database, mostPlayers: settings.mostPlayers)
            installs = InstallStore(database: database, mostPlayers: settings.mostPlayers)
            games = GameStore(database: database)
            self.keys = keys
            book = GameBook(games)
            ledger = ResultLedger(database: database, mostResults: settings.mostResults)
            shelf = BoardShelf(database: database, memory: settings.memory << 20)
            lines = BoardLines(database: database)
            seasons = SeasonStore(database: database)
            archives = ArchiveStore(database: database)
        }

        /// A game was changed: its boards may have windows that begin at midnight in another zone.
        func changed() {
            book.forget()
            shelf.removeAll()
            boardTimes.withLock { $0.change() }
        }

        /// A board was changed, or results of it began or ceased to count; all others stay in memory.
        func changed(board: Int64) {
            book.forget()
            shelf.leave(board)
            boardTimes.withLock { $0.change() }
        }

        /// A player went.
        func gone(_ player: Int64) {
            shelf.remove(player)
            boardTimes.withLock { $0.change() }
        }
    }

    /// Drops callers whom a commit changed.
    typealias Forgetting = @Sendable (IdentityChange) -> Void
    /// Reads the secret that the keys of games are made from, or makes it; blocks.
    typealias KeySource = @Sendable () throws(FileError) -> Secret

    private struct State {
        var stores: Stores?
        /// A write was refused, and none has gone well since.
        var isDoubtful = false
        /// When all results were put together last.
        var foldedAt: UnixTime?
        /// Boards that cannot be shown, of which the log was told.
        var toldBoards: Set<Int64> = []
        /// The log was told that `state.db` does not say what became of persons.
        var isBlind = false
    }

    let metrics = ArenaMetrics()
    private let settings: ArenaSection
    private let persons: PersonStore
    private let identities: Forgetting
    private let key: KeySource
    private let log: @Sendable (String) -> Void
    private let state = Locked(State())

    /// Entries that are followed at a time.
    private static let mostEntries = 500

    /// `persons`: those of `state.db`; `key`: of the state folder; `log`: what needs the owner;
    /// `identities`: told when installations play for somebody else.
    init(
        _ settings: ArenaSection,
        persons: PersonStore,
        key: @escaping KeySource,
        log: @escaping @Sendable (String) -> Void,
        identities: @escaping Forgetting
    ) {
        (self.settings, self.persons, self.identities) = (settings, persons, identities)
        (self.key, self.log) = (key, log)
    }

    /// What the file of the arena is used for.
    var databaseUse: FeatureDatabase.Use {
        FeatureDatabase.Use(
            open: { [self] database throws(SQLiteError) in
                let stores = Stores(database, settings, try await keys())
                if try await stores.games.noteKeySource(stores.keys.mark) {
                    log(
                        "\(ArenaKeyFile.name) is another one than before: the keys of all games are void, and those that "
                            + "sign their results need new ones: watchpost game key GAME"
                    )
                }
                state.withLock { $0 = State(stores: stores) }
            },
            tick: { [self] moment throws(SQLiteError) in try await tick(at: moment.wall) },
            end: { [self] _ throws(SQLiteError) in try await end() }
        )
    }

    /// Made from what the state folder holds; a secret that cannot be used closes the arena, in its own words.
    private func keys() async throws(SQLiteError) -> GameKeys {
        let key = key
        let read = await BlockingCall.run { () -> Result<Secret, FileError> in
            do throws(FileError) {
                return .success(try key())
            } catch {
                return .failure(error)
            }
        }
        switch read {
        case .success(let secret): return GameKeys(secret)
        case .failure(let error):
            throw SQLiteError(code: .cannotOpen, message: error.reason, path: ArenaKeyFile.name)
        }
    }

    /// Does something with the stores; what they throw becomes a 503, and the panel's fault at the next look.
    func use<Value: Sendable>(
        _ work: (Stores) async throws(SQLiteError) -> Value
    ) async throws(Problem) -> Value {
        // Its client was told already that it took too long.
        guard !Task.isCancelled else { throw ArenaService.closed }
        let stores = try stores()
        do throws(SQLiteError) {
            return try await work(stores)
        } catch {
            state.withLock { $0.isDoubtful = true }
            throw ArenaService.closed
        }
    }

    /// Its lines of `/metrics`.
    var series: [MetricSeries] {
        metrics.series { [state] in state.withLock { $0.stores } }
    }

    /// Those over the file that is open now.
    func stores() throws(Problem) -> Stores {
        guard let stores = state.withLock({ $0.stores }) else { throw ArenaService.closed }
        return stores
    }

    /// The player of a person, made on first use; nil: there is no room.
    func player(ofPerson person: Int64, at now: () throws(Problem) -> UnixTime) async throws(Problem)
        -> Player?
    {
        let known = try await use { stores throws(SQLiteError) in
            try await stores.players.player(ofPerson: person)
        }
        if let known { return known }
        let (time, code) = (try now(), ArenaService.newCode())
        let made = try await use { stores throws(SQLiteError) in
            try await stores.players.begin(person: person, code: code, at: time)
        }
        guard let made else { return nil }
        // Its end may have been followed before it had a player.
        guard try await !isThere(person) else { return made }
        try await use { stores throws(SQLiteError) in
            try await stores.players.remove(made.id) { stores.gone(made.id) }
        }
        throw Gate.unknown
    }

    /// By `state.db`: what goes wrong there is not the arena's.
    private func isThere(_ person: Int64) async throws(Problem) -> Bool {
        do throws(SQLiteError) {
            return try await persons.contains(person)
        } catch {
            throw Problem(
                .unavailable,
                "the appliance cannot read its own state at the moment; try again later"
            )
        }
    }

    /// Tells the log of a board that cannot be shown, once.
    func tell(_ words: String, of board: Int64) {
        let isNew = state.withLock { $0.toldBoards.insert(board).inserted }
        if isNew { log(words) }
    }

    /// Callers are asked for again: some were removed.
    func forgetCallers() { identities(.everybody) }

    /// What it keeps of a person; an export that lacks a part would pass for a whole one.
    func export(_ person: Int64) async throws(SQLiteError) -> PlayerExport? {
        guard let stores = state.withLock({ $0.stores }) else {
            throw ArenaService.closedError
        }
        return try await stores.players.export(person)
    }

    static let closedError = SQLiteError(code: .cannotOpen, message: "the arena is closed", path: "arena.db")

    static func newCode() -> PlayerCode {
        var generator = SystemRandomNumberGenerator()
        return PlayerCode(using: &generator)
    }

    private static let closed = Problem(
        .unavailable,
        "the arena is closed, because its file cannot be used; try again later",
        code: "arena-closed"
    )

    /// Follows persons, and looks whether the disk takes what is written again.
    private func tick(at now: UnixTime?) async throws(SQLiteError) {
        let (stores, isDoubtful) = state.withLock { ($0.stores, $0.isDoubtful) }
        guard let stores else { return }
        if isDoubtful {
            try await stores.players.probe()
            state.withLock { $0.isDoubtful = false }
        }
        if try await follow(stores.players) {
            identities(.everybody)
            // Players became others, or went: every order is read again when it is asked for.
            stores.changed()
        }
        // Before results are put together: the order as the week began leaves out those that came since.
        if let now { try await stores.keepArchives(at: now) }
        let foldedAt = state.withLock { $0.foldedAt }
        let folded = try await ResultKeeping(ledger: stores.ledger, metrics: metrics).tick(
            at: now,
            foldedAt: foldedAt
        )
        state.withLock { $0.foldedAt = folded }
    }

    /// What is put together now need not be read at the next start.
    private func end() async throws(SQLiteError) {
        let stores = state.withLock { state in
            let stores = state.stores
            state.stores = nil
            return stores
        }
        guard let stores else { return }
        try await ResultKeeping(ledger: stores.ledger, metrics: metrics).fold()
    }

    /// Whether anybody here is somebody else since.
    private func follow(_ players: PlayerStore) async throws(SQLiteError) -> Bool {
        let cursor = try await players.cursor()
        let reading = await read { persons async throws(SQLiteError) in
            try await persons.log(after: cursor, most: ArenaService.mostEntries)
        }
        switch reading {
        case nil: return false
        case .entries(let entries, let next):
            return entries.isEmpty ? false : try await players.follow(entries, to: next)
        case .tooOld:
            let listed = try await players.persons()
            let found = await read { persons async throws(SQLiteError) in try await persons.everybody() }
            guard let everybody = found else { return false }
            let lost = listed.subtracting(everybody.persons)
            return try await players.compare(without: lost, to: everybody.newest)
        }
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
}
