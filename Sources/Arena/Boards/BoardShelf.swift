import Core
import WatchpostModel

/// The orders of boards in memory, within a bound: who asks for one that is not there waits until it is read.
///
/// Results follow by `apply`, on the database's thread after each commit. What is committed while a board is read is put
/// aside for it; the board knows the newest result that was read, and takes later ones only. No lock is held around SQL.
final class BoardShelf: Sendable {
    private let database: Database
    private let table: Locked<ShelfTable>
    /// For whoever else reads results of a time.
    let times: LedgerTimes

    /// `memory`: bytes of all boards together; the one that is asked for stays even if it has more.
    init(database: Database, memory: Int, times: LedgerTimes = LedgerTimes()) {
        (self.database, self.times) = (database, times)
        table = Locked(ShelfTable(most: memory))
    }

    /// Bytes of all boards, and how many they are.
    var size: (bytes: Int, boards: Int) { table.withLock { ($0.bytes, $0.count) } }

    /// Reads a board, unless it is there; what it answers is the failure of this board alone.
    ///
    /// Many who wait for one wait for the same reading.
    @discardableResult
    func load(_ board: GameBoard, at now: UnixTime) async throws(SQLiteError) -> BoardFailure? {
        if look(at: board.id, at: now, { _ in true }) != nil { return nil }
        let end: ShelfTable.End =
            switch table.withLock({ $0.begin(board.id) }) {
            case .isLoaded: .loaded
            case .read: await read(board.id, now)
            case .wait: await wait(board.id)
            }
        switch end {
        case .loaded: return nil
        case .board(let failure): return failure
        case .file(let error): throw error
        }
    }

    /// Whether a board can be looked at, or is being read: asking for it costs no reading of its own.
    func isAtHand(_ board: Int64, at now: UnixTime) -> Bool {
        look(at: board, at: now, { _ in true }) ?? table.withLock { $0.isBeingRead(board) }
    }

    /// Results that were committed, in their order; who went up by them on boards that are in memory.
    @discardableResult
    func apply(_ results: [LedgerResult]) -> [BoardMove] {
        var moves: [BoardMove] = []
        for result in results {
            guard let live = table.withLock({ $0.board(for: result) }) else { continue }
            let (move, bytes) = live.withLock { board in (board.apply(result), board.bytes) }
            if let move { moves.append(move) }
            // Boards grow after they were read: others make room for that, too.
            _ = table.withLock { $0.measure(result.board, live, bytes: bytes) }
        }
        return moves
    }

    /// Something of a board that is in memory, without counting as a use; nil: it is not.
    func glance<Value: Sendable>(at board: Int64, _ body: (LiveBoard) -> Value) -> Value? {
        guard let found = table.withLock({ $0.find(board) }) else { return nil }
        return found.withLock { live in live.isStale ? nil : body(live) }
    }

    /// What a player has on a board of all time.
    func standing(of player: Int64, on board: Int64) -> LoadedStanding {
        guard let live = table.withLock({ $0.find(board) }) else { return .notLoaded }
        return live.withLock { $0.standing(of: player) }.map { .stands($0) } ?? .nothing
    }

    /// Where a player is; nil: the board has to be loaded.
    func places(of player: Int64, on board: Int64, at now: UnixTime) -> [BoardPlace]? {
        look(at: board, at: now) { $0.places(of: player) }
    }

    /// Something of a board as it is at an instant; nil: the board has to be loaded.
    func look<Value: Sendable>(
        at board: Int64,
        at now: UnixTime,
        _ body: (LiveBoard) -> Value
    ) -> Value? {
        guard let found = table.withLock({ $0.use(board) }) else { return nil }
        let value = found.withLock { live -> Value? in
            live.roll(to: now)
            return live.isStale ? nil : body(live)
        }
        if value == nil { table.withLock { $0.drop(board, found) } }
        return value
    }

    /// A player went: it is on no board any more.
    func remove(_ player: Int64) {
        for live in table.withLock({ $0.boardsForRemoval() }) { live.withLock { $0.remove(player) } }
    }

    /// A board is read again when it is asked for: results of it began or ceased to count.
    func leave(_ board: Int64) {
        _ = table.withLock { $0.leave(board) }
    }

    /// Everything is read again when it is asked for.
    func removeAll() {
        _ = table.withLock { $0.removeAll() }
    }
}

/// Loading.
extension BoardShelf {
    /// Looks at the times of all results there are, in steps: once after a start, before the first board is read that has a window.
    func learnTimes() async throws(SQLiteError) {
        let times = times
        var isMore = true
        while isMore {
            isMore = try await database.readStep("look when results came") { db throws(SQLiteError) in
                try times.learn(most: ResultLedger.look, db)
            }
        }
    }

    private func wait(_ board: Int64) async -> ShelfTable.End {
        await withCheckedContinuation { (waiter: ShelfTable.Waiter) in
            let isWaiting = table.withLock { $0.wait(waiter, for: board) }
            if !isWaiting { waiter.resume(returning: .loaded) }
        }
    }

    /// Reads until nothing came between; how it ended, which all who wait are told.
    private func read(_ board: Int64, _ now: UnixTime) async -> ShelfTable.End {
        let load = BoardLoad(board: board, now: now, times: times)
        while true {
            do throws(SQLiteError) {
                // It may take long, and others only look at a few rows.
                let read = try await database.readBeside("load board") { db throws(SQLiteError) in
                    try load.run(db)
                }
                switch read {
                case .failure(let failure): return end(board, .board(failure))
                case .success(let live): if keep(live, board) { return end(board, .loaded) }
                }
            } catch {
                return end(board, .file(error))
            }
        }
    }

    /// Whether what was read holds.
    ///
    /// What was committed meanwhile is applied outside of the table's lock, as often as more has come.
    private func keep(_ read: consuming LiveBoard, _ board: Int64) -> Bool {
        var live = read
        while true {
            let (step, _) = table.withLock { $0.put(live, board) }
            switch step {
            case .done: return true
            case .again: return false
            case .apply(let results): for result in results { live.apply(result) }
            }
        }
    }

    private func end(_ board: Int64, _ end: ShelfTable.End) -> ShelfTable.End {
        for waiter in table.withLock({ $0.end(board) }) { waiter.resume(returning: end) }
        return end
    }
}
