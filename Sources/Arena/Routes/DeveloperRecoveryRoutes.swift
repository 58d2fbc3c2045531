import Core
import Serving
import SystemSupport
import WatchpostModel

/// Another password for developers who lost theirs.
///
/// Every answer is the same whether anybody has the address or not, but to the owner.
struct DeveloperRecoveryRoutes {
    let office: DeveloperOffice

    private static let pattern = "/v1/developers/recovery"
    private static let largestBody = 4_096

    var routes: [Route] {
        let body = CallBounds.body(DeveloperRecoveryRoutes.largestBody).forGames
        return [
            Route(.post, DeveloperRecoveryRoutes.pattern, .stranger, body) { request async throws(Problem) in
                try await ask(request)
            },
            Route(.put, DeveloperRecoveryRoutes.pattern, .stranger, body) { request async throws(Problem) in
                try await recover(request)
            },
        ]
    }

    private func ask(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(RecoveryWishBody.self)
        let address = try DeveloperOffice.address(wish.email)
        switch wish.by {
        case .display: return try await show(address, request)
        case .mail: return try await write(address, wish.language, request)
        }
    }

    /// The same is written for an address that nobody has: who has it is asked when the letter leaves.
    private func write(
        _ address: DeveloperAddress,
        _ language: String?,
        _ request: CallRequest
    ) async throws(Problem) -> Reply {
        let mail = try office.mailDesk()
        try office.count(.mailing, request)
        let now = try office.services.wall()
        let tongue = mail.words.language(language)
        try await office.arena.use { stores throws(SQLiteError) in
            try await stores.letters.askForCode(address, language: tongue, at: now)
        }
        mail.bell.ring()
        let end = now.advanced(by: PresenceRules.mail.lifetime.components.seconds)
        return Reply(RecoveryWayBody(by: .mail, expiresAt: end), status: 202)
    }

    private func show(_ address: DeveloperAddress, _ request: CallRequest) async throws(Problem) -> Reply {
        let isOwner = request.caller == .owner
        guard isOwner || request.client.isLocal else { throw DeveloperRecoveryRoutes.notAtHome }
        let now = try office.services.wall()
        if isOwner {
            let account = try await office.arena.use { stores throws(SQLiteError) in
                try await stores.developers.account(of: address)
            }
            guard account != nil else { throw DeveloperRecoveryRoutes.nobody }
        }
        try office.services.gate.count(.codes, request)
        let shown = try office.reset.ask(address, isOwner ? .owner : .network)
        let body = RecoveryWayBody(
            by: .display,
            expiresAt: now.advanced(by: shown.lasts.components.seconds),
            shownOn: shown.place,
            code: isOwner ? shown.code : nil
        )
        return Reply(body, status: 202)
    }

    private func recover(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(RecoveryBody.self)
        let address = try DeveloperOffice.address(wish.email)
        let password = try DeveloperOffice.newPassword(wish.newPassword, of: address)
        let credential = try DeveloperOffice.credential(named: wish.name)
        let now = try office.services.wall()
        // Counted before the code is looked at, so that many cannot be guessed at once.
        let line = try office.enterLine(.recovering, request)
        defer { office.passwords.leave(line) }
        guard wish.code.utf8.count <= PlayerCodeText.longest else { throw DeveloperRecoveryRoutes.wrong }
        // Before the code is looked at: a right one takes as long as a wrong one, and is not spent for nothing.
        let hash = try await office.passwords.make(password)
        let proof = try proof(wish.code, address, request.client)
        let ended = office.ended
        let developer = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.recover(
                address,
                by: proof,
                password: hash,
                session: credential.session,
                at: now,
                then: ended
            )
        }
        guard let developer else { throw DeveloperRecoveryRoutes.wrong }
        spend(proof, address, developer.id)
        return DeveloperOffice.reply(credential, developer, at: now)
    }

    /// The proof opened an account, and opens no other.
    private func spend(_ proof: DeveloperStore.Proof, _ address: DeveloperAddress, _ developer: Int64) {
        switch proof {
        case .presence:
            office.reset.spent()
            office.tell(.recoveredByDisplay, of: developer)
        case .mail:
            office.mail?.spent(address)
            office.tell(.recoveredByMail, of: developer)
        case .code: office.tell(.recoveredByCode, of: developer)
        }
    }

    /// Eight digits are the display's, or a letter's; everything else may be a recovery code.
    private func proof(
        _ code: String,
        _ address: DeveloperAddress,
        _ client: Client
    ) throws(Problem) -> DeveloperStore.Proof {
        let digits = code.filter { !$0.isWhitespace && $0 != "-" }
        guard digits.utf8.count == PresenceRules.reset.digits, digits.isMade(of: .digits) else {
            return .code(PlayerCodeText.hash(code))
        }
        // Both are asked, whatever the other says: a wrong one is counted by each.
        let developer = office.mail?.developer(digits, address, from: client)
        if office.reset.accepts(digits, for: address, from: client) { return .presence }
        guard let developer else { throw DeveloperRecoveryRoutes.wrong }
        return .mail(developer)
    }

    private static let wrong = Problem(
        .forbidden,
        "this code does not fit this address: mistyped, already used or expired; ask for another one",
        code: .codeInvalid
    )

    private static let notAtHome = Problem(
        .forbidden,
        "a code is shown only at home: ask from its network, or by “watchpost reset-password ADDRESS”; "
            + "anywhere else use a recovery code",
        code: .notAtHome
    )

    private static let nobody = Problem(.notFound, "no developer has this address")
}
