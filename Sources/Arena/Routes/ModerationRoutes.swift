import Core
import Serving
import WatchpostModel

/// What is hidden together in a game, who may not play it, and the audit, for whoever governs it.
struct ModerationRoutes {
    let services: CallServices
    let arena: ArenaService
    let governor: GameGovernor

    private static let largestBody = 1_024
    /// Rows of a list.
    private static let limits = 1...100

    var routes: [Route] {
        let (access, bare) = (governor.access, governor.bounds(.bare))
        let body = governor.bounds(.body(ModerationRoutes.largestBody))
        let (hidings, bans) = ("\(governor.pattern)/hidings", "\(governor.pattern)/bans")
        return [
            Route(.get, hidings, access, bare) { request async throws(Problem) in try await list(request) },
            Route(.post, hidings, access, body) { request async throws(Problem) in try await hide(request) },
            Route(.post, "\(hidings)/preview", access, body) { request async throws(Problem) in
                try await preview(request)
            },
            Route(.get, "\(hidings)/{hiding}", access, bare) { request async throws(Problem) in
                try await show(request)
            },
            Route(.post, "\(hidings)/{hiding}/undo", access, bare) { request async throws(Problem) in
                try await undo(request)
            },
            Route(.get, bans, access, bare) { request async throws(Problem) in try await listBans(request) },
            Route(.put, "\(bans)/{player}", access, body) { request async throws(Problem) in
                try await ban(request)
            },
            Route(.delete, "\(bans)/{player}", access, bare) { request async throws(Problem) in
                try await lift(request)
            },
            Route(.get, "\(governor.pattern)/audit", access, bare) { request async throws(Problem) in
                let game = try await governor.open(request)
                return try await arena.audit(of: game.opened, request)
            },
        ]
    }

    // Hidings.

    private func list(_ request: CallRequest) async throws(Problem) -> Reply {
        let game = try await governor.open(request)
        let most = try request.query.number("limit", in: ModerationRoutes.limits, default: 20)
        let before = try request.query.number("before", in: 1...Int.max, default: .max)
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.hidings.list(game.opened, before: Int64(before), most: most)
        }
        guard let found else { throw Problem.noGame }
        let next = found.count == most ? found.last?.id : nil
        return Reply(HidingListBody(hidings: found.map { HidingBody($0) }, next: next))
    }

    private func show(_ request: CallRequest) async throws(Problem) -> Reply {
        let game = try await governor.open(request)
        guard let id = Int64(request.parameter("hiding")) else { throw ModerationRoutes.noHiding }
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.hidings.find(id, of: game.opened)
        }
        guard let found else { throw ModerationRoutes.noHiding }
        return Reply(HidingBody(found))
    }

    private func preview(_ request: CallRequest) async throws(Problem) -> Reply {
        let game = try await governor.open(request)
        let selection = try await selection(request, game)
        let preview = try await arena.use { stores throws(SQLiteError) in
            try await stores.hidings.preview(selection, of: game.opened)
        }
        guard let preview else { throw Problem.noGame }
        return Reply(HidingPreviewBody(preview))
    }

    private func hide(_ request: CallRequest) async throws(Problem) -> Reply {
        let game = try await governor.open(request)
        let selection = try await selection(request, game)
        let now = try services.wall()
        let begun = try await arena.use { stores throws(SQLiteError) in
            try await stores.hidings.begin(selection, of: game.opened, by: game.actor, at: now)
        }
        switch begun {
        case .begun(let hiding):
            let done = try await arena.wait(for: hiding, of: game.opened)
            return Reply(HidingBody(done), status: done.state == .hiding ? 202 : 201)
        case .nothing:
            throw Problem(
                .unprocessable,
                "no result matches, or all of them are already hidden: nothing was hidden",
                code: "nothing-selected"
            )
        case .noResult: throw Problem.noResult
        case .noGame: throw Problem.noGame
        case .full:
            throw Problem(
                .unavailable,
                "too much is hidden that can still be undone; undo some, or wait for some to become final",
                code: "hidings-full"
            )
        }
    }

    private func undo(_ request: CallRequest) async throws(Problem) -> Reply {
        let game = try await governor.open(request)
        guard let id = Int64(request.parameter("hiding")) else { throw ModerationRoutes.noHiding }
        let now = try services.wall()
        let undoing = try await arena.use { stores throws(SQLiteError) in
            try await stores.hidings.undo(id, of: game.opened, by: game.actor, at: now)
        }
        switch undoing {
        case .begun(let hiding), .already(let hiding):
            let done = try await arena.wait(for: hiding, of: game.opened)
            return Reply(HidingBody(done), status: done.state == .undoing ? 202 : 200)
        case .notYet:
            throw Problem(
                .conflict,
                "it is still being hidden; undo it when that is done",
                code: "hiding-under-way"
            )
        case .tooLate:
            throw Problem(
                .gone,
                "it was hidden more than 30 days ago and cannot be undone any more; restore results one by one",
                code: "hiding-final"
            )
        case .unknown: throw ModerationRoutes.noHiding
        }
    }

    /// What the body means in this game.
    private func selection(_ request: CallRequest, _ game: GameGovernor.Governed) async throws(Problem)
        -> HidingSelection
    {
        let wish = try request.json(HidingWishBody.self)
        var selection = HidingSelection()
        (selection.result, selection.since, selection.until) = (wish.result, wish.since, wish.until)
        (selection.above, selection.below) = (wish.above, wish.below)
        if let slug = wish.board {
            guard let board = game.listed.boards.first(where: { $0.rules.slug == slug }) else {
                throw Problem.noBoard
            }
            selection.board = board.id
        }
        if let code = wish.player {
            let player = try await arena.use { stores throws(SQLiteError) in
                try await stores.players.player(code: code)
            }
            guard let player else { throw Problem.noPlayer }
            selection.player = HidingSelection.Player(id: player.id, code: player.code)
        }
        do throws(HidingSelection.Refusal) {
            return try selection.checked()
        } catch {
            throw Problem(.badRequest, error.words, code: "selection-refused")
        }
    }

    private static let noHiding = Problem(
        .notFound,
        "the game has no hiding of this number, or it is forgotten; see the list of its hidings"
    )
}

