import Core
import Serving
import WatchpostModel

/// Results and what they come to.
extension ArenaService {
    /// A game and its boards, from memory as long as nobody changes them; nil: there is none.
    func game(_ slug: String) async throws(Problem) -> GameStore.Listed? {
        try await use { stores throws(SQLiteError) in try await stores.book.game(slug) }
    }

    /// What became of one result of several.
    enum Taken: Sendable {
        case outcome(ResultLedger.Outcome)
        /// Its board cannot be shown, and takes nothing; the others are no worse for it.
        case closed(Problem)
    }

    /// Takes results of one installation; the boards of those that are accepted follow before this returns.
    ///
    /// `isAtHome`: they come from there. Nil: the installation was removed meanwhile.
    func submit(
        _ submissions: [Submission],
        of install: Int64,
        to listed: GameStore.Listed,
        at now: UnixTime,
        isAtHome: Bool = false
    ) async throws(Problem) -> [Taken]? {
        let slugs = Set(submissions.map(\.board))
        let boards = listed.boards.filter { slugs.contains($0.rules.slug) }
        try await use { stores throws(SQLiteError) in
            if boards.contains(where: { $0.season?.isOver(at: now) ?? false }) {
                try await stores.endSeasons(at: now)
            }
        }
        // The pace of a board is judged by what the player has there; and who waits for it does so before the commit.
        var closed: [String: Problem] = [:]
        for board in boards { closed[board.rules.slug] = try await closing(board, at: now) }
        let open = submissions.filter { closed[$0.board] == nil }
        var outcomes: [ResultLedger.Outcome] = []
        if !open.isEmpty {
            guard case .outcomes(let found) = try await write(open, of: install, at: now, isAtHome)
            else { return nil }
            outcomes = found
        }
        var rest = outcomes[...]
        var taken: [Taken] = []
        for submission in submissions {
            if let problem = closed[submission.board] {
                taken.append(.closed(problem))
            } else if let outcome = rest.popFirst() {
                taken.append(.outcome(outcome))
            }
        }
        return taken
    }

    /// Why a board alone can take nothing; nil: it can.
    private func closing(_ board: GameBoard, at now: UnixTime) async throws(Problem) -> Problem? {
        do throws(Problem) {
            try await load(board, at: now)
            return nil
        } catch {
            guard error.code == ArenaService.boardClosed else { throw error }
            return error
        }
    }

    private func write(
        _ submissions: [Submission],
        of install: Int64,
        at now: UnixTime,
        _ isAtHome: Bool
    ) async throws(Problem) -> ResultLedger.Submitted {
        try await use { stores throws(SQLiteError) in
            let shelf = stores.shelf
            let submitted = try await stores.ledger.submit(
                submissions,
                of: install,
                at: now,
                isAtHome: isAtHome,
                standings: { board, player in shelf.standing(of: player, on: board) },
                flags: { board, player, score in shelf.flags(of: player, on: board, adding: score) },
                reopened: { stores.boardTimes.withLock { $0.change() } },
                then: { [self] results in moved(shelf.apply(results)) },
                duels: { [self] in follow($0) }
            )
            metrics.note(submitted)
            return submitted
        }
    }

    /// What a player has on a board in each of its windows.
    func places(
        of player: Int64,
        on board: GameBoard,
        in game: Game,
        at now: UnixTime
    ) async throws(Problem) -> [BoardPlace] {
        try await look(at: board, at: now) { $0.places(of: player) }
    }
}

extension ResultBody {
    /// `places`: what its player has there now.
    init(_ result: LedgerResult, _ board: GameBoard, _ places: [BoardPlace]) {
        let text = ScoreText(board.rules)
        self.init(
            board: board.rules.slug,
            score: result.score,
            scoreText: text.text(result.score),
            at: result.at,
            achieved: result.achieved,
            extra: result.extra,
            state: result.state,
            standings: places.map { StandingBody($0, text, newest: result.sequence) }
        )
    }
}

extension StandingBody {
    /// `newest`: the result that was sent; nil: none was.
    init(_ place: BoardPlace, _ text: ScoreText, newest: Int64? = nil) {
        let standing = place.row.standing
        self.init(
            window: Window(place.span),
            period: place.period?.id,
            score: standing.score,
            scoreText: text.text(standing.score),
            position: place.row.position,
            rank: place.row.rank,
            total: place.total,
            improved: standing.sequence == newest
        )
    }
}

extension StandingBody.Window {
    init(_ span: BoardSpan) {
        switch span {
        case .all: self = .all
        case .season: self = .season
        case .window(.day): self = .day
        case .window(.week): self = .week
        case .window(.month): self = .month
        }
    }
}
