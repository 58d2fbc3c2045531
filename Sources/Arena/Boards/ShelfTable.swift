import Core

/// Which boards are in memory, which are being read, and who waits for them: a value behind the lock of the shelf.
struct ShelfTable: Sendable {
    /// A board with a lock of its own.
    typealias Board = Locked<LiveBoard>
    typealias Waiter = CheckedContinuation<End, Never>

    /// How a reading ended.
    enum End: Sendable {
        case loaded
        /// This board alone cannot be shown.
        case board(BoardFailure)
        case file(SQLiteError)
    }

    /// Bytes of all boards together; the one that is in use stays even if it has more.
    private let most: Int
    private var loaded: [Int64: Loaded] = [:]
    private var loading: [Int64: Loading] = [:]
    /// Counts uses.
    private var uses: UInt64 = 0
    /// Of all boards that are loaded.
    private(set) var bytes = 0

    private struct Loaded: Sendable {
        let board: Board
        /// Of the counter of uses.
        var used: UInt64
        var bytes: Int
    }

    /// A board that is being read.
    private struct Loading: Sendable {
        var waiters: [Waiter] = []
        /// Committed meanwhile.
        var results: [LedgerResult] = []
        /// Something else changed meanwhile: what is read is not kept.
        var isVoid = false
    }

    /// What somebody does who wants a board to be read.
    enum Turn: Hashable {
        case isLoaded
        case read
        /// Somebody else reads it.
        case wait
    }

    /// What somebody does next who has read a board.
    enum Step: Hashable {
        /// These were committed meanwhile; it is not in the table yet.
        case apply([LedgerResult])
        /// What was read does not hold any more.
        case again
        case done
    }

    init(most: Int) {
        self.most = most
    }

    var count: Int { loaded.count }

    /// A board that somebody asks for; nil: it has to be read.
    mutating func use(_ number: Int64) -> Board? {
        uses += 1
        loaded[number]?.used = uses
        return loaded[number]?.board
    }

    /// The same, without counting as a use.
    func find(_ number: Int64) -> Board? { loaded[number]?.board }

    /// The board that a result changes; it is put aside for one that is being read.
    mutating func board(for result: LedgerResult) -> Board? {
        loading[result.board]?.results.append(result)
        return loaded[result.board]?.board
    }

    /// Takes down what a board has after a change; boards that leave for it are given back, to be freed outside of the lock.
    mutating func measure(_ number: Int64, _ board: Board, bytes new: Int) -> [Board] {
        guard let known = loaded[number], known.board === board, known.bytes != new else { return [] }
        loaded[number]?.bytes = new
        bytes += new - known.bytes
        return makeRoom(beside: number)
    }

    /// Lets a board go that cannot be followed any more, unless another reading has taken its place.
    mutating func drop(_ number: Int64, _ board: Board) {
        guard let known = loaded[number], known.board === board else { return }
        loaded[number] = nil
        bytes -= known.bytes
    }

    /// All boards; what is being read is read once more.
    mutating func boardsForRemoval() -> [Board] {
        voidReadings()
        return loaded.values.map(\.board)
    }

    /// Lets a board go of which something else than a new result changed; what is being read of it is read once more.
    mutating func leave(_ number: Int64) -> Board? {
        loading[number]?.isVoid = true
        guard let known = loaded.removeValue(forKey: number) else { return nil }
        bytes -= known.bytes
        return known.board
    }

    /// Lets all boards go, which are given back to be freed outside of the lock.
    mutating func removeAll() -> [Board] {
        voidReadings()
        let boards = loaded.values.map(\.board)
        (loaded, bytes) = ([:], 0)
        return boards
    }

    private mutating func voidReadings() {
        for number in loading.keys { loading[number]?.isVoid = true }
    }

    /// The least used boards leave, but not the one that is in use now.
    private mutating func makeRoom(beside number: Int64) -> [Board] {
        var gone: [Board] = []
        while bytes > most {
            let others = loaded.lazy.filter { $0.key != number }
            guard let oldest = others.min(by: { $0.value.used < $1.value.used }) else { break }
            gone.append(oldest.value.board)
            drop(oldest.key, oldest.value.board)
        }
        return gone
    }
}

/// Loading.
extension ShelfTable {
    mutating func begin(_ number: Int64) -> Turn {
        guard loaded[number] == nil else { return .isLoaded }
        guard loading[number] == nil else { return .wait }
        loading[number] = Loading()
        return .read
    }

    func isBeingRead(_ number: Int64) -> Bool { loading[number] != nil }

    /// Whether this one waits; false: the reading is over.
    mutating func wait(_ waiter: Waiter, for number: Int64) -> Bool {
        guard loading[number] != nil else { return false }
        loading[number]?.waiters.append(waiter)
        return true
    }

    /// Puts what was read into the table once nothing is aside that it lacks.
    ///
    /// Whoever has read it applies what is aside, outside of the lock: a board of a million players holds up nobody.
    mutating func put(_ live: LiveBoard, _ number: Int64) -> (step: Step, gone: [Board]) {
        guard let reading = loading[number], !reading.isVoid else {
            loading[number]?.isVoid = false
            loading[number]?.results = []
            return (.again, [])
        }
        guard reading.results.isEmpty else {
            loading[number]?.results = []
            return (.apply(reading.results), [])
        }
        uses += 1
        loaded[number] = Loaded(board: Board(live), used: uses, bytes: live.bytes)
        bytes += live.bytes
        return (.done, makeRoom(beside: number))
    }

    /// Ends a reading; who waited for it is to be told.
    mutating func end(_ number: Int64) -> [Waiter] { loading.removeValue(forKey: number)?.waiters ?? [] }
}
