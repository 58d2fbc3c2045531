import Core
import Serving
import SystemSupport
import WatchpostModel

/// Registering an installation of a game, and the player who asks.
struct PlayerRoutes {
    let services: CallServices
    let arena: ArenaService

    private static let largestBody = 1_024

    var routes: [Route] {
        let bounds = CallBounds.body(PlayerRoutes.largestBody).forGames
        let players = Access([.install, .device])
        return [
            Route(.put, "/v1/games/{game}/installs/{id}", .newInstall, bounds) {
                request async throws(Problem) in try await register(request)
            },
            Route(.get, "/v1/me", players, .bare.forGames) { request async throws(Problem) in
                Reply(MeBody(try await arena.player(of: request, services), for: request.caller))
                    .tagged(Reply.ownCacheControl)
            },
            Route(.put, "/v1/me", players, bounds) { request async throws(Problem) in
                try await change(request)
            },
        ]
    }

    private func register(_ request: CallRequest) async throws(Problem) -> Reply {
        let credential = try request.credential()
        let wanted = try request.json(InstallRegistrationBody.self).name
        let name = wanted.flatMap { try? PlayerName($0) }
        let registration = InstallStore.Registration(
            install: credential.install,
            secretHash: SecretHash.of(credential.secret),
            game: request.parameter("game"),
            name: name,
            code: ArenaService.newCode(),
            at: try services.wall(),
            origin: InstallStore.InstallOrigin(request.client)
        )
        try await countIfNew(registration, request)
        let version = services.gate.identities.version
        let outcome = try await arena.use { stores throws(SQLiteError) in
            let outcome = try await stores.installs.register(
                registration,
                following: arena.following,
                isSameSecret: SecretHash.areEqual
            )
            if case .known(let install, _) = outcome, !registration.origin.isOutside {
                stores.ledger.noteReturn(of: install.id)
            }
            return outcome
        }
        switch outcome {
        case .registered(let install, let player):
            services.gate.keep(Caller(install), of: request, since: version)
            var body = InstallBody(game: registration.game, player: MeBody(player))
            if let wanted, player.name != name?.text {
                body.nameChange = (try? PlayerName(wanted)) == nil ? .notAllowed : .taken
            }
            return Reply(body, status: 201)
        case .known(let install, let player):
            // Its own limits hold also where nobody knew it by heart.
            if request.caller == .stranger {
                try services.gate.countRequest(of: Caller(install), from: request.client)
            }
            services.gate.keep(Caller(install), of: request, since: version)
            let me = MeBody(player, for: Caller(install))
            return Reply(InstallBody(game: registration.game, player: me))
        case .wrongSecret, .otherGame, .noGame, .closedGame, .full, .networkFull: throw Problem(outcome)
        }
    }

    /// A game registers again at each start; only what is new counts against the limit of the game.
    private func countIfNew(
        _ registration: InstallStore.Registration,
        _ request: CallRequest
    ) async throws(Problem) {
        guard request.caller == .stranger else { return }
        let (known, listed) = try await arena.use { stores throws(SQLiteError) in
            (
                try await stores.installs.install(registration.install),
                try await stores.games.game(registration.game)
            )
        }
        guard known == nil, let listed else { return }
        try services.gate.countInstallation(of: listed.game.id, from: request.client)
        try await services.gate.refuse(registration.install, asOtherThan: .install)
    }

    private func change(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(MeChangeBody.self)
        let change = try PlayerChange(wish)
        let player = try await arena.player(of: request, services)
        if change.email != nil { try request.caller.checkOwnHand(of: player) }
        let now = try services.wall()
        let isRename = change.name.map { $0.text != player.name } ?? false
        if isRename { try services.gate.count(.rename, of: request.caller.askers) }
        var isRenamed = false
        // One that was refused was none; how often anybody may ask at all is counted before.
        defer {
            if isRename, !isRenamed {
                services.gate.forgiveTry(.rename, of: request.caller, from: request.client)
            }
        }
        let outcome = try await arena.change(player, change, version: wish.version, at: now)
        // What waits of news that are not wanted any more is taken back.
        if change.unwanted != 0 { arena.ringNews() }
        switch outcome {
        case .renamed(let player):
            isRenamed = true
            return Reply(MeBody(player, for: request.caller))
        case .unchanged(let player): return Reply(MeBody(player, for: request.caller))
        case .conflict(let player):
            throw Problem(
                .conflict,
                "the player was changed meanwhile; version \(player.version) is current",
                extra: .player(MeBody(player, for: request.caller))
            )
        case .taken:
            throw Problem(
                .conflict,
                "name: this name, or one that looks like it, is taken",
                code: "name-taken",
                extra: .player(MeBody(player, for: request.caller))
            )
        case .gone: throw Gate.unknown
        }
    }
}

