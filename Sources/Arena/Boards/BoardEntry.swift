import Core

/// A player's place on a board in 16 bytes: what it is ordered by, and who it is.
///
/// Whoever had a score first is ahead of others with the same one.
struct BoardEntry: Hashable, Sendable {
    /// The score so that less is better; the whole range of `Int64` is used, none of it means something else.
    let order: Int64
    /// When it was accepted: the result's number in the ledger, counted from the index's own base.
    let sequence: UInt32
    /// The player's number on this appliance.
    let player: UInt32

    /// Scores of boards where more is better are complemented, which turns their order around and overflows nowhere.
    static func order(of score: Int64, isAscending: Bool) -> Int64 { isAscending ? score : ~score }

    /// Where an entry stands among others.
    struct Key: Hashable, Sendable, Comparable {
        let order: Int64
        let sequence: UInt32

        @inline(__always)
        static func < (left: Key, right: Key) -> Bool {
            left.order == right.order ? left.sequence < right.sequence : left.order < right.order
        }
    }

    @inline(__always)
    var key: Key { Key(order: order, sequence: sequence) }
}
