import Core
import FoundationEssentials
import JSONReading
import SystemSupport

/// Where and as whom to get an access token.
struct TokenIssuer: Hashable, Sendable {
    var url: String
    var clientID: String
    var secret: Secret
}

/// Keeps one access token for each issuer, fetched when first asked for; callers who ask meanwhile wait for the same one.
actor AccessTokens {
    private struct Keeper {
        var life = TokenLife()
        var fetch: Task<Result<String, PollFault>, Never>?
    }

    private let send: @Sendable (HTTPRequest) async throws(HTTPFault) -> HTTPReply
    /// Requests for tokens count against the same quota.
    private let budget: SharedBudget
    private let clock: SystemClock
    private let timeout: Duration
    private var keepers: [TokenIssuer: Keeper] = [:]

    init(
        budget: SharedBudget,
        clock: SystemClock,
        timeout: Duration,
        send: @escaping @Sendable (HTTPRequest) async throws(HTTPFault) -> HTTPReply
    ) {
        self.send = send
        self.budget = budget
        self.clock = clock
        self.timeout = timeout
    }

    /// A token that is valid now.
    func token(from issuer: TokenIssuer) async throws(PollFault) -> String {
        if let token = keepers[issuer]?.life.current(at: clock.now().monotonic) { return token }
        if let fetch = keepers[issuer]?.fetch { return try await fetch.value.get() }
        let started = Task { await fetch(from: issuer) }
        keepers[issuer, default: Keeper()].fetch = started
        let result = await started.value
        keepers[issuer]?.fetch = nil
        return try result.get()
    }

    /// The server refused a token: the next caller fetches another one.
    func refused(_ token: String, from issuer: TokenIssuer) {
        keepers[issuer]?.life.refused(token)
    }

    private func fetch(from issuer: TokenIssuer) async -> Result<String, PollFault> {
        do throws(PollFault) {
            let body = try await request(from: issuer)
            keepers[issuer, default: Keeper()].life.received(
                body.accessToken,
                expiresIn: body.expiresIn,
                at: clock.now().monotonic
            )
            return .success(body.accessToken)
        } catch {
            return .failure(error)
        }
    }

    private func request(from issuer: TokenIssuer) async throws(PollFault) -> TokenBody {
        let place = "the token service \(issuer.url)"
        do {
            try await budget.take()
        } catch {
            throw PollFault(description: "\(place) was not asked: the box stops")
        }
        let reply: HTTPReply
        do throws(HTTPFault) {
            reply = try await send(
                HTTPRequest(
                    method: .post,
                    url: issuer.url,
                    body: "grant_type=client_credentials",
                    basicCredentials: "\(issuer.clientID):\(issuer.secret.exposed)",
                    timeout: timeout,
                    maximumBody: 64 << 10
                )
            )
        } catch {
            throw PollFault(description: "\(place): \(error)", mayBeOurs: error.mayBeOurs)
        }
        switch reply.status {
        case 200: break
        case 400, 401, 403:
            throw PollFault(
                description: "\(place) refuses the client id \(issuer.clientID) (HTTP \(reply.status)): "
                    + "check client_id and client_secret_file; China needs credentials of its own"
            )
        default:
            throw PollFault(
                description: "\(place) answered HTTP \(reply.status)",
                retryAfter: RetryAfter.duration(in: reply, at: clock.now().wall)
            )
        }
        guard let body = TokenBody(reply.body) else {
            throw PollFault(description: "\(place) answered something that is not a token")
        }
        return body
    }
}

/// `{"access_token":"…","token_type":"bearer","expires_in":86399}` (RFC 6749, section 5.1).
struct TokenBody: Hashable {
    var accessToken: String
    /// In seconds; it is only recommended, and nil when it is absent or no such number.
    var expiresIn: Int64?

    private static let longestToken = 4_096

    init(accessToken: String, expiresIn: Int64?) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
    }

    /// Nil unless there is a token of visible ASCII (RFC 6750, section 2.1).
    ///
    /// Anything else could not be sent, and would be kept for the day that it claims to live.
    init?(_ bytes: some Sequence<UInt8>) {
        guard let body = try? JSONElement.repairing(bytes, limits: .answer).document,
            let token = body["access_token"]?.string(atMost: TokenBody.longestToken), !token.isEmpty,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        accessToken = token
        let life = body["expires_in"]
        expiresIn =
            life?.double.map { Int64(max(-1, min($0, 1e12))) }
            ?? life?.string(atMost: 20).flatMap { Int64($0) }
    }
}
