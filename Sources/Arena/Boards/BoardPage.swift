import Core

/// What a row of a board is found again by after it was read, whether or not it is still there: a keyset.
struct BoardEdge: Hashable, Sendable {
    let score: Int64
    /// The result's number in the ledger.
    let sequence: Int64

    init(score: Int64, sequence: Int64) {
        (self.score, self.sequence) = (score, sequence)
    }
}

/// Where a page of a board begins.
enum BoardStart: Hashable, Sendable {
    case first
    /// With what stands behind a row that was read.
    case after(BoardEdge)
    /// With what stands before it, up to it.
    case before(BoardEdge)
    /// With a player (its row in the file) in the middle, where there are enough on both sides; who is not on the board
    /// sees the first ones.
    case around(Int64)
}

/// A part of a board's order, as it is at one instant.
struct BoardPage: Hashable, Sendable {
    /// Which day, week or month; nil: all time.
    let period: BoardPeriod?
    /// In their order, without gaps.
    let rows: [BoardIndex.Row]
    /// Players in this order.
    let total: Int
    /// The row of the player around whom it is; nil: not on the board, or nobody was named.
    var own: BoardIndex.Row?

    /// Where the page behind this one begins; nil: this is the last one.
    var next: BoardStart? {
        guard let last = rows.last, last.position < total else { return nil }
        return .after(BoardEdge(last.standing))
    }

    /// Where the page before this one ends; nil: this is the first one.
    var previous: BoardStart? {
        guard let first = rows.first, first.position > 1 else { return nil }
        return .before(BoardEdge(first.standing))
    }
}

extension LiveBoard {
    /// Up to `most` rows of a span; nil: the board has no such window.
    func page(of span: BoardSpan, from start: BoardStart, most: Int) -> BoardPage? {
        guard let index = index(of: span) else { return nil }
        var own: BoardIndex.Row?
        let rows: [BoardIndex.Row]
        switch start {
        case .first: rows = index.page(from: 1, most: most)
        case .after(let edge):
            // The order has no second entry of this number: what is before the number behind it is the edge, or before.
            let (number, isOver) = edge.sequence.addingReportingOverflow(1)
            let before = isOver ? index.count : index.count(before: edge.score, sequence: number)
            rows = index.page(from: before + 1, most: most)
        case .before(let edge):
            let before = index.count(before: edge.score, sequence: edge.sequence)
            rows = index.page(from: max(1, before - most + 1), most: min(most, before))
        case .around(let player):
            let number = UInt32(exactly: player)
            own = number.flatMap { index.row(of: $0) }
            rows = own == nil ? index.page(from: 1, most: most) : index.around(number ?? 0, most: most)
        }
        return BoardPage(period: period(of: span), rows: rows, total: index.count, own: own)
    }
}

extension BoardEdge {
    fileprivate init(_ standing: BoardIndex.Standing) {
        self.init(score: standing.score, sequence: standing.sequence)
    }
}
