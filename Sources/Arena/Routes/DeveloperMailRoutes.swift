import Core
import Serving
import WatchpostModel

/// By which developers prove that the address of their account is theirs.
struct DeveloperMailRoutes {
    let office: DeveloperOffice

    private static let pattern = "/v1/developers/me/confirmation"
    private static let largestBody = 1_024

    var routes: [Route] {
        let body = CallBounds.body(DeveloperMailRoutes.largestBody).forGames
        return [
            Route(.post, DeveloperMailRoutes.pattern, .developer, body) { request async throws(Problem) in
                try await ask(request)
            },
            Route(.put, DeveloperMailRoutes.pattern, .developer, body) { request async throws(Problem) in
                try await confirm(request)
            },
        ]
    }

    private func ask(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(ConfirmationWishBody.self)
        let mail = try office.mailDesk()
        try office.count(.mailing, request)
        let now = try office.services.wall()
        let developer = try await office.developer(try request.session())
        guard !developer.isConfirmed else { throw DeveloperMailRoutes.isConfirmed }
        try await office.wantConfirmation(of: developer, wish.language, mail, at: now)
        let end = now.advanced(by: LetterKind.confirmation.life)
        return Reply(ConfirmationWayBody(expiresAt: end), status: 202)
    }

    private func confirm(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(ConfirmationBody.self)
        let session = try request.session()
        guard wish.code.utf8.count <= PlayerCodeText.longest else { throw DeveloperMailRoutes.wrong }
        try office.count(.recovering, request)
        let now = try office.services.wall()
        let hash = PlayerCodeText.hash(wish.code)
        let developer = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.confirm(session.developer, by: hash, at: now)
        }
        guard let developer else { throw DeveloperMailRoutes.wrong }
        office.tell(.addressConfirmed, of: developer.id)
        return Reply(DeveloperBody(developer))
    }

    private static let wrong = Problem(
        .forbidden,
        "this is not the code of the newest email to the account's address, or it has expired; ask for another email",
        code: .codeInvalid
    )

    private static let isConfirmed = Problem(
        .conflict,
        "the account's address is already confirmed",
        code: "email-confirmed"
    )
}

extension DeveloperOffice {
    /// What letters need; 409 where this box sends none.
    func mailDesk() throws(Problem) -> MailDesk {
        guard let mail else {
            throw Problem(
                .conflict,
                "this box sends no email; use a recovery code, or the digits on its display",
                code: "mail-off"
            )
        }
        return mail
    }

    /// Asks for a letter to a developer.
    func wantConfirmation(
        of developer: Developer,
        _ language: String?,
        _ mail: MailDesk,
        at now: UnixTime
    ) async throws(Problem) {
        let tongue = mail.words.language(language)
        try await arena.use { stores throws(SQLiteError) in
            try await stores.letters.askForConfirmation(of: developer.id, language: tongue, at: now)
        }
        mail.bell.ring()
    }

    /// The same where nobody waits for it, after an account was made or got another address.
    func offerConfirmation(of developer: Developer, at now: UnixTime) async {
        guard let mail, !developer.isConfirmed else { return }
        do throws(Problem) {
            try await wantConfirmation(of: developer, nil, mail, at: now)
        } catch {
            // What was asked for is done, and a letter can be asked for at any time.
        }
    }
}
