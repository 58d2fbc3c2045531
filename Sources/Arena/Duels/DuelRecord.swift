import Core
import WatchpostModel

/// A duel as `arena.db` has it.
struct DuelRecord: Hashable, Sendable {
    /// The row.
    let id: Int64
    /// Names it in paths.
    let code: String
    /// The row.
    let board: Int64
    /// The rows; nil: a player who was deleted.
    var players: DuelSides<Int64?>
    /// The row of the duel that it repeats.
    let rematchOf: Int64?
    /// Rises with each change.
    var version: Int64
    var duel: Duel

    /// Where a player stands in it; nil: outside.
    func side(of player: Int64) -> DuelSide? {
        DuelSide.allCases.first { players[$0] == player }
    }
}

/// A duel with what is shown of it.
struct DuelView: Hashable, Sendable {
    /// A side as others see it.
    struct Player: Hashable, Sendable {
        let code: String
        let name: String
        /// SHA-256 of its picture; nil: it has none.
        let picture: [UInt8]?
    }

    let record: DuelRecord
    /// The game's name in paths and for people.
    let game: String
    let gameName: String
    let rules: BoardRules
    /// Nil: a player who is no more.
    let players: DuelSides<Player?>
    /// The code of the duel that it repeats.
    let rematchOf: String?

    var duel: Duel { record.duel }
    /// How scores of it are written.
    var text: ScoreText { ScoreText(rules) }

    /// By how much one side is ahead, as the board writes it; nil: one of them has no score in it yet.
    var gap: String? {
        guard let creator = duel.bests.creator?.score, let opponent = duel.bests.opponent?.score else {
            return nil
        }
        let gap = max(creator, opponent).subtractingReportingOverflow(min(creator, opponent))
        return text.text(gap.overflow ? .max : gap.partialValue)
    }
}

extension Duel {
    /// When the clock does something to it next; nil: never.
    var nextDue: UnixTime? {
        switch state {
        case .waiting: answerBy
        case .running: reminder == .untold ? nearAt : endsAt
        case .over: nil
        }
    }
}
