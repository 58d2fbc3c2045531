import Core
import Serving
import WatchpostModel

/// Results that a game's own server sends, of any player who has the game.
struct ServerResultRoute {
    let services: CallServices
    let arena: ArenaService
    let results: ResultRoutes

    /// As many as may come at once, with the longest words beside them.
    private static let largestBody = 32_768

    var route: Route {
        Route(
            .post,
            "/v1/games/{game}/server/results",
            .server,
            .body(ServerResultRoute.largestBody).forGames
        ) { request async throws(Problem) in try await take(request) }
    }

    private func take(_ request: CallRequest) async throws(Problem) -> Reply {
        guard case .server(let server) = request.caller else { throw Gate.noServer }
        guard let listed = try await arena.game(request.parameter("game")) else { throw Problem.noGame }
        guard listed.game.id == server.game else {
            throw Problem(.forbidden, "this key is of another game's server", code: "other-game")
        }
        let now = try services.wall()
        guard GameServers.accepts(server.version, of: listed.game, at: now) else { throw Gate.noServer }
        let entries = try request.json(ServerResultsBody.self).results
        guard (1...ArenaRules.mostSubmissions).contains(entries.count) else {
            throw Problem(.badRequest, "results: 1 to \(ArenaRules.mostSubmissions) at once")
        }
        let answers = try await answers(entries, listed, now)
        return Reply(
            ResultBatchAnswerBody(
                results: zip(entries, answers).map { ResultBatchAnswerBody.Entry($0.key, $1) }
            )
        )
    }

    /// Each has its own answer; what is wrong with one is no obstacle to the others.
    ///
    /// Those of an installation go together and all installations at once, so that they share a commit.
    private func answers(
        _ entries: [ServerResultsBody.Entry],
        _ listed: GameStore.Listed,
        _ now: UnixTime
    ) async throws(Problem) -> [ResultRoutes.Answer] {
        let noPlayer = Problem(.notFound, "nobody with this code has the game", code: "no-player")
        var answers = entries.map { _ in ResultRoutes.Answer.refused(noPlayer) }
        var parcels: [Int64: Parcel] = [:]
        for (place, entry) in entries.enumerated() {
            guard let key = IdempotencyKey(entry.key) else {
                answers[place] = .refused(.badKey)
                continue
            }
            let install = try await arena.use { stores throws(SQLiteError) in
                try await stores.installs.install(of: entry.player, in: listed.game.id, key: key.bytes)
            }
            guard let install else { continue }
            let submission = Submission(
                key: key.bytes,
                board: entry.board,
                score: entry.score,
                achieved: entry.achieved,
                extra: entry.extra
            )
            parcels[install, default: Parcel(install: install)].add(submission, from: place)
        }
        for (place, answer) in try await take(Array(parcels.values), listed, now) { answers[place] = answer }
        return answers
    }

    /// Results of one installation, with their places in the request.
    private struct Parcel: Sendable {
        let install: Int64
        private(set) var submissions: [Submission] = []
        private(set) var places: [Int] = []

        init(install: Int64) {
            self.install = install
        }

        mutating func add(_ submission: Submission, from place: Int) {
            submissions.append(submission)
            places.append(place)
        }
    }

    private func take(
        _ parcels: [Parcel],
        _ listed: GameStore.Listed,
        _ now: UnixTime
    ) async throws(Problem) -> [(Int, ResultRoutes.Answer)] {
        let results = results
        let taken = await withTaskGroup(of: Result<[(Int, ResultRoutes.Answer)], Problem>.self) { group in
            for parcel in parcels {
                group.addTask {
                    do throws(Problem) {
                        let answers = try await results.take(
                            parcel.submissions,
                            of: parcel.install,
                            listed,
                            now
                        )
                        return .success(Array(zip(parcel.places, answers ?? [])))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var answers: [(Int, ResultRoutes.Answer)] = []
        for one in taken { answers += try one.get() }
        return answers
    }
}
