import Core

/// The order of a board's players, in memory: who is where, in less than a microsecond for a million of them.
///
/// Databases count rows for that, in time that grows with the position. It is a value; whoever owns it decides about locks.
/// It is changed after the commit of what it shows, in the order of the commits.
struct BoardIndex: Sendable {
    /// Whether less is better.
    let isAscending: Bool
    /// Numbers of results are kept as what they are above this one.
    private var base: Int64
    private var blocks: BoardBlocks
    private var slots: PlayerSlots

    /// Somebody's best: `sequence` is the number of the result in the ledger, less is earlier.
    struct Standing: Hashable, Sendable {
        let player: UInt32
        let score: Int64
        let sequence: Int64

        init(player: UInt32, score: Int64, sequence: Int64) {
            (self.player, self.score, self.sequence) = (player, score, sequence)
        }
    }

    /// A standing with its place.
    struct Row: Hashable, Sendable {
        let standing: Standing
        /// From 1, each once.
        let position: Int
        /// From 1; equal scores share one, and the next has as many fewer: 1, 2, 2, 4.
        let rank: Int
    }

    /// Four thousand million results lie between two of one board; it has to be loaded again, with another base.
    struct SequenceTooFar: Error, Hashable {}

    /// Sorts the standings of a board, one for each player, in any order.
    init(
        _ standings: [Standing],
        isAscending: Bool,
        blockCapacity: Int = 256
    ) throws(SequenceTooFar) {
        self.isAscending = isAscending
        base = standings.lazy.map(\.sequence).min() ?? 0
        slots = PlayerSlots(room: standings.count)
        var entries: [BoardEntry] = []
        entries.reserveCapacity(standings.count)
        for standing in standings {
            let entry = try BoardIndex.entry(standing, base, isAscending)
            if slots.store(entry) == nil { entries.append(entry) }
        }
        entries.sort { $0.key < $1.key }
        blocks = BoardBlocks(sorted: entries, capacity: blockCapacity)
    }

    var count: Int { blocks.count }

    /// Memory of all of it, in bytes.
    var bytes: Int { blocks.bytes + slots.bytes }

    /// Puts a player where this standing belongs, in place of the earlier one.
    mutating func place(_ standing: Standing) throws(SequenceTooFar) {
        if count == 0 { base = standing.sequence }
        let entry = try BoardIndex.entry(standing, base, isAscending)
        if let earlier = slots.store(entry) {
            guard earlier.key != entry.key else { return }
            blocks.remove(earlier.key)
        }
        blocks.insert(entry)
    }

    /// Takes a player off the board; false: was not on it.
    mutating func remove(_ player: UInt32) -> Bool {
        guard let entry = slots.remove(player) else { return false }
        blocks.remove(entry.key)
        return true
    }

    /// What a player has; nil: not on the board.
    func standing(of player: UInt32) -> ResultStanding? {
        slots.entry(of: player).map { entry in
            let standing = standing(entry)
            return ResultStanding(score: standing.score, sequence: standing.sequence)
        }
    }

    /// Where a player is; nil: not on the board.
    func row(of player: UInt32) -> Row? {
        guard let entry = slots.entry(of: player) else { return nil }
        let before = blocks.count(before: entry.key)
        return Row(standing: standing(entry), position: before + 1, rank: rank(of: entry, before))
    }

    /// Up to `most` rows, the first of which has this position, from 1.
    func page(from position: Int, most: Int) -> [Row] {
        guard position >= 1, position <= count, most > 0 else { return [] }
        var rows: [Row] = []
        rows.reserveCapacity(min(most, count - position + 1))
        blocks.forEach(from: position - 1, most: most) { entry in
            let standing = standing(entry)
            let next = rows.isEmpty ? position : position + rows.count
            let rank: Int
            if let last = rows.last {
                rank = last.standing.score == standing.score ? last.rank : next
            } else {
                rank = self.rank(of: entry, next - 1)
            }
            rows.append(Row(standing: standing, position: next, rank: rank))
        }
        return rows
    }

    /// Rows around a player, who is in the middle where there are enough on both sides; as many as asked for, if the board
    /// has so many.
    func around(_ player: UInt32, most: Int) -> [Row] {
        guard most > 0, let entry = slots.entry(of: player) else { return [] }
        let before = blocks.count(before: entry.key)
        let first = max(0, min(before - (most - 1) / 2, count - most))
        return page(from: first + 1, most: most)
    }

    /// How many stand before a result with this score and number, whether or not it is on the board: where a page goes on
    /// whose last row has moved meanwhile.
    func count(before score: Int64, sequence: Int64) -> Int {
        let order = BoardEntry.order(of: score, isAscending: isAscending)
        let (above, isBelow) = sequence.subtractingReportingOverflow(base)
        let offset = isBelow ? 0 : UInt32(clamping: max(0, above))
        return blocks.count(before: BoardEntry.Key(order: order, sequence: offset))
    }

    /// One more than the number of those with a better score.
    private func rank(of entry: BoardEntry, _ before: Int) -> Int {
        guard before > 0 else { return 1 }
        return blocks.count(before: BoardEntry.Key(order: entry.order, sequence: 0)) + 1
    }

    private func standing(_ entry: BoardEntry) -> Standing {
        Standing(
            player: entry.player,
            score: BoardEntry.order(of: entry.order, isAscending: isAscending),
            sequence: base + Int64(entry.sequence)
        )
    }

    private static func entry(
        _ standing: Standing,
        _ base: Int64,
        _ isAscending: Bool
    ) throws(SequenceTooFar) -> BoardEntry {
        let (above, overflow) = standing.sequence.subtractingReportingOverflow(base)
        guard !overflow, let sequence = UInt32(exactly: above) else { throw SequenceTooFar() }
        let order = BoardEntry.order(of: standing.score, isAscending: isAscending)
        return BoardEntry(order: order, sequence: sequence, player: standing.player)
    }
}