/// Bans.
extension ModerationRoutes {
    private func listBans(_ request: CallRequest) async throws(Problem) -> Reply {
        let game = try await governor.open(request)
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.bans.bans(game.opened)
        }
        guard let found else { throw Problem.noGame }
        return Reply(BanListBody(bans: found.map { BanBody($0) }))
    }

    private func ban(_ request: CallRequest) async throws(Problem) -> Reply {
        let game = try await governor.open(request)
        let wish = try request.json(BanWishBody.self)
        let note = try Problem.reading { () throws(ArenaText.Refusal) in try BanStore.note(wish.note) }
        let act = BanStore.Act(by: game.actor, at: try services.wall())
        let code = request.parameter("player")
        let outcome = try await arena.use { stores throws(SQLiteError) in
            try await stores.bans.ban(code, from: game.opened, note: note, act)
        }
        switch outcome {
        case .done(let ban): return Reply(BanBody(ban))
        case .noPlayer: throw Problem.noPlayer
        case .strange:
            throw Problem(.notFound, "this player has never played the game", code: "player-not-here")
        case .noGame: throw Problem.noGame
        case .full:
            throw Problem(
                .unavailable,
                "a game bans \(ArenaRules.mostBans) players at most; lift some",
                code: "bans-full"
            )
        }
    }

    private func lift(_ request: CallRequest) async throws(Problem) -> Reply {
        let game = try await governor.open(request)
        let act = BanStore.Act(by: game.actor, at: try services.wall())
        let code = request.parameter("player")
        let ban = try await arena.use { stores throws(SQLiteError) in
            try await stores.bans.lift(code, from: game.opened, act)
        }
        guard let ban else { throw Problem(.notFound, "the game has no ban on a player with this code") }
        return Reply(BanBody(ban))
    }
}

extension ArenaService {
    /// The audit of a game; nil: of what concerns all games.
    func audit(of game: OpenedGame?, _ request: CallRequest) async throws(Problem) -> Reply {
        let most = try request.query.number("limit", in: 1...100, default: 20)
        let before = try request.query.number("before", in: 1...Int.max, default: .max)
        let found = try await use { stores throws(SQLiteError) in
            try await stores.bans.audit(game, before: Int64(before), most: most)
        }
        guard let found else { throw Problem.noGame }
        let next = found.count == most ? found.last?.id : nil
        return Reply(ModerationListBody(entries: found.map { ModerationEntryBody($0) }, next: next))
    }
}

extension Problem {
    static let noResult = Problem(
        .notFound,
        "the game has no result of this number, or does not keep it any more; see the list of its results"
    )
}
