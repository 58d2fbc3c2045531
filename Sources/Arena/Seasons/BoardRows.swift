/// Rows of boards of which a query is asked, for a range of their numbers: one, some, or all of them.
struct BoardRows: Hashable, Sendable {
    let first: Int64
    let last: Int64

    /// Of a board; nil: of all.
    init(of board: Int64?) {
        (first, last) = (board ?? .min, board ?? .max)
    }

    /// Of all these, and whatever is numbered between them.
    init(_ boards: some Collection<Int64>) {
        first = boards.min() ?? .max
        last = boards.max() ?? .min
    }
}