extension InstallStore.InstallOrigin {
    init(_ client: Client) {
        self = client.isLocal ? .home : .outside(client.address.networkName)
    }
}

extension PlayerChange {
    /// What a body says, or what is wrong with it.
    fileprivate init(_ wish: MeChangeBody) throws(Problem) {
        self.init()
        if let text = wish.name {
            do throws(PlayerName.Refusal) {
                name = try PlayerName(text)
            } catch {
                throw Problem(.badRequest, "name: \(error.words)", code: "name-not-allowed")
            }
        }
        if let text = wish.link {
            guard let link = ShownLink(text) else {
                throw Problem(
                    .badRequest,
                    "link: an address that begins with https://, of at most \(ShownLink.longest) bytes, or nothing",
                    code: "link-not-allowed"
                )
            }
            self.link = link
        }
        if let text = wish.email {
            guard let email = PlayerEmail(text) else {
                throw Problem(
                    .badRequest,
                    "email: a plain address such as name@example.org, of at most \(PlayerEmail.longest) bytes, or nothing",
                    code: "email-not-allowed"
                )
            }
            self.email = email
        }
        if let bits = wish.notices?.bits { (wanted, unwanted) = (bits.on, bits.off) }
    }
}

extension ArenaService {
    /// Who asks: the player of the installation, or of the phone's person, which becomes one on first use.
    func player(of request: CallRequest, _ services: CallServices) async throws(Problem) -> Player {
        switch request.caller {
        case .install(let install):
            let player = try await use { stores throws(SQLiteError) in
                try await stores.players.player(ofInstall: install.id)
            }
            guard let player else { throw Gate.unknown }
            return player
        case .device(let device):
            let origin = InstallStore.InstallOrigin(request.client)
            let player = try await player(ofPerson: device.person, from: origin) { () throws(Problem) in
                try services.wall()
            }
            guard let player else { throw Problem(.full) }
            return player
        case .stranger, .developer, .server, .owner: throw Gate.unknown
        }
    }

    /// The row of the player who reads; nil: nobody who plays, or who ever did.
    func knownPlayer(of caller: Caller) async throws(Problem) -> Int64? {
        switch caller {
        case .install(let install): return install.player
        case .device(let device):
            return try await use { stores throws(SQLiteError) in
                try await stores.players.player(ofPerson: device.person)?.id
            }
        case .stranger, .developer, .server, .owner: return nil
        }
    }

    /// The row of the player who asks: of an installation it is known without asking the file.
    func playerRow(of request: CallRequest, _ services: CallServices) async throws(Problem) -> Int64 {
        if case .install(let install) = request.caller { return install.player }
        return try await player(of: request, services).id
    }
}

extension Problem {
    /// Why an installation was not registered.
    fileprivate init(_ outcome: InstallStore.Outcome) {
        switch outcome {
        case .wrongSecret:
            self.init(
                .unauthorized,
                "this id belongs to another secret; make a new id and secret",
                code: .wrongSecret
            )
        case .otherGame:
            self.init(
                .conflict,
                "this installation plays another game; make a new id and secret",
                code: "other-game"
            )
        case .closedGame: self.init(.gone, "this game is closed", code: "game-closed")
        case .full:
            self.init(.unavailable, "the arena has no room for another player", code: "arena-full")
        case .networkFull(let network):
            self.init(
                .unavailable,
                "the arena has no room for another player from the network \(network)",
                code: "arena-full"
            )
        case .noGame, .registered, .known: self.init(.notFound, "there is no game of this name")
        }
    }
}
