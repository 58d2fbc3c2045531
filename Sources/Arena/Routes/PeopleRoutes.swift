import Core
import Serving
import SystemSupport
import WatchpostModel

/// One person in many games: codes that make players one, installations that part, and all that is kept of a player.
struct PeopleRoutes {
    let services: CallServices
    let arena: ArenaService
    /// Nil: this box sends no letters.
    let mail: MailDesk?

    private static let largestBody = 1_024
    private static let players = Access([.install, .device])

    var routes: [Route] {
        let (players, bare) = (PeopleRoutes.players, CallBounds.bare.forGames)
        let body = CallBounds.body(PeopleRoutes.largestBody).forGames
        return [
            Route(.post, "/v1/me/codes", players, bare) { request async throws(Problem) in
                try await makeCode(request)
            },
            Route(.post, "/v1/me/join", players, body) { request async throws(Problem) in
                try await join(request)
            },
            Route(.post, "/v1/me/recovery", players, bare) { request async throws(Problem) in
                try await recovery(request)
            },
            Route(.post, "/v1/players/recovery", players, body) { request async throws(Problem) in
                try await write(request)
            },
            Route(.get, "/v1/me/installs", players, bare) { request async throws(Problem) in
                try await installs(request)
            },
            Route(.delete, "/v1/me/installs/{install}", players, bare) { request async throws(Problem) in
                try await separate(request)
            },
            Route(.get, "/v1/me/export", players, bare) { request async throws(Problem) in
                try await export(request)
            },
            Route(.delete, "/v1/me", players, body) { request async throws(Problem) in
                try await remove(request)
            },
        ]
    }

    private func makeCode(_ request: CallRequest) async throws(Problem) -> Reply {
        let player = try await arena.player(of: request, services)
        try request.caller.checkOwnHand(of: player)
        try services.gate.count(.codes, of: request.caller.askers)
        let (code, now) = (PlayerCodeText.short(), try services.wall())
        let expiry = try await arena.use { stores throws(SQLiteError) in
            try await stores.joins.makeCode(hash: PlayerCodeText.hash(code), of: player.id, at: now)
        }
        let link = services.publicURL.map { "\($0)/app#join=\(code)" }
        return Reply(PlayerCodeBody(code: code, expiresAt: expiry, link: link), status: 201)
    }

    private func join(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(JoinRequestBody.self)
        guard wish.code.utf8.count <= PlayerCodeText.longestLink else { throw PeopleRoutes.unknownCode }
        let said = PlayerCodeText.scanned(wish.code)
        guard said.utf8.count <= PlayerCodeText.longest else { throw PeopleRoutes.unknownCode }
        let caller = try request.caller.joining()
        let now = try services.wall()
        // Counted before: nobody guesses many at once.
        try services.gate.countTry(.joining, of: request.caller, from: request.client)
        let outcome = try await arena.join(
            PlayerCodeText.hash(said),
            by: caller,
            isPreview: wish.preview ?? false,
            at: now
        ) { player throws(Problem) in try count(of: player, request) }
        if outcome != .unknown {
            services.gate.forgiveTry(.joining, of: request.caller, from: request.client)
        }
        switch outcome {
        case .joined(let report): return Reply(JoinBody(report))
        case .unknown: throw PeopleRoutes.unknownCode
        case .ownCode:
            throw Problem(
                .conflict,
                "this code is the player's own; say it in another game or on another phone",
                code: "own-code"
            )
        case .appOnly: throw PeopleRoutes.appOnly
        case .otherPerson:
            throw Problem(
                .conflict,
                "both players have phones, of two persons; link the phones by their own code instead",
                code: "other-person"
            )
        }
    }

    fileprivate static let appOnly = Problem(
        .forbidden,
        "this player has the app: what concerns all that is kept of it is done there, and by no game",
        code: "app-only"
    )

    private static let unknownCode = Problem(
        .notFound,
        "this code does not work: mistyped, already used or older than ten minutes; ask for a new one",
        code: "code-unknown"
    )

    private func recovery(_ request: CallRequest) async throws(Problem) -> Reply {
        let player = try await arena.player(of: request, services)
        try request.caller.checkOwnHand(of: player)
        try services.gate.count(.codes, of: request.caller.askers)
        return Reply(RecoveryCodesBody(codes: try await arena.makeRecoveryCodes(of: player)), status: 201)
    }

