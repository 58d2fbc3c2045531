import Core

/// Rows of an order that is over, as they are kept: a thousand to a chunk, a few bytes each.
///
/// A chunk is the rank of its first row, then for each row its player and by how much its score differs from the one before
/// it, all as variable-length integers (LEB128, differences in zigzag form as Protocol Buffers have them). Differences wrap
/// around, so that the ends of Int64 need no more than ten bytes.
struct ArchiveRows: Hashable, Sendable {
    /// A row without its place, which its number says.
    struct Row: Hashable, Sendable {
        let player: UInt32
        let score: Int64
    }

    /// Rows of a chunk; the last one may have fewer.
    static let chunk = 1_000
    /// Rows of the longest order: its players have their places in memory.
    static let longest: Int64 = 1_000_000_000
    /// The most that a chunk can take, in bytes.
    static let largestChunk = 10 + chunk * 15

    /// Of the first row.
    var rank: Int
    var rows: [Row]

    init(rank: Int, rows: [Row]) {
        (self.rank, self.rows) = (rank, rows)
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(10 + rows.count * 5)
        ArchiveRows.append(UInt64(rank), to: &bytes)
        var score: Int64 = 0
        for row in rows {
            ArchiveRows.append(UInt64(row.player), to: &bytes)
            let difference = row.score &- score
            ArchiveRows.append(UInt64(bitPattern: (difference << 1) ^ (difference >> 63)), to: &bytes)
            score = row.score
        }
        return bytes
    }

    /// Nil: nobody here wrote these.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let first = ArchiveRows.number(&rest), let rank = Int(exactly: first), rank > 0 else {
            return nil
        }
        var rows: [Row] = []
        var score: Int64 = 0
        while !rest.isEmpty {
            guard let number = ArchiveRows.number(&rest), let player = UInt32(exactly: number),
                let difference = ArchiveRows.number(&rest), rows.count < ArchiveRows.chunk
            else { return nil }
            score &+= Int64(bitPattern: difference >> 1) ^ -Int64(difference & 1)
            rows.append(Row(player: player, score: score))
        }
        self.init(rank: rank, rows: rows)
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            guard shift < 63 || byte <= 1 else { return nil }
            number |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return number }
        }
        return nil
    }
}

extension ArchiveRows {
    /// An order in chunks, from its standings in any order.
    static func chunks(_ standings: [BoardIndex.Standing], isAscending: Bool) -> [ArchiveRows] {
        let sorted = standings.sorted { left, right in
            let (first, second) = (
                BoardEntry.order(of: left.score, isAscending: isAscending),
                BoardEntry.order(of: right.score, isAscending: isAscending)
            )
            return first == second ? left.sequence < right.sequence : first < second
        }
        var chunks: [ArchiveRows] = []
        var rank = 1
        for (place, standing) in sorted.enumerated() {
            if place > 0, sorted[place - 1].score != standing.score { rank = place + 1 }
            if place % chunk == 0 { chunks.append(ArchiveRows(rank: rank, rows: [])) }
            chunks[chunks.count - 1].rows.append(Row(player: standing.player, score: standing.score))
        }
        return chunks
    }

    /// Its rows with their places; `part`: which chunk of the order it is, from 0; none where no order has so many.
    func places(part: Int) -> [BoardIndex.Row] {
        guard (0..<Int(ArchiveRows.longest) / ArchiveRows.chunk).contains(part) else { return [] }
        var places: [BoardIndex.Row] = []
        places.reserveCapacity(rows.count)
        var rank = rank
        for (index, row) in rows.enumerated() {
            let position = part * ArchiveRows.chunk + index + 1
            if index > 0, rows[index - 1].score != row.score { rank = position }
            // No result has a number below 0: it is the place, by which a page goes on.
            let standing = BoardIndex.Standing(
                player: row.player,
                score: row.score,
                sequence: Int64(-position)
            )
            places.append(BoardIndex.Row(standing: standing, position: position, rank: rank))
        }
        return places
    }

    /// Who is where in an order, in chunks by players: a score is a position there.
    static func places(of chunks: [ArchiveRows]) -> [ArchiveRows] {
        let sorted = chunks.flatMap(\.rows).enumerated()
            .map { Row(player: $0.element.player, score: Int64($0.offset) + 1) }
            .sorted { $0.player < $1.player }
        return stride(from: 0, to: sorted.count, by: chunk).map { start in
            ArchiveRows(rank: 1, rows: Array(sorted[start..<min(start + chunk, sorted.count)]))
        }
    }
}
