import Core
import Serving
import WatchpostModel

/// Results that games send for their players.
struct ResultRoutes {
    let services: CallServices
    let arena: ArenaService

    /// A result with the longest `extra`, each of its bytes escaped.
    private static let largestBody = 2_048
    /// As many of them as may come at once, as games write them.
    private static let largestBatch = 32_768
    private static let keyField = "idempotency-key"

    var routes: [Route] {
        let install = Access([.install])
        let game = "/v1/games/{game}"
        return [
            Route(
                .post,
                "\(game)/boards/{board}/results",
                install,
                .body(ResultRoutes.largestBody).forGames,
                fields: [ResultRoutes.keyField, SubmissionSignature.field]
            ) { request async throws(Problem) in try await one(request) },
            Route(
                .post,
                "\(game)/results",
                install,
                .body(ResultRoutes.largestBatch).forGames,
                fields: [SubmissionSignature.field]
            ) { request async throws(Problem) in try await batch(request) },
            ServerResultRoute(services: services, arena: arena, results: self).route,
        ]
    }

    private func one(_ request: CallRequest) async throws(Problem) -> Reply {
        guard let text = request.field(ResultRoutes.keyField) else {
            throw Problem(
                .badRequest,
                "the field Idempotency-Key is missing: a new UUID for each result, the same one when it is sent again",
                code: "key-missing"
            )
        }
        guard let key = IdempotencyKey(text) else { throw Problem.badKey }
        let body = try request.json(ResultSubmissionBody.self)
        let submission = Submission(
            key: key.bytes,
            board: request.parameter("board"),
            score: body.score,
            achieved: body.achieved,
            extra: body.extra
        )
        let path = "boards/\(submission.board)/results"
        let answers = try await submit([submission], of: 1, request, path, key: text)
        guard let answer = answers.first else { throw Problem(.notFound, "there is no board of this name") }
        switch answer {
        case .taken(let body, let isNew): return Reply(body, status: isNew ? 201 : 200)
        case .refused(let problem): throw problem
        }
    }

    /// Each has its own answer; what is wrong with one is no obstacle to the others.
    private func batch(_ request: CallRequest) async throws(Problem) -> Reply {
        let batch = try ResultBatch<ResultBatchBody.Entry>(request)
        let read = batch.read
        let answers = try await submit(
            read.map(\.content.submission),
            of: batch.items.count,
            request,
            "results",
            key: nil
        )
        let found = Dictionary(zip(read.map(\.place), answers)) { first, _ in first }
        return batch.reply(found, missing: Problem.noBoard)
    }

    /// What became of one.
    enum Answer {
        case taken(ResultBody, isNew: Bool)
        case refused(Problem)
    }

    /// `count`: what was sent, with what could not be read; `path`: behind the game's; `key`: the field Idempotency-Key as it was
    /// sent; both for the signature.
    private func submit(
        _ submissions: [Submission],
        of count: Int,
        _ request: CallRequest,
        _ path: String,
        key: String?
    ) async throws(Problem) -> [Answer] {
        guard case .install(let install) = request.caller else { throw Gate.unknown }
        let slug = request.parameter("game")
        guard let listed = try await arena.game(slug) else { throw Problem.noGame }
        guard listed.game.id == install.key else {
            throw Problem(.forbidden, "this installation plays another game", code: "other-game")
        }
        try services.gate.countResults(count, of: request.caller, from: request.client)
        let now = try services.wall()
        guard listed.game.facts.submissions != .server else {
            throw Problem(
                .forbidden,
                "this game takes results only from its own server",
                code: "server-only"
            )
        }
        let header = request.field(SubmissionSignature.field)
        // Whoever signs wants to know whether it is right, also before the game asks for it.
        if listed.game.facts.isSigned || header != nil {
            let keys = try await arena.use { stores throws(SQLiteError) in stores.keys }
            do throws(SubmissionSignature.Refusal) {
                try SubmissionSignature.check(
                    header: header,
                    method: "POST",
                    path: "/v1/games/\(slug)/\(path)",
                    install: install.install,
                    idempotencyKey: key.map { String(IdempotencyKey.value(of: $0)) },
                    body: request.body,
                    keys: keys.accepted(of: listed.game, at: now),
                    now: now
                )
            } catch {
                throw Problem(error)
            }
        }
        let isAtHome = request.client.isLocal
        guard let answers = try await take(submissions, of: install.id, listed, now, isAtHome: isAtHome)
        else { throw Gate.unknown }
        return answers
    }

    /// What became of results of one installation; nil: it was removed meanwhile.
    func take(
        _ submissions: [Submission],
        of install: Int64,
        _ listed: GameStore.Listed,
        _ now: UnixTime,
        isAtHome: Bool = false
    ) async throws(Problem) -> [Answer]? {
        guard
            let taken = try await arena.submit(
                submissions,
                of: install,
                to: listed,
                at: now,
                isAtHome: isAtHome
            )
        else { return nil }
        var answers: [Answer] = []
        for one in taken {
            switch one {
            case .outcome(let outcome): answers.append(try await ownAnswer(outcome, listed, now))
            case .closed(let problem): answers.append(.refused(problem))
            }
        }
        return answers
    }

    /// A board that cannot be shown any more since it took the result has its own answer, too: the same key says more later.
    private func ownAnswer(
        _ outcome: ResultLedger.Outcome,
        _ listed: GameStore.Listed,
        _ now: UnixTime
    ) async throws(Problem) -> Answer {
        do throws(Problem) {
            return try await answer(outcome, listed, now)
        } catch {
            guard error.code == ArenaService.boardClosed else { throw error }
            return .refused(error)
        }
    }

    private func answer(
        _ outcome: ResultLedger.Outcome,
        _ listed: GameStore.Listed,
        _ now: UnixTime
    ) async throws(Problem) -> Answer {
        switch outcome {
        case .accepted(let result):
            return .taken(try await body(result, listed, now), isNew: true)
        case .repeated(let result):
            return .taken(try await body(result, listed, now), isNew: false)
        case .otherContent:
            return .refused(
                Problem(.unprocessable, "this Idempotency-Key was used for another result", code: "key-used")
            )
        case .closedGame: return .refused(Problem(.gone, "this game is closed", code: "game-closed"))
        case .banned:
            return .refused(
                Problem(
                    .forbidden,
                    "this player is banned from the game; only its developer can lift that",
                    code: "player-banned"
                )
            )
        case .noBoard: return .refused(Problem.noBoard)
        case .refused(let refusal):
            return .refused(Problem(.unprocessable, refusal.words, code: "result-refused"))
        case .full:
            return .refused(
                Problem(
                    .unavailable,
                    "the arena keeps no more results of this player, or of its game or network, at the moment",
                    code: "arena-full"
                )
            )
        }
    }

    private func body(
        _ result: LedgerResult,
        _ listed: GameStore.Listed,
        _ now: UnixTime
    ) async throws(Problem) -> ResultBody {
        guard let board = listed.boards.first(where: { $0.id == result.board }) else {
            throw Problem.noBoard
        }
        let places = try await arena.places(of: result.player, on: board, in: listed.game, at: now)
        return ResultBody(result, board, places)
    }
}

extension Problem {
    static let badKey = Problem(
        .badRequest,
        "the Idempotency-Key is not a UUID, such as \"0197e0a2-7c1f-7e42-9d5b-3f1c2a6b8e90\"",
        code: "key-missing"
    )
}
