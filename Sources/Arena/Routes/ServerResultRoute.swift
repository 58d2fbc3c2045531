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
        let batch = try ResultBatch<ServerResultsBody.Entry>(request)
        try services.gate.countResults(batch.items.count, of: request.caller, from: request.client)
        return batch.reply(try await answers(batch, listed, now), missing: ServerResultRoute.noPlayer)
    }

    private static let noPlayer = Problem(
        .notFound,
        "no player with this code has the game",
        code: "no-player"
    )

    /// By their places; those of players who do not have the game have none.
    ///
    /// Results of an installation go together and all installations at once, so that they share a commit.
    private func answers(
        _ batch: ResultBatch<ServerResultsBody.Entry>,
        _ listed: GameStore.Listed,
        _ now: UnixTime
    ) async throws(Problem) -> [Int: ResultRoutes.Answer] {
        let read = batch.read
        let named = read.map { one in
            InstallStore.ServerResult(player: one.content.entry.player, key: one.content.submission.key)
        }
        let installs = try await arena.use { stores throws(SQLiteError) in
            try await stores.installs.installs(of: named, in: listed.game.id)
        }
        var parcels: [Int64: Parcel] = [:]
        for (one, install) in zip(read, installs) {
            guard let install else { continue }
            parcels[install, default: Parcel(install: install)].add(one.content.submission, from: one.place)
        }
        let taken = try await take(Array(parcels.values), listed, now)
        return Dictionary(taken) { first, _ in first }
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
