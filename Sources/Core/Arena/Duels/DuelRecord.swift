package import WatchpostModel

/// A duel as `arena.db` has it.
package struct DuelRecord: Hashable, Sendable {
    /// The row.
    package let id: Int64
    /// Names it in paths.
    package let code: String
    /// The row.
    package let board: Int64
    /// The rows; nil: a player who was deleted.
    package internal(set) var players: DuelSides<Int64?>
    /// The row of the duel that it repeats.
    package let rematchOf: Int64?
    /// Rises with each change.
    package internal(set) var version: Int64
    package internal(set) var duel: Duel

    /// Where a player stands in it; nil: outside.
    package func side(of player: Int64) -> DuelSide? {
        DuelSide.allCases.first { players[$0] == player }
    }
}

/// A duel with what is shown of it.
package struct DuelView: Hashable, Sendable {
    /// A side as others see it.
    package struct Player: Hashable, Sendable {
        package let code: String
        package let name: String
        /// SHA-256 of its picture; nil: it has none.
        package let picture: [UInt8]?
    }

    package let record: DuelRecord
    /// The game's name in paths and for people.
    package let game: String
    package let gameName: String
    package let rules: BoardRules
    /// Nil: a player who is no more.
    package let players: DuelSides<Player?>
    /// The code of the duel that it repeats.
    package let rematchOf: String?

    package var duel: Duel { record.duel }
    /// How scores of it are written.
    package var text: ScoreText { ScoreText(rules) }

    /// By how much one side is ahead, as the board writes it; nil: one of them has no score in it yet.
    package var gap: String? {
        guard let creator = duel.bests.creator?.score, let opponent = duel.bests.opponent?.score else {
            return nil
        }
        let gap = max(creator, opponent).subtractingReportingOverflow(min(creator, opponent))
        return text.text(gap.overflow ? .max : gap.partialValue)
    }
}

extension Duel {
    /// When the clock does something to it next; nil: never.
    package var nextDue: UnixTime? {
        switch state {
        case .waiting: answerBy
        case .running: reminder == .untold ? nearAt : endsAt
        case .over: nil
        }
    }
}
