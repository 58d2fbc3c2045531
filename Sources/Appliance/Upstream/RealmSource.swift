import Core
import SystemSupport

/// One list of realms and how it is asked: polling knows nothing else of an upstream.
///
/// A source is polled by one task, one poll after the other.
protocol RealmSource: Sendable {
    /// What it tells about.
    var feed: RealmFeed { get }

    /// Asked before each poll, and again until it is nil: how long its turn may still be away.
    ///
    /// Nil takes the turn. Whoever polls waits in steps, so that a long wait is never taken for a poll that hangs.
    func wait() -> Duration?

    /// One poll; answers with a whole document or with nothing.
    func poll() async throws(PollFault) -> PollAnswer

    /// Whether the answer of the newest poll is believed: of one that is not nothing may be sent back as known.
    func settle(believed: Bool) async

    /// The shortest interval at which a poll of so many requests may be repeated.
    func least(requests: Int) -> Duration
}

extension RealmSource {
    /// Whoever owes programs an answer needs no turns.
    func wait() -> Duration? { nil }
}

/// What a poll found.
enum PollAnswer: Sendable {
    /// A complete document; `requests` says what it cost.
    case document(RegionDocument, requests: Int)
    /// A document put together from the index and each connected realm by its number, because the search is refused.
    case walked(RegionDocument, requests: Int, because: String)
    /// The search is still refused, and the next walk through the index is not due yet: nothing is said of any realm.
    case waiting
    /// The server says that nothing has changed; `said`: when it said so, nil when it does not tell.
    case unchanged(requests: Int, said: OriginTime?)

    /// What it cost.
    var requests: Int {
        switch self {
        case .document(_, let requests), .walked(_, let requests, _), .unchanged(let requests, _): requests
        case .waiting: 1
        }
    }
}

/// An upstream that tells of realms, for some feeds or all: what a folder of `Upstream/` offers.
///
/// A new one is its folder, its section of the settings, and a line in `RealmUpstreams.all`.
protocol RealmUpstream: Sendable {
    /// Who tells, as people are told.
    static var origin: RealmOrigin { get }

    /// Whether it can be asked about a feed with these settings.
    static func serves(_ feed: RealmFeed, _ configuration: Configuration) -> Bool

    /// How often each of its feeds is polled.
    static func pace(_ configuration: Configuration) -> PollPace

    /// One for all feeds; what they share (budgets, tokens) begins here.
    init(_ configuration: Configuration, feeds: [RealmFeed], tools: UpstreamTools)

    /// The source of a feed; nil for one that it does not serve.
    func source(of feed: RealmFeed) -> (any RealmSource)?
}

/// What every upstream is given.
struct UpstreamTools: Sendable {
    /// Sends one request.
    var send: @Sendable (HTTPRequest) async throws(HTTPFault) -> HTTPReply
    var clock: SystemClock
    /// Writes a line into the log: an error that somebody has to see to, or a notice.
    var error: @Sendable (String) -> Void
    var notice: @Sendable (String) -> Void
    /// Shows a lasting fault on the panel, by its code, or takes it away.
    var fault: @Sendable (_ code: String, _ words: String?) -> Void
}
