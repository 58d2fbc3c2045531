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
        let friends: FriendStore
        let installs: InstallStore
        let joins: PlayerJoinStore
        let games: GameStore
        let book: GameBook
        let ledger: ResultLedger
        let shelf: BoardShelf
        let lines: BoardLines
        let seasons: SeasonStore
        let archives: ArchiveStore
        let duels: DuelStore
        /// What the calendar and owners do to boards.
        let boardTimes = Locked(BoardTimes())
        let keys: GameKeys
        let news: NewsStore
        let passing: PassingStore
        let developers: DeveloperStore
        let invitations: InvitationStore
        let letters: LetterStore
        let contact: ContactStore
        let hidings: HidingStore
        let removals: GameRemovalStore
        let bans: BanStore
        let tally: GameTally

        init(_ database: Database, _ settings: ArenaSettings, _ keys: GameKeys) {
            players = PlayerStore(database: database, mostPlayers: settings.mostPlayers)
            friends = FriendStore(database: database)
            installs = InstallStore(database: database, mostPlayers: settings.mostPlayers)
            joins = PlayerJoinStore(database: database)
            games = GameStore(database: database)
            self.keys = keys
            book = GameBook(games)
            ledger = ResultLedger(database: database, mostResults: settings.mostResults)
            shelf = BoardShelf(database: database, memory: settings.memory << 20)
            lines = BoardLines(database: database)
            seasons = SeasonStore(database: database)
            archives = ArchiveStore(database: database, times: shelf.times)
            duels = DuelStore(database: database)
            news = NewsStore(database: database)
            passing = PassingStore(database: database)
            developers = DeveloperStore(
                database: database,
                policy: settings.developers,
                most: settings.mostDevelopers
            )
            invitations = InvitationStore(database: database)
            letters = LetterStore(database: database)
            contact = ContactStore(database: database)
            hidings = HidingStore(ledger)
            removals = GameRemovalStore(ledger)
            bans = BanStore(database: database)
            tally = GameTally(database: database)
        }

        /// After a restore: any player may be another one, or gone.
        func changed() {
            ledger.noteRemovals()
            book.forget()
            shelf.removeAll()
            boardTimes.withLock { $0.change() }
        }

        /// These were changed, or results of them began or ceased to count, or their game has another zone; all others stay
        /// in memory.
        func changed(boards: [Int64]) {
            book.forget()
            for board in boards { shelf.leave(board) }
            boardTimes.withLock { $0.change() }
        }

        /// Installations with results on these play for other players than before; all others stay in memory.
        func reordered(_ boards: Set<Int64>) {
            for board in boards { shelf.leave(board) }
            boardTimes.withLock { $0.changePages() }
        }

        /// A player went: what is over stays as it is, and boards lose a row.
        func gone(_ player: Int64) {
            ledger.noteRemovals()
            shelf.remove(player)
            boardTimes.withLock { $0.changePages() }
        }
    }

    /// Drops callers whom a commit changed.
    typealias Forgetting = @Sendable (IdentityChange) -> Void
    /// Reads the secret that the keys of games are made from, or makes it; blocks.
    typealias KeySource = @Sendable () throws(FileError) -> Secret

    struct State {
        var stores: Stores?
        /// A write was refused, and none has gone well since.
        var isDoubtful = false
        /// When all results were put together last.
        var foldedAt: UnixTime?
        /// When former guests were looked for last.
        var endedFormerAt: UnixTime?
        /// Boards that cannot be shown, of which the log was told.
        var toldBoards: Set<Int64> = []
        /// The log was told that `state.db` does not say what became of persons.
        var isBlind = false
        /// What the owner was told of bounds that are near.
        var alarm = RoomAlarm()
    }

    let metrics = ArenaMetrics()
    /// Rung when duels change.
    let duelBell = DuelBell()
    /// Who may be handed the results of a whole game.
    let exports = ExportPlaces()
    /// Rings when results are to be hidden or given back, or a game is to go.
    let hidingBell = ArenaBell()
    /// Rings when news may wait.
    let news = ArenaBell()
    /// Who went up on boards, and what rings when somebody did.
    let passing = (moves: BoardMoves(), bell: ArenaBell())
    private let settings: ArenaSettings
    let persons: PersonStore
    /// Which persons must not end by themselves.
    let holds: PersonHolds
    let identities: Forgetting
    private let key: KeySource
    let log: @Sendable (String) -> Void
    let roomFault: @Sendable (_ bound: String, String?) -> Void
    let state = Locked(State())

    /// Entries that are followed at a time.
    static let mostEntries = 500

    /// `persons`, `marks`: those of `state.db`; `key`: of the state folder; `log`: what needs the owner;
    /// `identities`: told when installations play for somebody else; `roomFault`: shows that a bound is near.
    init(
        _ settings: ArenaSettings,
        persons: PersonStore,
        marks: PersonMarks,
        key: @escaping KeySource,
        log: @escaping @Sendable (String) -> Void,
        identities: @escaping Forgetting,
        roomFault: @escaping @Sendable (_ bound: String, String?) -> Void = { _, _ in }
    ) {
        (self.settings, self.persons, self.identities) = (settings, persons, identities)
        (self.key, self.log, self.roomFault) = (key, log, roomFault)
        holds = PersonHolds(marks, persons)
    }

    /// What the file of the arena is used for.
    var databaseUse: DatabaseUse {
        DatabaseUse(
            open: { [self] database throws(SQLiteError) in
                let stores = Stores(database, settings, try await keys())
                if try await stores.games.noteKeySource(stores.keys.mark) {
                    log(
                        "\(ArenaKeyFile.name) is another one than before: the keys of all games are void, and those that "
                            + "sign their results need new ones: watchpost game key GAME"
                    )
                }
                let lost = try await stores.letters.dropHandedOver()
                if lost > 0 {
                    log(
                        "emails that were on their way as the last run ended are not sent again, whether they arrived or not: "
                            + "\(lost)"
                    )
                }
                // Before anybody sends one: else the first would wait for it.
                try await stores.ledger.count()
                state.withLock { state in
                    // What was told of bounds holds until the next look.
                    let alarm = state.alarm
                    state = State(stores: stores)
                    state.alarm = alarm
                }
                holds.change()
                duelBell.forget()
                // What waits since before.
                ringNews()
                hidingBell.ring()
                // Last, and in steps: where the file is opened anew, boards that are asked for meanwhile look themselves.
                do throws(SQLiteError) {
                    try await stores.shelf.learnTimes()
                } catch {
                    end()
                    throw error
                }
            },
            tick: { [self] moment throws(SQLiteError) in try await tick(at: moment.wall) },
            end: { [self] _ throws(SQLiteError) in end() }
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
            // Work that was told to stop says nothing of the disk.
            if !error.isInterruption { state.withLock { $0.isDoubtful = true } }
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

    /// Tells the log of a board that cannot be shown, once.
    func tell(_ words: String, of board: Int64) {
        let isNew = state.withLock { $0.toldBoards.insert(board).inserted }
        if isNew { log(words) }
    }

    /// Follows persons, and looks whether the disk takes what is written again.
    private func tick(at now: UnixTime?) async throws(SQLiteError) {
        let (stores, isDoubtful) = state.withLock { ($0.stores, $0.isDoubtful) }
        guard let stores else { return }
        if isDoubtful {
            try await stores.players.probe()
            state.withLock { $0.isDoubtful = false }
        }
        try await follow(stores, at: now)
        if let now { try await endFormer(stores, at: now) }
        try await holds.keep(stores.players)
        // Before results are put together: the order as the week began leaves out those that came since.
        let kept = await archive(stores, at: now)
        let foldedAt = state.withLock { $0.foldedAt }
        let folded = try await ResultKeeping(ledger: stores.ledger, metrics: metrics).tick(
            at: now,
            foldedAt: foldedAt
        )
        state.withLock { $0.foldedAt = folded }
        tell(stores.ledger.room + (try await keepPlaces(stores, at: now)))
        try kept.get()
    }

    /// Nothing is put together here: the box has to be gone within two seconds, and the next start reads what is not.
    private func end() {
        let stores = state.withLock { state in
            let stores = state.stores
            state.stores = nil
            return stores
        }
        stores?.stopLooking()
    }
}
