import Foundation
import WatchpostModel

/// One installation of a game, as the appliances know it that it meets: a player at each.
struct GameInstallation: Installation {
    /// The game's name in paths.
    let game: String
    /// What a new player is called; nil: any name will do.
    let name: String?
    /// For games that ask for signed results.
    let key: GameKey?
    let dated: DatedTransport
    let store: PhoneStore
    let address: String
    let files = FileQueue()
    let whereabouts = Whereabouts()
    let starts = GameStarts()
    let kept = KeptAnswers()
    let clock: @Sendable () -> Date

    /// The appliance takes no longer ones.
    private static let longestName = 400
    private static let signatureField = "Watchpost-Signature"

    var transport: any HTTPTransport { dated }
    var now: Int64 { clock().milliseconds }

    func registration() async throws(WatchpostError) -> PersonalRequest {
        let name = (self.name?.utf8.count ?? 0) <= GameInstallation.longestName ? self.name : nil
        let body = try encode(InstallRegistrationBody(name: name))
        return PersonalRequest("PUT", "", body: body, isRegistration: true)
    }

    func registered(
        _ reply: HTTPReply,
        as credential: PhoneCredential,
        at appliance: String
    ) async throws(WatchpostError) {
        let body = try reply.body(InstallBody.self)
        guard body.game == game else { throw .notWatchpost(status: reply.status) }
        await know(code: body.player.code, name: body.player.name, at: appliance)
        await starts.begin(at: appliance)
    }

    func send(
        _ request: PersonalRequest,
        as credential: PhoneCredential
    ) async throws(WatchpostError) -> HTTPReply {
        let reply = try await post(request, as: credential)
        guard request.isSigned, key != nil, reply.problem?.code == "signature-time" else { return reply }
        // The answer said what time it is.
        return try await post(request, as: credential)
    }

    private func post(
        _ request: PersonalRequest,
        as credential: PhoneCredential
    ) async throws(WatchpostError) -> HTTPReply {
        let path =
            request.isRegistration
            ? GamePath.of(["games", game, "installs", credential.id]) : request.rest
        var fields = request.fields
        if request.isSigned, let key {
            fields[GameInstallation.signatureField] = key.signature(
                method: request.method,
                path: path,
                install: credential.id,
                seconds: await dated.time / 1_000,
                body: request.body ?? Data()
            )
        }
        return try await transport.send(
            HTTPRequest(request.method, path, body: request.body, bearer: credential.text, fields: fields)
        )
    }

    /// A request in the name of the player, who is made known first, once at each start.
    ///
    /// The answer is about that registration where it was refused.
    ///
    /// - Parameters:
    ///   - request: what is asked.
    ///   - destination: the only appliance that may see the request; nil: whichever is there.
    ///   - longestWait: for how many seconds in all it waits where the appliance says so.
    /// - Returns: the answer of an appliance, whatever it is.
    /// - Throws: why there is none.
    func call(
        _ request: PersonalRequest,
        to destination: String? = nil,
        longestWait: Int = PersonalCall.longestWait
    ) async throws(WatchpostError) -> PersonalAnswer {
        let there: String
        if let destination { there = destination } else { there = try await located() }
        if await !starts.hasBegun(at: there) {
            var beginning = PersonalExchange(
                phone: self,
                request: try await registration(),
                to: destination,
                longestWait: longestWait
            )
            let answer = try await beginning.run()
            guard (200..<300).contains(answer.reply.status) else { return answer }
        }
        var exchange = PersonalExchange(
            phone: self,
            request: request,
            to: destination,
            longestWait: longestWait
        )
        return try await exchange.run()
    }

    /// Which appliance is there, as it has said itself a moment ago.
    func located() async throws(WatchpostError) -> String {
        if let found = await whereabouts.appliance(at: now) { return found }
        return try await identify()
    }

    /// The appliance has said who the player is; what cannot be noted is asked for at the next start.
    func know(code: String, name: String, at appliance: String) async {
        let known = KnownPlayer(code: code, name: name)
        try? await change { $0.know(known, at: appliance) }
    }
}

extension GameInstallation: ResultCarrier {
    func time() async -> Int64 { await dated.time }

    func carry(
        _ results: [GameResult],
        to appliance: String
    ) async throws(WatchpostError) -> ResultQueue.Delivery {
        let body = try encode(ResultBatchBody(results: results.map(\.entry)))
        var request = PersonalRequest("POST", GamePath.of(["games", game, "results"]), body: body)
        request.isSigned = true
        let answer = try await call(request, to: appliance, longestWait: 0)
        // What is signed is sent twice where the clock was wrong; the first one was refused as a whole then.
        return ResultQueue.Delivery(
            answer.reply,
            isOfRegistration: answer.isOfRegistration,
            isCertain: answer.times <= 1
        )
    }
}
