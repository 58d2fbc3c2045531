import Core

/// A player went up in a board's order of all time.
struct BoardMove: Hashable, Sendable {
    /// The rows.
    let board: Int64
    let player: Int64
    /// What it had before; nil: it was not on the board.
    var before: ResultStanding?
    var after: ResultStanding
}

extension ResultStanding {
    /// Whether it stands further up in an order.
    func isAhead(of other: ResultStanding, _ index: BoardIndex) -> Bool {
        score == other.score
            ? sequence < other.sequence : isBetter(than: other, isAscending: index.isAscending)
    }
}

/// Moves that somebody is to look at, a player's on a board as one; when too many wait, further ones are let go.
final class BoardMoves: Sendable {
    private struct Place: Hashable {
        let board: Int64
        let player: Int64
    }

    private struct Waiting {
        var moves: [Place: BoardMove] = [:]
        var dropped = 0
    }

    private let waiting = Locked(Waiting())
    private let most: Int

    init(most: Int = 2_000) {
        self.most = most
    }

    /// Called after each commit, on the database's thread; true when they are the first that wait.
    func add(_ moves: [BoardMove]) -> Bool {
        guard !moves.isEmpty else { return false }
        return waiting.withLock { waiting in
            let wasEmpty = waiting.moves.isEmpty
            for move in moves {
                let place = Place(board: move.board, player: move.player)
                if waiting.moves[place] != nil {
                    waiting.moves[place]?.after = move.after
                } else if waiting.moves.count < most {
                    waiting.moves[place] = move
                } else {
                    waiting.dropped += 1
                }
            }
            return wasEmpty
        }
    }

    /// All that wait.
    func take() -> [BoardMove] {
        waiting.withLock { waiting in
            defer { waiting.moves = [:] }
            return Array(waiting.moves.values)
        }
    }

    /// How many were let go so far.
    var dropped: Int { waiting.withLock { $0.dropped } }
}
