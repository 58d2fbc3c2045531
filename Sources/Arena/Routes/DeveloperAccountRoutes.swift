import Core
import Serving
import SystemSupport
import WatchpostModel

/// What developers do with their own account.
struct DeveloperAccountRoutes {
    let office: DeveloperOffice

    private static let largestBody = 4_096

    var routes: [Route] {
        let bare = CallBounds.bare.forGames
        let body = CallBounds.body(DeveloperAccountRoutes.largestBody).forGames
        return [
            Route(.get, "/v1/developers/me", .developer, bare) { request async throws(Problem) in
                Reply(DeveloperBody(try await office.developer(try request.session())))
                    .tagged(Reply.ownCacheControl)
            },
            Route(.put, "/v1/developers/me", .developer, body) { request async throws(Problem) in
                try await change(request)
            },
            Route(.delete, "/v1/developers/me", .developer, body) { request async throws(Problem) in
                try await remove(request)
            },
            Route(.put, "/v1/developers/me/password", .developer, body) { request async throws(Problem) in
                try await changePassword(request)
            },
            Route(.post, "/v1/developers/me/recovery", .developer, body) { request async throws(Problem) in
                try await makeCodes(request)
            },
        ]
    }

    private func change(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(DeveloperChangeBody.self)
        let session = try request.session()
        let now = try office.services.wall()
        let current = try await office.developer(session)
        let profile = try Problem.reading { () throws(ArenaText.Refusal) in
            try DeveloperProfile(
                firstName: wish.firstName ?? current.profile.firstName,
                lastName: wish.lastName ?? current.profile.lastName,
                company: wish.company ?? current.profile.company
            )
        }
        var change = DeveloperStore.Change(profile: profile, address: nil)
        if let email = wish.email {
            let address = try DeveloperOffice.address(email)
            if address != current.address {
                try await prove(wish.password ?? "", request)
                change.address = address
            }
        }
        let wanted = change
        let outcome = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.change(session.developer, wanted, version: wish.version, at: now)
        }
        switch outcome {
        case .changed(let developer):
            if wanted.address != nil {
                office.tell(.addressChanged, of: developer.id)
                await office.offerConfirmation(of: developer, at: now)
            }
            return Reply(DeveloperBody(developer))
        case .unchanged(let developer): return Reply(DeveloperBody(developer))
        case .conflict(let developer):
            throw Problem(
                .conflict,
                "the account was changed meanwhile; version \(developer.version) is current",
                extra: .developer(DeveloperBody(developer))
            )
        case .taken: throw DeveloperOffice.emailTaken
        case .gone: throw Gate.signedOut
        }
    }

    /// Checks the password of whoever asks, in its turn.
    @discardableResult
    private func prove(_ password: String, _ request: CallRequest) async throws(Problem)
        -> DeveloperStore.Account
    {
        let line = try office.enterLine(.signingIn, request)
        defer { office.passwords.leave(line) }
        return try await office.prove(password, try request.session())
    }

    private func changePassword(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(PasswordChangeBody.self)
        let session = try request.session()
        let now = try office.services.wall()
        let password = try DeveloperOffice.newPassword(
            wish.newPassword,
            of: try await office.developer(session).address
        )
        let line = try office.enterLine(.signingIn, request)
        defer { office.passwords.leave(line) }
        let account = try await office.prove(wish.password, session)
        let hash = try await office.passwords.make(password)
        let credential = try DeveloperOffice.credential(named: nil)
        let ended = office.ended
        let developer = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.setPassword(
                hash,
                of: account,
                session: credential.session,
                at: now,
                then: ended
            )
        }
        guard let developer else { throw DeveloperOffice.wrongPassword }
        office.tell(.passwordChanged, of: developer.id)
        return DeveloperOffice.reply(credential, developer, at: now)
    }

    private func makeCodes(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(PasswordBody.self)
        let now = try office.services.wall()
        let account = try await prove(wish.password, request)
        let codes = (0..<ArenaRules.recoveryCodes).map { _ in PlayerCodeText.recovery() }
        let hashes = codes.map { PlayerCodeText.hash($0) }
        let isDone = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.setRecoveryCodes(hashes, of: account, at: now)
        }
        guard isDone else { throw DeveloperOffice.wrongPassword }
        office.tell(.codesMade, of: account.id)
        return Reply(RecoveryCodesBody(codes: codes), status: 201)
    }

    private func remove(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(DeveloperFarewellBody.self)
        let now = try office.services.wall()
        let account = try await prove(wish.password, request)
        let games: DeveloperStore.Games =
            switch wish.games {
            case .close: .close
            case .owner: .toOwner
            }
        let (arena, ended) = (office.arena, office.ended)
        let removal = try await arena.use { stores throws(SQLiteError) in
            try await stores.developers.remove(account, games: games, at: now) { removal in
                ended(removal.sessions)
                if removal.closed > 0 { stores.changed(boards: []) }
                if !removal.duels.isEmpty { arena.follow(removal.duels) }
            }
        }
        guard removal != nil else { throw DeveloperOffice.wrongPassword }
        office.tell(.removed, of: account.id)
        return .noContent
    }
}