    /// A letter with a code to an address that a player said; the same is written, and answered, for every other address.
    private func write(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(PlayerRecoveryWishBody.self)
        let address = try DeveloperOffice.address(wish.email)
        guard let mail else {
            throw Problem(
                .conflict,
                "this box sends no email; a recovery code brings a player back",
                code: "mail-off"
            )
        }
        try services.gate.count(.mailing, request, beside: request.client.isLocal ? [] : [.outside])
        let (now, tongue) = (try services.wall(), mail.words.language(wish.language))
        try await arena.use { stores throws(SQLiteError) in
            try await stores.letters.askForPlayer(address, language: tongue, at: now)
        }
        mail.bell.ring()
        let end = now.advanced(by: LetterKind.player.life)
        return Reply(PlayerRecoveryWayBody(expiresAt: end), status: 202)
    }

    private func installs(_ request: CallRequest) async throws(Problem) -> Reply {
        let player = try await arena.player(of: request, services)
        let listed = try await arena.use { stores throws(SQLiteError) in
            try await stores.installs.list(of: player.id)
        }
        let caller = request.caller.install
        return Reply(
            PlayerInstallsBody(installs: listed.map { PlayerInstallsBody.Install($0, caller: caller) })
        ).tagged(Reply.ownCacheControl)
    }

    private func separate(_ request: CallRequest) async throws(Problem) -> Reply {
        let player = try await arena.player(of: request, services)
        // Each installation may go by itself.
        if request.parameter("install") != request.caller.install {
            try request.caller.checkOwnHand(of: player)
        }
        let now = try services.wall()
        try count(of: player.id, request)
        switch try await arena.separate(request.parameter("install"), of: player.id, at: now) {
        case .left(let left):
            return Reply(SeparationBody(player: PlayerBody(left.player), former: left.isFormer))
        case .unknown: throw Problem(.notFound, "no installation of this id plays for the player")
        case .onlyOne:
            throw Problem(
                .conflict,
                "nothing else plays for this player; delete the player instead, or join another one",
                code: "only-one"
            )
        }
    }

    /// By the player to whom installations come or from whom they go, and outside by the network.
    private func count(of player: Int64, _ request: CallRequest) throws(Problem) {
        try services.gate.count(.moving, of: [.player(player)])
        try services.gate.count(.moving, of: request.client, as: .stranger)
    }

    private func export(_ request: CallRequest) async throws(Problem) -> Reply {
        let player = try await arena.player(of: request, services)
        try request.caller.checkOwnHand(of: player)
        try services.gate.countTry(.export, of: request.caller, from: request.client)
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.players.export(player.id)
        }
        guard let found else { throw Gate.unknown }
        return Reply(PlayerExportBody(found, caller: request.caller.install))
    }

    private func remove(_ request: CallRequest) async throws(Problem) -> Reply {
        let name = try request.json(FarewellBody.self).name
        let player = try await arena.player(of: request, services)
        try request.caller.checkOwnHand(of: player)
        switch try await arena.remove(player, named: name, at: try services.wall()) {
        case .gone: return .noContent
        case .otherName(let name):
            throw Problem(
                .unprocessable,
                "the player is called “\(name)”; type that in",
                code: "name-mismatch"
            )
        case .unknown: throw Gate.unknown
        }
    }
}

extension Caller {
    /// As whom it says a code.
    fileprivate func joining() throws(Problem) -> PlayerJoin.Caller {
        switch self {
        case .install(let install): return .install(install.id)
        case .device(let device): return .person(device.person)
        case .stranger, .developer, .server, .owner: throw Gate.unknown
        }
    }

    /// Refuses an installation of a game where the player has the app: a game is somebody else's program, and neither deletes
    /// such a player nor makes ways into it, nor takes along what is kept of it.
    func checkOwnHand(of player: Player) throws(Problem) {
        guard case .install = self, player.person != nil else { return }
        throw PeopleRoutes.appOnly
    }

    /// The public id of the installation; nil: it is none.
    fileprivate var install: String? {
        if case .install(let install) = self { install.install } else { nil }
    }
}
