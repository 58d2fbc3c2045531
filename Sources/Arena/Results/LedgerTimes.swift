import Core
import WatchpostModel

/// Which results may be of a time, without an index on times, that each result would have to pay for.
///
/// Results are stored nearly in the order of their times. Kept is the latest time of each thousand: where a clock was ahead
/// or went back more is read than need be, and nothing is missed. That takes one look through all of them after a start, in steps
/// (`learn`), and one through what came since whenever somebody asks.
final class LedgerTimes: Sendable {
    /// Numbers that stand one behind the other, all of which were looked at, and the latest time of their results.
    private struct Block: Sendable {
        let first: Int64
        var last: Int64
        var latest: Int64
    }

    private let blocks = Locked<[Block]>([])
    /// Numbers of a block.
    private let size: Int64

    init(size: Int64 = 1_000) {
        self.size = size
    }

    /// Looks at up to `most` results at which nobody has looked yet, rounded up to a block; false: there are none.
    func learn(most: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let before = blocks.withLock { $0 }
        let now = try extended(before, blocks: Int((most + size - 1) / size), db)
        keep(now)
        return now.last?.last ?? 0 > before.last?.last ?? 0
    }

    /// Somebody else may have read further meanwhile.
    private func keep(_ read: [Block]) {
        blocks.withLock { if $0.last?.last ?? 0 < read.last?.last ?? 0 { $0 = read } }
    }

    /// Numbers among which all results are whose time is not before this one, in their order; for the state of the file that
    /// this transaction sees.
    func ranges(since time: UnixTime, _ db: borrowing Connection) throws(SQLiteError) -> [ClosedRange<Int64>]
    {
        let before = blocks.withLock { $0 }
        let now = try extended(before, db)
        keep(now)
        var ranges: [ClosedRange<Int64>] = []
        var isBehind = false
        for block in now {
            defer { isBehind = block.latest >= time.seconds }
            guard block.latest >= time.seconds else { continue }
            if isBehind, let range = ranges.popLast() {
                ranges.append(range.lowerBound...block.last)
            } else {
                ranges.append(block.first...block.last)
            }
        }
        return ranges
    }

    /// The same blocks without those whose results are gone, and with what came since, up to so many new blocks.
    private func extended(_ known: [Block], blocks most: Int = .max, _ db: borrowing Connection)
        throws(SQLiteError) -> [Block]
    {
        let newest = try ResultTable.newest(db)
        var blocks = known
        if let first = blocks.first, let oldest = try LedgerTimes.first(behind: 0, db), first.last < oldest {
            blocks.removeAll { $0.last < oldest }
        }
        if var open = blocks.last, open.last < end(of: open.first, newest) {
            let end = end(of: open.first, newest)
            open.latest = max(open.latest, try LedgerTimes.latest(open.last + 1...end, db))
            open.last = end
            blocks[blocks.count - 1] = open
        }
        var added = 0
        while added < most, let next = try LedgerTimes.first(behind: blocks.last?.last ?? 0, db) {
            added += 1
            let end = end(of: next, newest)
            blocks.append(Block(first: next, last: end, latest: try LedgerTimes.latest(next...end, db)))
        }
        return blocks
    }

    /// The last number of the block that begins with one, as far as there are any; whatever the file says.
    private func end(of first: Int64, _ newest: Int64) -> Int64 {
        let (end, overflow) = first.addingReportingOverflow(size - 1)
        return overflow ? newest : min(end, newest)
    }

    /// The number of the first result behind one; nil: there is none.
    private static func first(behind number: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Int64?
    {
        try db.first("SELECT seq FROM results WHERE seq > ?1 ORDER BY seq LIMIT 1", .integer(number)) {
            row throws(SQLiteError) in try row.integer(0)
        }
    }

    /// The latest time of results with these numbers.
    private static func latest(_ numbers: ClosedRange<Int64>, _ db: borrowing Connection) throws(SQLiteError)
        -> Int64
    {
        let latest = try db.first(
            "SELECT max(at) FROM results WHERE seq BETWEEN ?1 AND ?2",
            .integer(numbers.lowerBound),
            .integer(numbers.upperBound)
        ) { row throws(SQLiteError) in try row.optionalInstant(0)?.seconds }
        return (latest ?? nil) ?? .min
    }
}
