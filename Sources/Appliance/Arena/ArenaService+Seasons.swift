import Core
import Serving
import WatchpostModel

/// Seasons, and orders of boards that are over.
extension ArenaService {
    /// A game whose seasons are those that run now.
    func current(_ slug: String, at now: UnixTime) async throws(Problem) -> GameStore.Listed {
        guard let listed = try await game(slug) else { throw Problem.noGame }
        guard listed.boards.contains(where: { $0.season?.isOver(at: now) ?? false }) else { return listed }
        try await use { stores throws(SQLiteError) in try await stores.endSeasons(at: now) }
        guard let next = try await game(slug) else { throw Problem.noGame }
        return next
    }

    /// A page of an order that is over.
    func archivedPage(
        _ question: BoardQuestion,
        _ period: String,
        _ board: GameBoard,
        _ cursor: BoardCursor?,
        at now: UnixTime
    ) async throws(Problem) -> BoardPage {
        guard let archive = try await archive(question.span, period, board, at: now) else {
            throw Problem(
                .notFound,
                "the board keeps no “\(question.window.rawValue)” of this period; …/seasons lists those that it keeps",
                code: "no-period"
            )
        }
        let start = cursor?.start ?? question.around.map { .around($0) } ?? .first
        // Rows of the same period while it ran go on elsewhere.
        let isItsOwn =
            cursor.map { $0.period == archive.period.number && $0.edge.sequence < 0 } ?? true
        guard isItsOwn else {
            throw Problem(
                .gone,
                "this cursor is of another time of the board; begin again with the first page",
                code: "window-over"
            )
        }
        return try await use { stores throws(SQLiteError) in
            try await stores.archives.page(of: archive, from: start, most: question.limit)
        }
    }

    /// An order that is over, put together now if nobody did so yet.
    private func archive(
        _ span: BoardSpan,
        _ period: String,
        _ board: GameBoard,
        at now: UnixTime
    ) async throws(Problem) -> BoardArchive? {
        guard span != .all else { return nil }
        return try await use { stores throws(SQLiteError) in
            try await stores.keepArchives(at: now)
            let found = try await stores.archives.find(span, period, of: board.id)
            guard let found, found.count == nil else { return found }
            try await stores.archives.finishSeasons()
            return try await stores.archives.find(span, period, of: board.id)
        }
    }

    /// What runs on a board, with seeds, and what is over.
    func seasons(_ game: String, _ board: String, at now: UnixTime) async throws(Problem) -> BoardSeasonsBody
    {
        let listed = try await current(game, at: now)
        guard let found = listed.boards.first(where: { $0.rules.slug == board }) else {
            throw Problem.noBoard
        }
        let (keys, over) = try await use { stores throws(SQLiteError) in
            try await stores.keepArchives(at: now)
            return (stores.keys, try await stores.archives.list(found.id))
        }
        let spans: [BoardSpan] = [.season] + BoardWindow.allCases.map { .window($0) }
        let running = spans.compactMap { listed.period(of: $0, on: found, at: now) }
        return BoardSeasonsBody(
            game: game,
            board: board,
            running: running.map { BoardTimeBody($0, seed: keys.seed(of: found.id, $0)) },
            over: over.map {
                BoardTimeBody($0.period, seed: keys.seed(of: found.id, $0.period), total: $0.count)
            }
        )
    }
}

/// What the calendar and owners do to boards.
struct BoardTimes: Sendable {
    /// When an order is over next; nil: somebody has to look.
    var overAt: UnixTime?
    /// How often a game, a board or a season was changed.
    private(set) var changes: UInt64 = 0

    mutating func change() {
        overAt = nil
        changes += 1
    }
}

extension ArenaService {
    /// For pages that are kept.
    func moment(at now: UnixTime) throws(Problem) -> FrontPages.Moment {
        FrontPages.Moment(wall: now, changes: try stores().boardTimes.withLock { $0.changes })
    }
}

extension ArenaService.Stores {
    /// Begins the seasons behind those whose planned end is over.
    func endSeasons(at now: UnixTime) async throws(SQLiteError) {
        try await seasons.endDue(at: now) { boards in
            for board in boards { changed(board: board) }
        }
    }

    /// Puts what is over into the archive, if anything can be since the last look.
    func keepArchives(at now: UnixTime) async throws(SQLiteError) {
        if let next = boardTimes.withLock({ $0.overAt }), now < next { return }
        try await endSeasons(at: now)
        let next = try await archives.keep(at: now)
        // A clock that goes back makes nothing be over twice; one that was far ahead is followed again after its time.
        let latest = now.advanced(by: 3_600)
        boardTimes.withLock { $0.overAt = min(next ?? latest, latest) }
    }
}

extension GameStore.Listed {
    /// What runs now of a span; nil: all time, or the board has no such window.
    func period(of span: BoardSpan, on board: GameBoard, at now: UnixTime) -> BoardPeriod? {
        switch span {
        case .all: return nil
        case .season: return board.season.map { BoardPeriod($0) }
        case .window(let window):
            guard board.rules.windows.contains(window), let zone = CivilZone(named: game.facts.zone) else {
                return nil
            }
            return BoardPeriod(window, at: now, in: zone)
        }
    }
}

extension BoardTimeBody {
    fileprivate init(_ period: BoardPeriod, seed: String, total: Int? = nil) {
        self.init(window: StandingBody.Window(period.span), period: period.id, from: period.start, seed: seed)
        until = period.end.seconds == .max ? nil : period.end
        self.total = total
    }
}
