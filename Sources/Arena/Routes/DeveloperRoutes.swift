import Core
import Serving
import SystemSupport
import WatchpostModel

/// Becoming a developer, and signing in.
struct DeveloperRoutes {
    let office: DeveloperOffice

    private static let largestBody = 4_096

    var routes: [Route] {
        let bounds = CallBounds.body(DeveloperRoutes.largestBody).forGames
        return [
            Route(.post, "/v1/developers", .stranger, bounds) { request async throws(Problem) in
                try await register(request)
            },
            Route(.post, "/v1/developers/session", .stranger, bounds) { request async throws(Problem) in
                try await signIn(request)
            },
        ]
    }

    private func register(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(DeveloperRegistrationBody.self)
        let address = try DeveloperOffice.address(wish.email)
        let password = try DeveloperOffice.newPassword(wish.password, of: address)
        let profile = try Problem.reading { () throws(ArenaText.Refusal) in
            try DeveloperProfile(firstName: wish.firstName, lastName: wish.lastName, company: wish.company)
        }
        let invitation = try DeveloperRoutes.hash(wish.invitation)
        let now = try office.services.wall()
        let line = try office.enterLine(.enrolling, request)
        defer { office.passwords.leave(line) }
        // Asked before as well: nobody who may not come makes us hash.
        let refusal = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.refusal(of: address, invitation: invitation, at: now)
        }
        if let refusal { throw Problem(refusal) }
        let codes = (0..<ArenaRules.recoveryCodes).map { _ in PlayerCodeText.recovery() }
        let credential = try DeveloperOffice.credential(named: nil)
        let account = DeveloperStore.NewAccount(
            address: address,
            profile: profile,
            password: try await office.passwords.make(password),
            invitation: invitation,
            recoveryCodes: codes.map { PlayerCodeText.hash($0) },
            session: credential.session
        )
        let outcome = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.register(account, at: now)
        }
        guard case .registered(let developer) = outcome else { throw Problem(outcome) }
        office.tell(.registered, of: developer.id)
        await office.offerConfirmation(of: developer, at: now)
        return DeveloperOffice.reply(credential, developer, codes: codes, at: now)
    }

    /// Of the code of an invitation; nil: none was said.
    private static func hash(_ code: String?) throws(Problem) -> [UInt8]? {
        guard let code, !code.isEmpty else { return nil }
        guard code.utf8.count <= PlayerCodeText.longest else {
            throw Problem(DeveloperStore.Registration.notInvited)
        }
        return PlayerCodeText.hash(code)
    }

    private func signIn(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(DeveloperSignInBody.self)
        let credential = try DeveloperOffice.credential(named: wish.name)
        let now = try office.services.wall()
        let address = DeveloperAddress(wish.email)
        let hash = SecretHash.of(Array((address?.folded ?? "").utf8))
        let line = try office.enterLine(.signingIn, of: hash, request)
        defer { office.passwords.leave(line) }
        guard let address, let password = Password(said: wish.password) else { throw DeveloperRoutes.wrong }
        let places = LoginLock.Place.places(of: request.client)
        let begun = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.beginSignIn(address, hash, from: places, at: now)
        }
        guard case .check(let account) = begun else { throw Problem(begun) }
        // Of nobody, too: time tells nobody who has an account.
        let isRight = await office.passwords.check(password, against: account?.password)
        guard let account, isRight else { throw DeveloperRoutes.wrong }
        let ended = office.ended
        let developer = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.signIn(
                account,
                hash,
                from: places,
                session: credential.session,
                at: now,
                then: ended
            )
        }
        guard let developer else { throw DeveloperRoutes.wrong }
        office.tell(.signedIn, of: developer.id)
        return DeveloperOffice.reply(credential, developer, at: now)
    }

    private static let wrong = Problem(
        .unauthorized,
        "the address or the password is wrong; reset the password if you forgot it",
        code: "sign-in-wrong"
    )
}

extension Problem {
    /// Why somebody does not become a developer.
    fileprivate init(_ refusal: DeveloperStore.Registration) {
        switch refusal {
        case .registered, .closed:
            self.init(
                .forbidden,
                "this box is not taking new developers; ask its owner",
                code: "developers-closed"
            )
        case .notInvited:
            self.init(
                .forbidden,
                "an invitation is needed, and this one is wrong, already used or expired; ask the box's owner",
                code: "invitation-invalid"
            )
        case .taken: self = DeveloperOffice.emailTaken
        case .full(let most):
            self.init(
                .unavailable,
                "\(most) developers have an account here, which is the limit; ask the box's owner",
                code: "developers-full",
                retryAfter: 3_600
            )
        }
    }

    /// Somebody has to wait before the next password.
    fileprivate init(_ begun: DeveloperStore.SignIn) {
        var wait = 1
        if case .wait(let seconds) = begun { wait = Int(seconds) }
        self.init(
            .tooManyRequests,
            "too many wrong passwords for this address; try again in \(wait) s, or reset the password",
            code: "sign-in-locked",
            retryAfter: wait
        )
    }
}
