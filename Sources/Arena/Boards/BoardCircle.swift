import Core

/// Some players of a board, in its order: somebody and its friends.
struct BoardCircle: Hashable, Sendable {
    /// A row of the board with its place among the others here.
    struct Row: Hashable, Sendable {
        /// As it is on the whole board.
        let overall: BoardIndex.Row
        /// From 1, each once.
        let position: Int
        /// From 1; equal scores share one: 1, 2, 2, 4.
        let rank: Int
    }

    /// In their order.
    let rows: [Row]

    /// Rows of one board, each player's once, in any order.
    init(_ overall: [BoardIndex.Row]) {
        var rows: [Row] = []
        rows.reserveCapacity(overall.count)
        for row in overall.sorted(by: { $0.position < $1.position }) {
            var rank = rows.count + 1
            if let last = rows.last, last.overall.standing.score == row.standing.score { rank = last.rank }
            rows.append(Row(overall: row, position: rows.count + 1, rank: rank))
        }
        self.rows = rows
    }

    /// The row of a player; nil: not among them.
    func row(of player: Int64) -> Row? {
        rows.first { Int64($0.overall.standing.player) == player }
    }

    /// By how many places each of them is ahead of where it was among some players; those who were nowhere are left out.
    ///
    /// `positions`: those of the same players on the whole board then, by their rows.
    func changes(since positions: [Int64: Int]) -> [Int64: Int] {
        let before = positions.sorted { $0.value < $1.value }.enumerated()
        let places = Dictionary(before.map { ($0.element.key, $0.offset + 1) }) { first, _ in first }
        var changes: [Int64: Int] = [:]
        for row in rows {
            let player = Int64(row.overall.standing.player)
            changes[player] = places[player].map { $0 - row.position }
        }
        return changes
    }

    /// Up to `most` rows with a player in the middle, where there are enough on both sides; the first ones where the player
    /// is not among them.
    func around(_ player: Int64, most: Int) -> ArraySlice<Row> {
        let place = rows.firstIndex { Int64($0.overall.standing.player) == player } ?? 0
        let first = max(0, min(place - (most - 1) / 2, rows.count - most))
        return rows[first..<min(first + most, rows.count)]
    }
}

extension BoardIndex {
    /// Rows of those of some players who are on the board, each once.
    func rows(of players: [Int64]) -> [Row] {
        Set(players).compactMap { player in UInt32(exactly: player).flatMap { row(of: $0) } }
    }
}
