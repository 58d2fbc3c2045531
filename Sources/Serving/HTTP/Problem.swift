import Core
import SystemSupport
package import WatchpostModel

/// Why a request was refused, for apps that say it in the person's language; docs/protocol.md lists them.
package enum ProblemCode: String, CaseIterable, Hashable, Sendable {
    case deviceRemoved = "device-removed"
    case unknownDevice = "unknown-device"
    case wrongSecret = "wrong-secret"
    case codeInvalid = "code-invalid"
    case notAtHome = "not-at-home"
    case notPaired = "not-paired"
    case changedMeanwhile = "changed-meanwhile"
    case tooManyRealms = "too-many-realms"
    case administratorJoins = "administrator-joins"
    case alreadyUp = "already-up"
    case unknownRealm = "unknown-realm"
    case tooOften = "too-often"
    case devicesFull = "devices-full"
    case listsFull = "lists-full"
    case disk
    case busy
}

/// A refusal: thrown by routes, sent as `application/problem+json` (RFC 9457).
///
/// `detail` is for the person who made the request: what was wrong with it and what to do, in a sentence without a capital.
/// It may quote what was sent, and is cut to 2,000 bytes. `code` is for programs that say it in the person's language: give one
/// wherever an app can do something about it, and list it in docs/protocol.md.
///
/// ```swift
/// throw Problem(.conflict, "the list was changed meanwhile; read it again", code: .changedMeanwhile)
/// ```
///
/// `unavailable` asks for another try after five seconds unless `retryAfter` says when. Nothing of the inside belongs here: paths,
/// SQL and other callers' names go to the log.
package struct Problem: Error, Hashable, Sendable {
    /// The kinds of refusals; `type` and `title` of the body follow from it.
    package enum Kind: String, CaseIterable, Sendable {
        case badRequest = "bad-request"
        case unauthorized
        case forbidden
        case notFound = "not-found"
        case methodNotAllowed = "method-not-allowed"
        case conflict
        case gone
        case contentTooLarge = "content-too-large"
        case unsupportedMediaType = "unsupported-media-type"
        case misdirected = "misdirected-request"
        case unprocessable = "unprocessable-content"
        case tooManyRequests = "too-many-requests"
        case internalError = "internal-error"
        case unavailable = "unavailable"

        package var status: Int {
            switch self {
            case .badRequest: 400
            case .unauthorized: 401
            case .forbidden: 403
            case .notFound: 404
            case .methodNotAllowed: 405
            case .conflict: 409
            case .gone: 410
            case .contentTooLarge: 413
            case .unsupportedMediaType: 415
            case .misdirected: 421
            case .unprocessable: 422
            case .tooManyRequests: 429
            case .internalError: 500
            case .unavailable: 503
            }
        }

        package var title: String {
            switch self {
            case .badRequest: "The request is not valid"
            case .unauthorized: "A credential is required"
            case .forbidden: "This is not allowed"
            case .notFound: "There is nothing here"
            case .methodNotAllowed: "This method is not possible here"
            case .conflict: "Another change came first"
            case .gone: "This is over"
            case .contentTooLarge: "The body is too large"
            case .unsupportedMediaType: "This type of body is not taken"
            case .misdirected: "This host is not served here"
            case .unprocessable: "This cannot be taken"
            case .tooManyRequests: "Too many requests"
            case .internalError: "The box failed"
            case .unavailable: "Not possible at the moment"
            }
        }
    }

    /// In bytes.
    private static let longestDetail = 2_000

    package let kind: Kind
    /// What was wrong with this very request, and what to do.
    package let detail: String
    /// Whether the connection is closed after it.
    package let closes: Bool
    /// The methods that are possible, for `methodNotAllowed`.
    package let allow: String?
    /// When to try again, in seconds, for `tooManyRequests` and `unavailable`.
    package let retryAfter: Int?
    /// The reason for programs: a `ProblemCode`, or one of a feature's own.
    package private(set) var code: String?
    /// A member beyond RFC 9457's.
    package let extra: ProblemExtra?

    package init(_ kind: Kind, _ detail: String, closes: Bool = false, allow: String? = nil) {
        self.init(kind, detail, closes: closes, allow: allow, retryAfter: nil)
    }

    package init(
        _ kind: Kind,
        _ detail: String,
        code: ProblemCode? = nil,
        closes: Bool = false,
        allow: String? = nil,
        retryAfter: Int? = nil,
        extra: ProblemExtra? = nil
    ) {
        self.code = code?.rawValue
        self.kind = kind
        // It may quote what was sent: a path, a name, a word of a push service.
        self.detail = TextBytes.cut(detail, to: Problem.longestDetail)
        self.closes = closes
        self.allow = allow
        self.retryAfter = retryAfter ?? (kind == .unavailable ? 5 : nil)
        self.extra = extra
    }

    /// A refusal for a reason of a feature's own.
    package init(
        _ kind: Kind,
        _ detail: String,
        code: String,
        retryAfter: Int? = nil,
        extra: ProblemExtra? = nil
    ) {
        self.init(kind, detail, code: nil, retryAfter: retryAfter, extra: extra)
        self.code = code
    }

    /// A host name that is not ours.
    package static let misdirected = Problem(
        .misdirected,
        "the Host of this request is not a name of this box; use its address, localhost or NAME.local, "
            + "or add the name to hosts in the configuration",
        closes: true
    )

    /// A connection above the limit.
    package static let crowded = Problem(
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
            detail: detail,
            code: code
        )
    }

    /// The response; made for this one use.
    package var response: PreparedResponse {
        var headers: [PreparedResponse.Header] = [
            ("Content-Type", "application/problem+json"), ("Cache-Control", "no-store"),
        ]
        headers += OtherOrigins.mayRead
        if closes { headers.append(("Connection", "close")) }
        if let allow { headers.append(("Allow", allow)) }
        if kind == .unauthorized { headers.append(("WWW-Authenticate", "Bearer realm=\"watchpost\"")) }
        if let retryAfter { headers.append(("Retry-After", String(retryAfter))) }
        let bytes = extra.map { $0.encode(body) } ?? JSONBody.encode(body)
        return PreparedResponse(status: UInt32(kind.status), body: bytes, headers: headers)
    }
}
