import Core
import Serving
import SystemSupport
import WatchpostModel

/// What the routes of developers share: passwords, codes, and the words in which they refuse.
struct DeveloperOffice: Sendable {
    let services: CallServices
    let arena: ArenaService
    let passwords: PasswordDesk
    let reset: ResetDesk
    /// Nil: this box sends no letters.
    var mail: MailDesk?
    /// For what the owner may want to know; never a secret, nor an address.
    let log: @Sendable (String) -> Void

    /// Which line a request waits in for its password.
    static func side(of request: CallRequest) -> PasswordDesk.Side {
        request.client.isLocal ? .home : .outside
    }

    /// The address of an account, as a body says it.
    static func address(_ text: String) throws(Problem) -> DeveloperAddress {
        guard let address = DeveloperAddress(text) else {
            throw Problem(
                .badRequest,
                "email: not a plain address of at most \(PlayerEmail.longest) bytes, such as ola@example.org",
                code: "email-not-allowed"
            )
        }
        return address
    }

    /// A password that an account is to have.
    static func newPassword(_ text: String, of address: DeveloperAddress) throws(Problem) -> Password {
        do throws(Password.Refusal) {
            return try Password(new: text, of: address)
        } catch {
            throw Problem(.badRequest, "the new password is \(error.words)", code: "password-not-allowed")
        }
    }

    /// A session that begins, under the name that the program which signs in gives itself.
    static func credential(named name: String?) throws(Problem) -> SessionCredential {
        SessionCredential(
            name: try Problem.reading { () throws(ArenaText.Refusal) in try NewSession.name(name) }
        )
    }

    /// Counts what anybody may try by the address and network, and outside for all together as well.
    func count(_ action: AccessLimits.Action, _ request: CallRequest) throws(Problem) {
        try services.gate.count(action, request, beside: request.client.isLocal ? [] : [.outside])
    }

    /// A place in the line for passwords, which `passwords.leave` gives back, and a try of this kind.
    ///
    /// Who finds the line full has tried nothing: a flood takes no tries from the rest. `address`: see `PasswordDesk.Place`.
    func enterLine(_ action: AccessLimits.Action, of address: [UInt8]? = nil, _ request: CallRequest)
        throws(Problem) -> PasswordDesk.Place
    {
        let place = PasswordDesk.Place(side: DeveloperOffice.side(of: request), address: address)
        try passwords.enter(place)
        do throws(Problem) {
            try count(action, request)
        } catch {
            passwords.leave(place)
            throw error
        }
        return place
    }

    /// The developer who asks.
    func developer(_ session: SessionIdentity) async throws(Problem) -> Developer {
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.developers.developer(session.developer)
        }
        guard let found else { throw Gate.signedOut }
        return found
    }

    /// The account of the developer who asks, if this is its password; whoever calls has a place in the line.
    func prove(_ text: String, _ session: SessionIdentity) async throws(Problem) -> DeveloperStore.Account {
        let account = try await arena.use { stores throws(SQLiteError) in
            try await stores.developers.account(session.developer)
        }
        guard let account else { throw Gate.signedOut }
        guard let password = Password(said: text),
            await passwords.check(password, against: account.password)
        else { throw DeveloperOffice.wrongPassword }
        return account
    }

    /// Sessions ended with a commit.
    var ended: DeveloperStore.SessionsEnded {
        let arena = arena
        return { sessions in
            for session in sessions { arena.identities(.session(session)) }
        }
    }

    func tell(_ act: AccountAct, of developer: Int64) {
        log("developer \(developer) \(act.words)")
    }

    /// The answer to somebody who is signed in from now on.
    static func reply(
        _ credential: SessionCredential,
        _ developer: Developer,
        codes: [String]? = nil,
        at now: UnixTime
    ) -> Reply {
        let body = DeveloperSignedInBody(
            credential: credential.text,
            expiresAt: SessionLife.end(since: now, seen: now),
            developer: DeveloperBody(developer),
            codes: codes
        )
        return Reply(body, status: 201)
    }

    static let wrongPassword = Problem(
        .forbidden,
        "this is not the account's password, or no longer",
        code: "password-wrong"
    )

    static let emailTaken = Problem(
        .conflict,
        "email: there is already an account with this address; sign in, or reset the password",
        code: "email-taken"
    )
}

extension DeveloperBody {
    init(_ developer: Developer) {
        self.init(
            email: developer.address.text,
            firstName: developer.profile.firstName,
            lastName: developer.profile.lastName,
            company: developer.profile.company,
            version: developer.version,
            since: developer.since,
            recoveryCodes: developer.recoveryCodes,
            games: developer.games,
            emailConfirmed: developer.isConfirmed
        )
    }
}

extension DeveloperOffice {
    /// All that developers ask for.
    var routes: [Route] {
        DeveloperRoutes(office: self).routes + DeveloperAccountRoutes(office: self).routes
            + DeveloperSessionRoutes(office: self).routes + DeveloperRecoveryRoutes(office: self).routes
            + InvitationRoutes(office: self).routes + DeveloperMailRoutes(office: self).routes
            + ContactRoutes(office: self).routes
    }

    /// How often passwords and codes may be said, and accounts be made: by an address, a network outside, and all outside.
    ///
    /// What is wrong with one account is counted by `LoginLock` as well.
    static let limits: AccessLimits.Table = [
        .address: [
            .enrolling: .anHour(10), .signingIn: RateLimit(burst: 10, every: .seconds(30)),
            .recovering: RateLimit(burst: 5, every: .seconds(120)), .mailing: .anHour(6),
            .contacting: .anHour(4),
        ],
        .network: [
            .enrolling: .anHour(20), .signingIn: RateLimit(burst: 30, every: .seconds(10)),
            .recovering: RateLimit(burst: 20, every: .seconds(60)), .mailing: .anHour(20),
            .contacting: .anHour(10),
        ],
        .outside: [
            .enrolling: .anHour(60), .signingIn: RateLimit(burst: 120, every: .seconds(1)),
            .recovering: RateLimit(burst: 60, every: .seconds(10)), .mailing: .anHour(120),
            .contacting: .anHour(40),
        ],
        .session: [.signingIn: RateLimit(burst: 5, every: .seconds(120)), .mailing: .anHour(6)],
    ]
}
