public import WatchpostModel

/// The player.
extension WatchpostGame {
    /// So many others may be quicker in a row.
    private static var attempts: Int { 4 }

    /// Makes the player known, at each start of the game; whatever asks for a player does it by itself.
    @discardableResult
    public func register() async throws(WatchpostError) -> MeBody {
        try await begin().reply.body(InstallBody.self).player
    }

    /// The player's key, `ID.SECRET`, once the appliance knows it: for a board as a page in a web view, and for nobody else.
    public func token() async throws(WatchpostError) -> String {
        let answer = try await begin()
        _ = try answer.reply.body(InstallBody.self)
        return answer.credential.text
    }

    private func begin() async throws(WatchpostError) -> PersonalAnswer {
        let request = try await installation.registration()
        var exchange = PersonalExchange(phone: installation, request: request)
        return try await exchange.run()
    }

    /// The player as it was last heard of, also without a connection; nil: it was not yet.
    public var player: KnownPlayer? {
        get async {
            guard let appliance = await installation.met() else { return nil }
            return await installation.record().players?[appliance]
        }
    }

    /// The player with all that the appliance keeps of it for itself.
    public func me() async throws(WatchpostError) -> MeBody {
        let answer = try await answer("GET", ["me"])
        let me = try answer.reply.body(MeBody.self)
        await installation.know(code: me.code, name: me.name, at: answer.appliance)
        return me
    }

    /// Another name; one that somebody has is refused with the code `name-taken`.
    @discardableResult
    public func rename(_ name: String) async throws(WatchpostError) -> MeBody {
        var me = try await me()
        for _ in 0..<WatchpostGame.attempts {
            let body = try encode(MeChangeBody(version: me.version, name: name))
            let answer = try await answer("PUT", ["me"], body: body)
            if answer.reply.problem?.code != "name-taken", let current = conflict(answer.reply, MeBody.self) {
                // The answer to the first one may have been lost.
                guard current.name != name else { return current }
                me = current
                continue
            }
            let renamed = try answer.reply.body(MeBody.self)
            await installation.know(code: renamed.code, name: renamed.name, at: answer.appliance)
            return renamed
        }
        throw .busy(retryAfter: 1)
    }

    /// A code of eight letters for the app, or another game of the same person, to say.
    public func makeCode() async throws(WatchpostError) -> PlayerCodeBody {
        try await ask("POST", ["me", "codes"])
    }

    /// This game plays for the player whose code was said; `preview`: the answer only says what would be.
    @discardableResult
    public func join(_ code: String, preview: Bool = false) async throws(WatchpostError) -> JoinBody {
        let body = try encode(JoinRequestBody(code: code, preview: preview))
        let answer = try await answer("POST", ["me", "join"], body: body)
        let joined = try answer.reply.body(JoinBody.self)
        if joined.done {
            await installation.starts.end(at: answer.appliance)
            await installation.know(code: joined.player.code, name: joined.player.name, at: answer.appliance)
        }
        return joined
    }

    /// Where the player stands, in every game and window.
    public func games() async throws(WatchpostError) -> MyGamesBody {
        try await mine(["me", "games"])
    }

    /// The player's own results, of all boards of this game or one.
    public func results(on board: String? = nil) async throws(WatchpostError) -> OwnResultsBody {
        try await mine(["me", "games", installation.game, "results"], [("board", board)])
    }
}
