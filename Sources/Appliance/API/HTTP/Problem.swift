package import WatchpostModel

/// A refusal: thrown by routes, sent as `application/problem+json` (RFC 9457).
package struct Problem: Error, Hashable, Sendable {
    /// The kinds of refusals; `type` and `title` of the body follow from it.
    package enum Kind: String, CaseIterable, Sendable {
        case badRequest = "bad-request"
        case notFound = "not-found"
        case methodNotAllowed = "method-not-allowed"
        case lengthRequired = "length-required"
        case contentTooLarge = "content-too-large"
        case misdirected = "misdirected-request"
        case internalError = "internal-error"
        case unavailable = "unavailable"

        package var status: Int {
            switch self {
            case .badRequest: 400
            case .notFound: 404
            case .methodNotAllowed: 405
            case .lengthRequired: 411
            case .contentTooLarge: 413
            case .misdirected: 421
            case .internalError: 500
            case .unavailable: 503
            }
        }

        package var title: String {
            switch self {
            case .badRequest: "The request is not valid"
            case .notFound: "There is nothing here"
            case .methodNotAllowed: "This method is not possible here"
            case .lengthRequired: "A length is required"
            case .contentTooLarge: "The body is too large"
            case .misdirected: "This host is not served here"
            case .internalError: "The appliance failed"
            case .unavailable: "Not possible at the moment"
            }
        }
    }

    package let kind: Kind
    /// What was wrong with this very request, and what to do.
    package let detail: String
    /// Whether the connection is closed after it.
    package let closes: Bool
    /// The methods that are possible, for `methodNotAllowed`.
    package let allow: String?

    package init(_ kind: Kind, _ detail: String, closes: Bool = false, allow: String? = nil) {
        self.kind = kind
        self.detail = detail
        self.closes = closes
        self.allow = allow
    }

    /// A host name that is not ours.
    static let misdirected = Problem(
        .misdirected,
        "the Host of this request is not a name of this appliance; use its address, localhost or NAME.local, "
            + "or add the name to hosts in the configuration",
        closes: true
    )

    /// A connection above the limit.
    static let crowded = Problem(
        .unavailable,
        "too many connections are open; try again in a moment",
        closes: true
    )

    /// The body.
    package var body: ProblemBody {
        ProblemBody(
            type: "/problems/\(kind.rawValue)",
            title: kind.title,
            status: kind.status,
            detail: detail
        )
    }

    /// The response; made for this one use.
    var response: PreparedResponse {
        var headers: [PreparedResponse.Header] = [
            ("Content-Type", "application/problem+json"), ("Cache-Control", "no-store"),
            ("Access-Control-Allow-Origin", "*"),
        ]
        if closes { headers.append(("Connection", "close")) }
        if let allow { headers.append(("Allow", allow)) }
        if kind == .unavailable { headers.append(("Retry-After", "5")) }
        return PreparedResponse(status: UInt32(kind.status), body: JSONBody.encode(body), headers: headers)
    }
}
