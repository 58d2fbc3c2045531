import Core
import FoundationEssentials

/// How a single request is made: within the budget, with a token, once more with a new one after a 401.
extension BattleNetSource {
    /// The reply to a GET, nil when it has not changed since `condition`.
    ///
    /// `path` ends in a query without the namespace.
    func get(_ path: String, condition: Validator?) async throws(PollFault) -> HTTPReply? {
        var reply = try await sendOnce(path, condition: condition)
        if reply.status == 401 { reply = try await sendOnce(path, condition: condition) }
        switch reply.status {
        case 200: return reply
        case 304 where condition != nil: return nil
        case 401: throw fault("refuses a new access token (HTTP 401)")
        case 403:
            throw fault(
                "answered HTTP 403 for the namespace \(place.namespace): wrong namespace, or the client has no access"
            )
        case 404: throw fault("answered HTTP 404 for \(path.prefix { $0 != "?" })", isMissing: true)
        case 429:
            throw fault("answered HTTP 429: too many requests", retryAfter: RetryAfter.duration(in: reply))
        default:
            throw fault("answered HTTP \(reply.status)", retryAfter: RetryAfter.duration(in: reply))
        }
    }

    /// Decodes a body; a 200 is no promise that it is whole, or JSON at all.
    func decode<Body: Decodable>(_ type: Body.Type, from reply: HTTPReply) throws(PollFault) -> Body {
        do {
            return try JSONDecoder().decode(type, from: reply.body)
        } catch let error as DecodingError {
            throw fault("answered something that is no list of realms: \(error.summary)")
        } catch {
            throw fault("answered something that is no list of realms")
        }
    }

    /// A fault with the name of the source in front.
    func fault(_ what: String, isMissing: Bool = false, retryAfter: Duration? = nil) -> PollFault {
        PollFault(
            description: "Battle.net \(place.source) \(what)",
            isMissing: isMissing,
            retryAfter: retryAfter
        )
    }

    private func sendOnce(_ path: String, condition: Validator?) async throws(PollFault) -> HTTPReply {
        try await waitForBudget()
        let token = try await tokens.token(from: place.issuer)
        var request = HTTPRequest(
            url: "\(place.apiURL)\(path)&namespace=\(place.namespace)",
            timeout: place.timeout
        )
        request.headers = [("Authorization", "Bearer \(token)"), ("Accept", "application/json")]
        if let condition { request.headers.append(condition.header) }
        do throws(HTTPFault) {
            let reply = try await client.send(request)
            if reply.status == 401 { await tokens.refused(token, from: place.issuer) }
            return reply
        } catch {
            throw PollFault(description: "Battle.net \(place.source): \(error)", mayBeOurs: error.mayBeOurs)
        }
    }

    private func waitForBudget() async throws(PollFault) {
        while let wait = budget() {
            do {
                try await Task.sleep(for: wait)
            } catch {
                throw fault("was not polled: the appliance stops")
            }
        }
    }
}

extension DecodingError {
    /// What is wrong and where, without the body.
    var summary: String {
        switch self {
        case .typeMismatch(let type, let context): "\(context.path) is no \(type)"
        case .valueNotFound(_, let context): "\(context.path) is null"
        case .keyNotFound(let key, let context): "\(context.path) has no “\(key.stringValue)”"
        case .dataCorrupted: "not valid JSON"
        @unknown default: "unreadable"
        }
    }
}

extension DecodingError.Context {
    fileprivate var path: String {
        codingPath.isEmpty ? "the body" : codingPath.prefix(8).map(\.stringValue).joined(separator: ".")
    }
}
