import Core
import FoundationEssentials
import JSONReading

/// How a single request is made: within the budget, with a token, once more with a new one after a 401.
extension BattleNetSource {
    /// The reply to a GET; `path` ends in a query without the namespace.
    func get(_ path: String) async throws(PollFault) -> HTTPReply {
        let reply = try await send(path, condition: nil)
        guard reply.status == 200 else { throw fault(of: reply, for: path) }
        return reply
    }

    /// The reply to a GET: 304 when the server says that it still has what `validator` stands for, else 200.
    func get(_ path: String, unless validator: Validator) async throws(PollFault) -> HTTPReply {
        let reply = try await send(path, condition: validator)
        guard [200, 304].contains(reply.status) else { throw fault(of: reply, for: path) }
        return reply
    }

    private func send(_ path: String, condition: Validator?) async throws(PollFault) -> HTTPReply {
        let reply = try await sendOnce(path, condition: condition)
        return reply.status == 401 ? try await sendOnce(path, condition: condition) : reply
    }

    private func fault(of reply: HTTPReply, for path: String) -> PollFault {
        let what =
            switch reply.status {
            case 401: "refuses a new access token (HTTP 401)"
            case 403:
                "answered HTTP 403 for the namespace \(place.namespace): wrong namespace, or the client has no access"
            case 404: "answered HTTP 404 for \(path.prefix { $0 != "?" })"
            case 429: "answered HTTP 429: too many requests"
            default: "answered HTTP \(reply.status)"
            }
        var fault = fault(what)
        fault.status = reply.status
        fault.retryAfter = RetryAfter.duration(in: reply, at: access.clock.now().wall)
        return fault
    }

    /// Parses a body; a 200 is no promise that it is whole, or JSON at all.
    ///
    /// `wasRepaired` when it has text that is none, which the rows that have it show.
    func parse(_ reply: HTTPReply) throws(PollFault) -> (document: JSONElement, wasRepaired: Bool) {
        do throws(JSONFault) {
            return try JSONElement.repairing(reply.body, limits: .document)
        } catch {
            throw fault("answered something that is not a list of realms: it \(error)")
        }
    }

    /// The rows of a list that has to be there.
    func rows(_ element: JSONElement?) throws(PollFault) -> JSONElements {
        guard let element, element.kind == .array else {
            throw fault("answered something that is not a list of realms")
        }
        return element.elements
    }

    /// A fault with the name of the source in front.
    func fault(_ what: String) -> PollFault {
        PollFault(description: "Battle.net \(place.source) \(what)")
    }

    private func sendOnce(_ path: String, condition: Validator?) async throws(PollFault) -> HTTPReply {
        let token = try await access.tokens.token(from: place.issuer)
        try await waitForBudget()
        var request = HTTPRequest(
            url: "\(place.apiURL)\(path)&namespace=\(place.namespace)",
            timeout: place.timeout
        )
        request.headers = [("Authorization", "Bearer \(token)"), ("Accept", "application/json")]
        if let condition { request.headers.append(condition.header) }
        do throws(HTTPFault) {
            let reply = try await access.send(request)
            if reply.status == 401 { await access.tokens.refused(token, from: place.issuer) }
            return reply
        } catch {
            throw PollFault(description: "Battle.net \(place.source): \(error)", mayBeOurs: error.mayBeOurs)
        }
    }

    private func waitForBudget() async throws(PollFault) {
        do {
            try await access.budget.take()
        } catch {
            throw fault("was not polled: the box stops")
        }
    }
}
