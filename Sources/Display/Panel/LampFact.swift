package import WatchpostModel

/// One thing that a lamp says, so that a page can say it in another language than the display.
package struct LampFact: Hashable, Sendable {
    /// Raw values are the API's `key`.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case dark, identify, fault, notSetUp, noNetwork, nothing, waiting, stale, unlisted, statusUnknown
        /// Quiet hours: what follows is not shown by light.
        case quiet
        case up, down, maintenance, unknown, suspected, queue, locked
    }

    package var kind: Kind
    /// Of how many realms of the target it is true, and how many these are; nil where nothing is counted.
    package var count: Int?
    package var total: Int?
    package var since: UnixTime?
    /// Why, in upstream's or the system's words.
    package var reason: String?
    /// Of a fault.
    package var code: String?

    init(_ kind: Kind, since: UnixTime? = nil, reason: String? = nil, code: String? = nil) {
        self.kind = kind
        self.since = since
        self.reason = reason
        self.code = code
    }

    init(_ kind: Kind, _ count: Int, of total: Int, since: UnixTime? = nil) {
        self.init(kind, since: since)
        self.count = count
        self.total = total
    }

    /// For display and terminal, in English; `isPart`: in a list of what is not as it should be.
    func words(_ times: ClockText, isPart: Bool) -> String {
        guard let count, let total else {
            return saying + times.since(since) + (reason.map { ": \($0)" } ?? "")
        }
        let what = kind == .maintenance && isPart ? "in maintenance" : saying
        let many = count == total ? "all \(total) \(what)" : "\(count) of \(total) \(what)"
        return (total == 1 ? what : many) + times.since(since)
    }

    private var saying: String {
        switch kind {
        case .dark: "not running"
        case .identify: "this is the box"
        case .fault: code ?? ""
        case .notSetUp: "not set up"
        case .noNetwork: "no network"
        case .nothing: "nothing to watch"
        case .waiting: "waiting for data"
        case .stale: "stale"
        case .unlisted: "not listed by Blizzard"
        case .statusUnknown: "status unknown"
        case .quiet: "quiet hours"
        case .up: "up"
        case .down: "down"
        case .maintenance: "maintenance"
        case .unknown: "unknown"
        case .suspected: "suspected"
        case .queue: "with a queue"
        case .locked: "locked"
        }
    }
}
