import Core
import SystemSupport
import WatchpostModel

/// What all lists of the status page share: when it may be asked, and what it said when it did not want to be.
final class StatusPageAccess: Sendable {
    let settings: StatusPageSection
    let tools: UpstreamTools
    private let pacers: Locked<Pacers>
    private let stops: StatusPageStops
    /// One write at a time, each with all that is known by then.
    private let saving = Locked(())
    private let jitter: @Sendable () -> Double
    /// What an earlier run was told, until a clock says how long ago that was.
    private let undated = Locked<[StatusPageStops.Stop]>([])

    private static let faultCode = "E31"

    init(
        _ settings: StatusPageSection,
        feeds: Int,
        tools: UpstreamTools,
        stops: StatusPageStops,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.settings = settings
        self.tools = tools
        self.stops = stops
        self.jitter = jitter
        let now = tools.clock.now().monotonic
        pacers = Locked(Pacers(box: RequestPacer(interval: settings.interval, feeds: feeds, now: now)))
        let (known, wall) = (stops.load(), tools.clock.now().wall)
        if wall == nil { undated.withLock { $0 = known } }
        restore(known, wall)
    }

    /// What an earlier run was told still counts, on a box without a clock until it has the time.
    private func restore(_ known: [StatusPageStops.Stop], _ wall: UnixTime?) {
        for stop in known {
            let event = RequestPacer.Event.restored(stop.refusal, until: stop.until, wall: wall)
            perform(stop.list.map { handle(event, of: $0, isNew: true) } ?? handle(event))
        }
    }

    /// For the next run; without a clock that can be trusted there is no saying until when.
    private func keep() {
        let now = tools.clock.now()
        guard let wall = now.wall else { return }
        saving.withLock { _ in
            stops.save(pacers.withLock { $0.stops(at: now.monotonic, wall: wall) })
        }
    }

    /// A no is meant for the whole box, but for one: a list that is gone may be one that moved.
    private struct Pacers {
        var box: RequestPacer
        /// By what the page calls them; of lists that were gone once.
        var lists: [String: RequestPacer] = [:]

        /// Why a list is not asked for.
        func refusal(_ list: String, at now: Duration) -> RequestPacer.Refusal? {
            box.refusal(at: now) ?? lists[list]?.refusal(at: now)
        }

        /// What the next run has to know.
        func stops(at now: Duration, wall: UnixTime) -> [StatusPageStops.Stop] {
            let all: [(String?, RequestPacer)] = [(nil, box)] + lists.map { ($0.key, $0.value) }
            return all.compactMap { list, pacer in
                pacer.kept(at: now).map { refusal, rest in
                    let until = wall.advanced(by: rest.components.seconds)
                    return StatusPageStops.Stop(list: list, refusal: refusal, until: until)
                }
            }
        }

        /// What has to be told as long as anything is left alone.
        func refusal(at now: Duration) -> RequestPacer.Refusal? {
            box.refusal(at: now) ?? lists.values.lazy.compactMap { $0.refusal(at: now) }.first
        }
    }

    /// How long to wait for the turn of a list; nil takes it, or says that the list is left alone (`refusal`).
    func wait(_ list: String) -> Duration? {
        guard refusal(list) == nil, case .wait(let wait) = handle(.wanted).first else { return nil }
        return wait
    }

    /// What was said to a list, while it is left alone for that.
    func refusal(_ list: String) -> RequestPacer.Refusal? {
        let now = tools.clock.now()
        if let wall = now.wall {
            let known = undated.withLock { undated in
                defer { undated = [] }
                return undated
            }
            restore(known, wall)
        }
        return pacers.withLock { $0.refusal(list, at: now.monotonic) }
    }

    /// An answer came as it was hoped for.
    func answered(_ list: String) {
        perform(handle(.answered) + handle(.answered, of: list))
    }

    /// It said no.
    func refused(_ list: String, _ refusal: RequestPacer.Refusal, retryAfter: Duration?) {
        let event = RequestPacer.Event.refused(refusal, retryAfter: retryAfter, jitter: jitter())
        if case .gone = refusal {
            perform(handle(event, of: list, isNew: true))
        } else {
            perform(handle(event))
        }
        keep()
    }

    private func handle(_ event: RequestPacer.Event) -> [RequestPacer.Effect] {
        let now = tools.clock.now().monotonic
        return pacers.withLock { $0.box.handle(event, at: now) }
    }

    /// `isNew`: also of a list that has none yet.
    private func handle(
        _ event: RequestPacer.Event,
        of list: String,
        isNew: Bool = false
    ) -> [RequestPacer.Effect] {
        let now = tools.clock.now().monotonic
        return pacers.withLock { pacers in
            guard isNew || pacers.lists[list] != nil else { return [] }
            let fresh = RequestPacer(interval: settings.interval, feeds: 1, now: now)
            return pacers.lists[list, default: fresh].handle(event, at: now)
        }
    }

    private func perform(_ effects: [RequestPacer.Effect]) {
        for effect in effects {
            switch effect {
            case .tellStopped(let refusal, let rest):
                tools.error(
                    "asked Blizzard's status page for the state of realms: \(refusal.words). It is left alone for "
                        + "\(StatusPageAccess.words(rest)). \(refusal.remedy())"
                )
                tools.fault(StatusPageAccess.faultCode, "status page: \(refusal.words)")
            case .tellStillStopped(let refusal, let rest):
                tools.error(
                    "Blizzard's status page was asked before the restart: \(refusal.words). It is left alone for "
                        + "\(StatusPageAccess.words(rest)) more. \(refusal.remedy())"
                )
                tools.fault(StatusPageAccess.faultCode, "status page: \(refusal.words)")
            case .tellResumed:
                tools.notice("Blizzard's status page answers again")
                let now = tools.clock.now().monotonic
                let rest = pacers.withLock { $0.refusal(at: now) }
                tools.fault(StatusPageAccess.faultCode, rest.map { "status page: \($0.words)" })
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

    /// What to do, as sentences that name pages of the manual.
    func remedy(by manual: InstalledManual = InstalledManual()) -> String {
        let lasting = "What lasts is a Battle.net client of your own: \(manual.client)."
        switch self {
        case .forbidden, .tooMany: return lasting
        case .gone: return "\(lasting) If the page has moved, its new address is [status_page] url."
        case .unknownQuestion:
            return "\(lasting) Or take the page's new hash into [status_page] query_hash: \(manual.settings)."
        }
    }
}
