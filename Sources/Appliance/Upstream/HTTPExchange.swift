import Core
import FoundationEssentials
import WatchpostModel

/// A request to the outside.
struct HTTPRequest: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"

        /// What of a body is sent: a POST or PUT has one, be it empty, a DELETE may have one, and a GET has none, because
        /// libcurl would make a POST of it.
        func sends(_ body: String?) -> String? {
            switch self {
            case .get: nil
            case .post, .put: body ?? ""
            case .delete: body
            }
        }
    }

    var method = Method.get
    var url: String
    /// Names and values; checked for line breaks before they are sent.
    var headers: [(name: String, value: String)] = []
    /// What is sent, as the method takes it.
    var body: String?
    /// `user:password` for HTTP Basic; never logged.
    var basicCredentials: String?
    /// For the whole exchange, name resolution and body included.
    var timeout = Duration.seconds(10)
    /// A longer body, after decompression, is a fault.
    var maximumBody = 4 << 20
    /// Takes the body of an answer 200 as it comes, of any length, on the client's thread; false: it wants no more.
    var sink: (@Sendable (UnsafeRawBufferPointer) -> Bool)?
    /// Whether the answer's `Date` may correct what this box takes for the time: not of third parties.
    var tellsTime = true

    /// Whether an answer comes from whom the address names: over TLS, which the client always verifies.
    var isVerified: Bool { url.prefix(8).lowercased() == "https://" }

    /// Secrets travel by TLS only, or to a private address.
    var hasCredentials: Bool {
        basicCredentials != nil || headers.contains { $0.name == "Authorization" }
    }
}

/// A complete answer.
struct HTTPReply: Sendable {
    var status: Int
    /// By lower-case name; of repeated ones the last.
    var headers: [String: String]
    var body: Data
}

/// Why there is no answer.
enum HTTPFault: Error, Hashable, CustomStringConvertible {
    /// Name resolution, connection, TLS, or the connection broke in the middle.
    case connection(String)
    /// Not finished in time.
    case timeout(Duration)
    /// The body is longer than the request allows.
    case tooLarge(Int)
    /// The request itself cannot be sent.
    case unusable(String)
    /// The client was stopped, or the caller gave up.
    case cancelled

    var description: String {
        switch self {
        case .connection(let reason): "no connection (\(reason))"
        case .timeout(let limit): "no complete answer within \(limit.components.seconds) s"
        case .tooLarge(let limit): "the answer is longer than \(limit) bytes"
        case .unusable(let reason): "the request cannot be sent: \(reason)"
        case .cancelled: "cancelled"
        }
    }

    /// Whether our own connection may be the reason.
    var mayBeOurs: Bool {
        switch self {
        case .connection, .timeout: true
        case .tooLarge, .unusable, .cancelled: false
        }
    }
}

extension HTTPReply {
    /// When the server made this answer, as it says, and how long caches kept it since; nil when it does not say.
    var made: UnixTime? {
        guard let date = headers["date"].flatMap({ HTTPDate.time($0) }) else { return nil }
        return date.advanced(by: age ?? 0)
    }

    /// When the origin made this answer, by its own word; nil when that cannot be told: without a date, with an age that
    /// makes no sense, or when a cache says that it answered by itself and not how old its copy is.
    ///
    /// `Via` is not looked at: it names who passed the answer on (RFC 9110 §7.6.3), and says nothing of copies.
    var originTime: OriginTime? {
        guard let date = headers["date"].flatMap({ HTTPDate.time($0) }) else { return nil }
        guard headers["age"] != nil else { return isFromStorage ? nil : OriginTime(dated: date) }
        return age.map { OriginTime(dated: date, age: $0) }
    }

    /// For how many seconds caches have kept it; nil when none says so, or nothing that makes sense: a day at most.
    private var age: Int64? {
        guard let text = headers["age"], text.isMade(of: .digits), let age = Int64(text) else { return nil }
        return age <= 86_400 ? age : nil
    }

    /// Whether a cache says that it answered with a copy of its own.
    ///
    /// Source: RFC 9211 for `Cache-Status`; the others are customs, `X-Cache-Status` that of nginx, which writes a `Date` of its
    /// own and no `Age`.
    private var isFromStorage: Bool {
        let customs = ["x-cache", "x-cache-status", "x-proxy-cache", "cf-cache-status"]
        let says = { (name: String, word: String) in
            headers[name].map { $0.lowercased().contains(word) } ?? false
        }
        return says("cache-status", "hit")
            || customs.contains { name in ["hit", "stale", "updating"].contains { says(name, $0) } }
    }
}
