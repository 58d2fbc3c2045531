import Core

/// What all lists of the status page share: when it may be asked, and what it said when it did not want to be.
final class StatusPageAccess: Sendable {
    let settings: StatusPageSection
    let tools: UpstreamTools
    private let pacer: Locked<RequestPacer>
    private let jitter: @Sendable () -> Double

    private static let faultCode = "E31"

    init(
        _ settings: StatusPageSection,
        feeds: Int,
        tools: UpstreamTools,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.settings = settings
        self.tools = tools
        self.jitter = jitter
        let now = tools.clock.now().monotonic
        pacer = Locked(RequestPacer(interval: settings.interval, feeds: feeds, now: now))
    }

    /// How long to wait for the turn of whoever asks; nil takes it, or says that it is left alone (`refusal`).
    func wait() -> Duration? {
        guard case .wait(let wait) = handle(.wanted).first else { return nil }
        return wait
    }

    /// What it said, while it is left alone for that.
    var refusal: RequestPacer.Refusal? {
        let now = tools.clock.now().monotonic
        return pacer.withLock { $0.refusal(at: now) }
    }

    /// An answer came, in the form that was hoped for.
    func answered() {
        perform(handle(.answered))
    }

    /// It said no: nobody asks for a while.
    func refused(_ refusal: RequestPacer.Refusal, retryAfter: Duration?) {
        perform(handle(.refused(refusal, retryAfter: retryAfter, jitter: jitter())))
    }

    private func handle(_ event: RequestPacer.Event) -> [RequestPacer.Effect] {
        let now = tools.clock.now().monotonic
        return pacer.withLock { $0.handle(event, at: now) }
    }

    private func perform(_ effects: [RequestPacer.Effect]) {
        for effect in effects {
            switch effect {
            case .tellStopped(let refusal, let rest):
                tools.error(
                    "asked Blizzard's status page for the state of realms: \(refusal.words). It is left alone for "
                        + "\(StatusPageAccess.words(rest)). \(refusal.remedy)"
                )
                tools.fault(StatusPageAccess.faultCode, "status page: \(refusal.words)")
            case .tellResumed:
                tools.notice("Blizzard's status page answers again")
                tools.fault(StatusPageAccess.faultCode, nil)
            case .ask, .wait, .leaveAlone: break
            }
        }
    }

    /// A length of time for people: `a day`, `3 hours`, `15 minutes`.
    static func words(_ rest: Duration) -> String {
        let minutes = Int(rest.components.seconds / 60)
        if minutes >= 23 * 60 { return minutes < 47 * 60 ? "a day" : "\((minutes + 720) / 1_440) days" }
        return minutes >= 120 ? "\(minutes / 60) hours" : minutes < 2 ? "a minute" : "\(minutes) minutes"
    }
}

extension RequestPacer.Refusal {
    /// What happened, after "the status page" and a colon.
    var words: String {
        switch self {
        case .forbidden(let status): "it refuses to be asked (HTTP \(status))"
        case .gone(let status): "there is nothing at its address any more (HTTP \(status))"
        case .tooMany: "it was asked too often (HTTP 429)"
        case .unknownQuestion(let word): "it does not know our question any more (\(word))"
        }
    }

    /// What to do, as sentences.
    var remedy: String {
        let lasting = "What lasts is a Battle.net client of your own: docs/install.md, step 3."
        switch self {
        case .forbidden, .tooMany: return lasting
        case .gone: return "\(lasting) If the page has moved, its new address is [status_page] url."
        case .unknownQuestion:
            return "\(lasting) Or take the page's new hash into [status_page] query_hash: docs/realms.md."
        }
    }
}
