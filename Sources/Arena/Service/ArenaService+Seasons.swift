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
        let archive = try await archive(question, period, board, at: now)
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
    func archive(
        _ question: BoardQuestion,
        _ period: String,
        _ board: GameBoard,
        at now: UnixTime
    ) async throws(Problem) -> BoardArchive {
        let span = question.span
        let found = try await use { stores throws(SQLiteError) -> BoardArchive? in
            guard span != .all else { return nil }
            await stores.tryArchives(of: board.id, at: now)
            return try await stores.archives.find(span, period, of: board.id)
        }
        guard let found, found.count != nil else {
            throw Problem(
                .notFound,
                "the board keeps no “\(question.window.rawValue)” of this period; …/seasons lists those that it keeps",
                code: "no-period"
            )
        }
        return found
    }

    /// What runs on a board, with seeds, and what is over.
    func seasons(_ game: String, _ board: String, at now: UnixTime) async throws(Problem) -> BoardSeasonsBody
    {
        let listed = try await current(game, at: now)
        guard let found = listed.boards.first(where: { $0.rules.slug == board }) else {
            throw Problem.noBoard
        }
        let (keys, over) = try await use { stores throws(SQLiteError) in
            await stores.tryArchives(of: found.id, at: now)
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

extension ArenaService {
    /// For pages that are kept.
    func moment(at now: UnixTime) throws(Problem) -> FrontPages.Moment {
        FrontPages.Moment(wall: now, changes: try stores().boardTimes.withLock { $0.changes })
    }

    /// What cannot be archived keeps nothing from being put together.
    func archive(_ stores: Stores, at now: UnixTime?) async -> Result<Void, SQLiteError> {
        guard let now else { return .success(()) }
        return await withTaskCancellationHandler {
            do throws(SQLiteError) {
                try await stores.keepArchives(at: now)
                return .success(())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            // The box stops: those who may wait for the same look have had their answers.
            stores.stopLooking()
        }
    }
}

extension ArenaService.Stores {
    /// Begins the seasons behind those whose planned end is over, of a board (its row); nil: of all.
    func endSeasons(of board: Int64? = nil, at now: UnixTime) async throws(SQLiteError) {
        try await seasons.endDue(of: board, at: now) { boards in
            changed(boards: boards)
        }
    }

    /// Puts what is over of a board (its row) into the archive, if anything can be since the last look; nil: of all.
    func keepArchives(of board: Int64? = nil, at now: UnixTime) async throws(SQLiteError) {
        // A look that goes on may be for a moment before this one.
        for _ in 0..<3 {
            if let known = boardTimes.withLock({ $0.known(of: board, at: now) }) { return try known.get() }
            let look = boardTimes.withLock { times in
                times.look(of: board) { scope in Task { await lookNow(of: scope, at: now) } }
            }
            try await look.value.get()
        }
    }

    /// The same for whoever reads a board: what cannot be stored now is missing in the answer, and a fault at the next look.
    func tryArchives(of board: Int64, at now: UnixTime) async {
        do throws(SQLiteError) { try await keepArchives(of: board, at: now) } catch {}
    }

    /// The looks that go on, and each later one, end with the step they are at.
    func stopLooking() {
        for look in boardTimes.withLock({ $0.stop() }) { look.cancel() }
    }

    private func lookNow(of board: Int64?, at now: UnixTime) async -> Result<Void, SQLiteError> {
        let result: Result<UnixTime?, SQLiteError>
        var before = boardTimes.withLock { $0.borders }
        do throws(SQLiteError) {
            // Where a season ends with the week, standings have results of the next one after it.
            if try await seasons.isDue(of: board, at: now) {
                try await archives.keepWeeks(of: board, at: now)
            }
            try await endSeasons(of: board, at: now)
            before = boardTimes.withLock { $0.borders }
            result = .success(try await archives.keep(of: board, at: now))
        } catch {
            result = .failure(error)
        }
        boardTimes.withLock { $0.end(of: board, at: now, result, before: before) }
        return result.map { _ in }
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
