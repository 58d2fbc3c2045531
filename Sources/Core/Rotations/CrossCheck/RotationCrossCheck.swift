package import WatchpostModel

/// What the cross-check is told.
package enum CrossCheckEvent: Hashable, Sendable {
    /// These schedules are in force; also when nothing changed in them.
    case schedules(RotationSchedules)
    /// The upstream answered; `jitter` in 0..<1 spreads the next question.
    case answered(RotationReport, jitter: Double)
    /// It did not.
    case failed(CheckFailure, jitter: Double)
}

/// What the owner of the cross-check has to do, in order.
package enum CrossCheckEffect: Hashable, Sendable {
    /// Lay this over the schedules from now on.
    case lay(RotationOverlay)
    /// Tell the log something that the owner may want to know later.
    case tell(String)
    /// Tell the log something that needs the owner.
    case warn(String)
}

/// Compares the schedule with an upstream that watches the game, and takes the upstream's word where there is no schedule.
///
/// Two answers in a row confirm a mode, two that contradict it are an alarm; who says nothing more of it ends both. A
/// disagreement that a new anchor of the same cycle explains, twice, is proposed, and applied if the settings say so. A
/// failed question, or an answer of which all is over, makes everything here stale and changes nothing else. A value without clock or I/O; its owner asks when `due`, and performs the effects.
package struct RotationCrossCheck: Sendable {
    /// Who is asked, as people are told.
    package struct Upstream: Hashable, Sendable {
        package var name: String
        package var attribution: String
        package var url: String

        package init(name: String, attribution: String, url: String) {
            self.name = name
            self.attribution = attribution
            self.url = url
        }
    }

    /// How many modes are kept of what the upstream says: the game has six, and whoever invents new ones in every answer
    /// fills neither memory nor the list of events.
    package static let mostModes = 12

    private let upstream: Upstream
    private let appliesAnchors: Bool
    private var pace: CheckPace
    private var file: RotationSchedules?
    private var checked: [String: CheckedMode] = [:]
    /// The newest word about each mode, kept over answers that lack it until enough of them have.
    private var reported: [ReportedMode] = []
    private var absent = AbsentModes()
    private var anchored: [String: RotationMode] = [:]
    private var applied: [String: AnchorProposal] = [:]
    private var hasAnswered = false
    /// How many answers in a row said nothing of the present.
    private var emptyAnswers = 0
    /// Refused: some answer since the last good one was a refusal, and that was told.
    private var failure: (reason: String, isRefused: Bool, since: UnixTime?)?
    private var laid: RotationOverlay?

    /// `interval`: between two questions; `now`: the monotonic time.
    package init(_ upstream: Upstream, interval: Duration, appliesAnchors: Bool, now: Duration) {
        self.upstream = upstream
        self.appliesAnchors = appliesAnchors
        pace = CheckPace(interval: interval, now: now)
    }

    /// When the upstream is to be asked next, on the monotonic clock.
    package var due: Duration { pace.due }

    /// Whether the newest question was answered.
    package var isFresh: Bool { hasAnswered && failure == nil }

    /// In how many modes both disagree.
    package var disagreeing: Int { checked.values.reduce(0) { $0 + ($1.verdict == .disagreeing ? 1 : 0) } }

    /// Takes note of an event; the effects are to be performed in order.
    package mutating func handle(_ event: CrossCheckEvent, at now: Moment) -> [CrossCheckEffect] {
        let told: [CrossCheckEffect] =
            switch event {
            case .schedules(let schedules): accept(schedules, at: now)
            case .answered(let report, let jitter): answered(report, jitter: jitter, at: now)
            case .failed(let reason, let jitter): failed(reason, jitter: jitter, at: now)
            }
        let overlay = RotationOverlay(anchored: anchored, reported: reported, body: body)
        guard overlay != laid else { return told }
        laid = overlay
        return told + [.lay(overlay)]
    }

    /// A mode whose schedule was written again is judged again, and what was applied to it is the owner's to write.
    private mutating func accept(_ schedules: RotationSchedules, at now: Moment) -> [CrossCheckEffect] {
        guard schedules != file else { return [] }
        for mode in Set((file?.modes ?? []).map(\.key) + schedules.modes.map(\.key))
        where file?.mode(mode) != schedules.mode(mode) {
            (checked[mode], anchored[mode], applied[mode]) = (nil, nil, nil)
        }
        if file != nil { pace.soon(at: now.monotonic) }
        file = schedules
        return []
    }

    private mutating func failed(
        _ reason: CheckFailure,
        jitter: Double,
        at now: Moment
    ) -> [CrossCheckEffect] {
        pace.failed(reason.kind, at: now.monotonic, jitter: jitter)
        let isRefusal = reason.kind == .refused || reason.kind == .perhapsRefused
        let wasRefused = failure?.isRefused ?? false
        let isNews = failure == nil || isRefusal && !wasRefused
        failure = (reason.reason, isRefusal || wasRefused, failure?.since ?? now.wall)
        return isNews ? [words.failed(reason)] : []
    }

    private mutating func answered(
        _ report: RotationReport,
        jitter: Double,
        at now: Moment
    ) -> [CrossCheckEffect] {
        // Without a clock nobody knows which slot is on, nor how old the answer is.
        guard let wall = now.wall else {
            pace.answered(.unread, border: nil, at: now.monotonic, jitter: jitter)
            return []
        }
        guard let emptiness = report.emptiness(at: wall) else {
            return spoke(report, jitter: jitter, at: wall, now.monotonic)
        }
        emptyAnswers += 1
        // In the second of a change nothing is named; what goes on saying nothing is no answer.
        guard failure == nil, emptyAnswers <= CheckPace.hurried else {
            return failed(CheckFailure(.trouble(retryAfter: nil), emptiness), jitter: jitter, at: now)
        }
        pace.answered(.unsettled, border: border(after: wall), at: now.monotonic, jitter: jitter)
        return []
    }

    /// An answer that says something of the present came.
    private mutating func spoke(
        _ report: RotationReport,
        jitter: Double,
        at wall: UnixTime,
        _ monotonic: Duration
    ) -> [CrossCheckEffect] {
        var effects = failure == nil ? [] : [words.answersAgain]
        (failure, hasAnswered, emptyAnswers) = (nil, true, 0)
        let (news, dropped, isWhole) = take(report, at: wall)
        effects += dropped.map(words.dropped)
        for mode in news { effects += compare(mode, at: wall) }
        for mode in checked.keys.sorted() where !news.contains(where: { $0.key == mode }) {
            effects += miss(mode, at: wall)
        }
        let contradicts = news.contains { checked[$0.key]?.isContradicted ?? false }
        pace.answered(
            !isWhole ? .unsettled : contradicts ? .contradicts : .settled,
            border: border(after: wall),
            at: monotonic,
            jitter: jitter
        )
        return effects
    }

    /// Keeps the newest word about each mode, and gives those that are no older than what was known, and the keys of those
    /// that were shown by its word alone and are over, because it names them no more.
    ///
    /// Not whole: some of it is of another time, or it lacks a mode that the upstream named before and that goes on.
    private mutating func take(
        _ report: RotationReport,
        at wall: UnixTime
    ) -> (news: [ReportedMode], dropped: [String], isWhole: Bool) {
        let known = Dictionary(reported.map { ($0.key, $0) }) { first, _ in first }
        let named = Set(report.modes.map(\.key))
        let missing = reported.filter { !named.contains($0.key) }
        let news = report.modes.filter { mode in
            !(known[mode.key].map { mode.isOlder(than: $0, at: wall) } ?? false)
        }
        let kept = report.modes.map { mode in
            guard let old = known[mode.key] else { return mode }
            return mode.isOlder(than: old, at: wall) ? old : mode.completed(by: old, at: wall)
        }
        let isOld = news.count < report.modes.count || news.contains { $0.isOver(at: wall) }
        let lasting = missing.filter { $0.end.map { $0 > wall } ?? false }
        // An answer of another time proves nothing about what it lacks.
        let dropped = isOld ? [] : absent.missed(lasting.map(\.key))
        reported = Array(
            (kept + lasting.filter { !dropped.contains($0.key) }).prefix(RotationCrossCheck.mostModes)
        )
        // What a schedule says goes on, and its verdict ends by itself.
        let alone = dropped.filter { checked[$0]?.verdict == .alone }
        for key in alone { checked[key] = nil }
        checked = checked.filter { key, _ in
            file?.mode(key) != nil || reported.contains { $0.key == key }
        }
        return (news, alone, missing.isEmpty && !isOld)
    }

    private mutating func compare(_ report: ReportedMode, at wall: UnixTime) -> [CrossCheckEffect] {
        let mode = anchored[report.key] ?? file?.mode(report.key)
        let comparison = SlotComparison(mode, report, at: wall)
        var found: AnchorProposal?
        let schedule = mode?.schedule(at: wall)
        if case .differs = comparison, let schedule {
            found = AnchorProposal(schedule, explaining: report, at: wall)
        }
        var state = checked[report.key] ?? CheckedMode()
        let before = (verdict: state.verdict, proposal: state.proposal)
        let length = schedule?.cycle.length
        let changed = state.saw(comparison, found, cycle: length, until: report.end, at: wall)
        checked[report.key] = state
        var effects = changed ? words.changed(report.key, comparison, since: before.verdict) : []
        if let proposal = state.proposal, before.proposal == nil, let mode {
            effects.append(propose(proposal, for: mode, at: wall))
        }
        return effects
    }

    /// An answer lacks a mode.
    private mutating func miss(_ mode: String, at wall: UnixTime) -> [CrossCheckEffect] {
        guard var state = checked[mode] else { return [] }
        let before = state.verdict
        let changed = state.heardNothing(at: wall)
        checked[mode] = state
        return changed ? words.changed(mode, .silent, since: before) : []
    }

    /// Applies a new anchor, or says which one the file should have.
    private mutating func propose(
        _ proposal: AnchorProposal,
        for mode: RotationMode,
        at wall: UnixTime
    ) -> CrossCheckEffect {
        guard appliesAnchors, let moved = proposal.applied(to: mode, at: wall) else {
            return words.proposed(proposal, for: mode.key, isApplied: false)
        }
        anchored[mode.key] = moved
        applied[mode.key] = proposal
        checked[mode.key] = nil
        return words.proposed(proposal, for: mode.key, isApplied: true)
    }

    private var words: CrossCheckWords { CrossCheckWords(upstream: upstream.name) }

    /// In how many seconds the next map is due in any mode.
    private func border(after wall: UnixTime) -> Int64? {
        let overlay = RotationOverlay(anchored: anchored, reported: reported)
        let empty = try? RotationSchedules(source: "", modes: [])
        guard let schedules = (file ?? empty).map({ overlay.filling(overlay.anchoring($0)) }) else {
            return nil
        }
        return schedules.modes.compactMap { $0.lookup(at: wall).end?.since(wall) }.min()
    }

    private var body: RotationUpstreamBody {
        let keys = (file?.modes ?? []).map(\.key)
        let others = reported.map(\.key).filter { !keys.contains($0) }
        return RotationUpstreamBody(
            name: upstream.name,
            attribution: upstream.attribution,
            url: upstream.url,
            state: failure != nil ? .stale : hasAnswered ? .fresh : .waiting,
            since: failure?.since,
            reason: failure?.reason,
            modes: (keys + others).map { (checked[$0] ?? CheckedMode()).body($0, applied: applied[$0]) }
        )
    }
}
