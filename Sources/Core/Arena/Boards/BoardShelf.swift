package import WatchpostModel

/// The orders of boards in memory, within a bound: who asks for one that is not there waits until it is read.
///
/// Results follow by `apply`, on the database's thread after each commit. What is committed while a board is read is put
/// aside for it; the board knows the newest result that was read, and takes later ones only. No lock is held around SQL.
package final class BoardShelf: Sendable {
    private let database: Database
    /// Bytes of all boards together; the one that is asked for stays even if it has more.
    private let memory: Int
    private let state = Locked(State())

    private typealias Waiter = CheckedContinuation<SQLiteError?, Never>

    private struct Shelved {
        let live: Locked<LiveBoard>
        /// Of the counter of uses.
        var used: UInt64
        var bytes: Int
    }

    /// A board that is being read.
    private struct Loading {
        var waiters: [Waiter] = []
        /// Committed meanwhile.
        var results: [LedgerResult] = []
        /// Players changed meanwhile: what is read is not kept.
        var isVoid = false
    }

    private struct State {
        var boards: [Int64: Shelved] = [:]
        var loading: [Int64: Loading] = [:]
        var uses: UInt64 = 0

        /// Boards that nobody asked for lately leave.
        mutating func makeRoom(_ memory: Int, keeping board: Int64) {
            var bytes = boards.values.reduce(0) { $0 + $1.bytes }
            while bytes > memory,
                let oldest = boards.filter({ $0.key != board }).min(by: { $0.value.used < $1.value.used })
            {
                bytes -= oldest.value.bytes
                boards[oldest.key] = nil
            }
        }
    }

    package init(database: Database, memory: Int) {
        self.database = database
        self.memory = memory
    }

    /// Bytes of all boards, and how many they are.
    package var size: (bytes: Int, boards: Int) {
        state.withLock { state in (state.boards.values.reduce(0) { $0 + $1.bytes }, state.boards.count) }
    }

    /// Reads a board, unless it is there; many who wait for one wait for the same reading.
    package func load(_ board: GameBoard, at now: UnixTime) async throws(SQLiteError) {
        if look(at: board.id, at: now, { _ in true }) != nil { return }
        let (isThere, isMine) = begin(board.id)
        if isThere { return }
        let failure = isMine ? await read(board, now) : await wait(board.id)
        if let failure { throw failure }
    }

    /// Results that were committed, in their order.
    package func apply(_ results: [LedgerResult]) {
        for result in results {
            let live = state.withLock { state in
                state.loading[result.board]?.results.append(result)
                return state.boards[result.board]?.live
            }
            guard let live else { continue }
            let bytes = live.withLock { board in
                board.apply(result)
                return board.bytes
            }
            state.withLock { $0.boards[result.board]?.bytes = bytes }
        }
    }

    /// What a player has on a board of all time; nil: nothing, or the board is not there.
    package func standing(of player: Int64, on board: Int64) -> ResultStanding? {
        let live = state.withLock { $0.boards[board]?.live }
        return live?.withLock { $0.standing(of: player) }
    }

    /// Where a player is; nil: the board has to be loaded.
    package func places(of player: Int64, on board: Int64, at now: UnixTime) -> [BoardPlace]? {
        look(at: board, at: now) { $0.places(of: player) }
    }

    /// Something of a board as it is at an instant; nil: the board has to be loaded.
    package func look<Value: Sendable>(
        at board: Int64,
        at now: UnixTime,
        _ body: (LiveBoard) -> Value
    ) -> Value? {
        let live = state.withLock { state in
            state.uses += 1
            state.boards[board]?.used = state.uses
            return state.boards[board]?.live
        }
        let (value, isStale) =
            live?.withLock { live -> (Value?, Bool) in
                live.roll(to: now)
                return live.isStale ? (nil, true) : (body(live), false)
            } ?? (nil, false)
        if isStale { state.withLock { $0.boards[board] = nil } }
        return value
    }

    /// A player went: it is on no board any more.
    package func remove(_ player: Int64) {
        let boards = state.withLock { state in
            for board in state.loading.keys { state.loading[board]?.isVoid = true }
            return state.boards.values.map(\.live)
        }
        for live in boards { live.withLock { $0.remove(player) } }
    }

    /// Everything is read again when it is asked for.
    package func removeAll() {
        state.withLock { state in
            state.boards = [:]
            for board in state.loading.keys { state.loading[board]?.isVoid = true }
        }
    }
}

/// Loading.
extension BoardShelf {
    /// Whether the board is there, and whether it is the caller who has to read it.
    private func begin(_ board: Int64) -> (isThere: Bool, isMine: Bool) {
        state.withLock { state in
            if state.boards[board] != nil { return (true, false) }
            guard state.loading[board] == nil else { return (false, false) }
            state.loading[board] = Loading()
            return (false, true)
        }
    }

    private func wait(_ board: Int64) async -> SQLiteError? {
        await withCheckedContinuation { (waiter: Waiter) in
            let isOver = state.withLock { state in
                guard state.loading[board] != nil else { return true }
                state.loading[board]?.waiters.append(waiter)
                return false
            }
            if isOver { waiter.resume(returning: nil) }
        }
    }

    /// Reads until nothing came between; the failure, which all who wait are told.
    private func read(_ board: GameBoard, _ now: UnixTime) async -> SQLiteError? {
        let load = BoardLoad(board: board.id, now: now)
        while true {
            do throws(SQLiteError) {
                let read = try await database.read("load board") { db throws(SQLiteError) in try load.run(db)
                }
                guard case .success(let live) = read else {
                    let words = "the results of board \(board.id) have numbers too far from each other"
                    return end(board.id, SQLiteError(code: .tooBig, message: words, path: "arena.db"))
                }
                if keep(live, board.id) { return end(board.id, nil) }
            } catch {
                return end(board.id, error)
            }
        }
    }

    /// Whether what was read holds.
    private func keep(_ read: LiveBoard, _ board: Int64) -> Bool {
        state.withLock { state in
            guard let loading = state.loading[board], !loading.isVoid else {
                state.loading[board]?.isVoid = false
                state.loading[board]?.results = []
                return false
            }
            var live = read
            for result in loading.results { live.apply(result) }
            state.uses += 1
            let bytes = live.bytes
            state.boards[board] = Shelved(live: Locked(live), used: state.uses, bytes: bytes)
            state.makeRoom(memory, keeping: board)
            state.loading[board]?.results = []
            return true
        }
    }

    private func end(_ board: Int64, _ failure: SQLiteError?) -> SQLiteError? {
        let waiters = state.withLock { $0.loading.removeValue(forKey: board)?.waiters ?? [] }
        for waiter in waiters { waiter.resume(returning: failure) }
        return failure
    }
}
