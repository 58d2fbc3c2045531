import Core

/// What others have on a board, for whoever judges a result there.
struct BoardRest: Hashable, Sendable {
    /// How many others there are.
    let count: Int
    /// The best of them, and the one in the middle.
    let first: Int64
    let middle: Int64

    init(count: Int, first: Int64, middle: Int64) {
        (self.count, self.first, self.middle) = (count, first, middle)
    }

    /// Fewer say nothing of what can be reached.
    static let fewest = 20

    /// What stands out of a score that a player has from now on; `own`: what it had, nil: nothing.
    func flags(_ score: Int64, own: Int64?, isAscending: Bool) -> ResultFlags {
        guard count >= BoardRest.fewest, isAscending ? score < first : score > first else { return [] }
        var flags: ResultFlags = []
        let (new, best) = (Double(score), Double(first))
        let spread = abs(best - Double(middle))
        // Times cannot become better by any amount: they are compared by how often one is in the other.
        if isAscending, first > 0 {
            if new < best / 2 { flags.insert(.far) }
        } else if abs(new - best) > max(2 * spread, abs(best) / 4) {
            flags.insert(.far)
        }
        guard let own else { return flags }
        let had = Double(own)
        if isAscending, own > 0 {
            if new < had / 5 { flags.insert(.jump) }
        } else if abs(new - had) > 4 * max(abs(had), 1) {
            flags.insert(.jump)
        }
        return flags
    }
}

extension BoardShelf {
    /// Why somebody should look at a result that a player sends now; nothing where the board is not in memory.
    func flags(of player: Int64, on board: Int64, adding score: Int64) -> ResultFlags {
        glance(at: board) { $0.flags(of: player, adding: score) } ?? []
    }
}

extension LiveBoard {
    /// What stands out of a result of a player, before it is applied.
    func flags(of player: Int64, adding score: Int64) -> ResultFlags {
        guard let all = index(of: .all), let leader = all.page(from: 1, most: 1).first else { return [] }
        let own = standing(of: player)?.score
        let (sum, isOver) = (own ?? 0).addingReportingOverflow(score)
        let next = counts == .sum && !isOver ? sum : score
        // Nearly always: it does not lead by that, and nothing else is looked at.
        let leads = isAscending ? next < leader.standing.score : next > leader.standing.score
        guard leads, let rest = rest(without: player, all) else { return [] }
        return rest.flags(next, own: own, isAscending: isAscending)
    }

    /// What all but one player have there, of all time.
    private func rest(without player: Int64, _ all: BoardIndex) -> BoardRest? {
        let own = UInt32(exactly: player).flatMap { all.row(of: $0) }
        let count = all.count - (own == nil ? 0 : 1)
        guard count > 0 else { return nil }
        func score(_ place: Int) -> Int64? {
            let position = own.map { place >= $0.position ? place + 1 : place } ?? place
            return all.page(from: position, most: 1).first?.standing.score
        }
        guard let first = score(1), let middle = score((count + 1) / 2) else { return nil }
        return BoardRest(count: count, first: first, middle: middle)
    }
}
