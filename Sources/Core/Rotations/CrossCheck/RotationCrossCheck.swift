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
/// Two answers in a row confirm a mode, two that contradict it are an alarm. A disagreement that a new anchor of the same
/// cycle explains, twice, is proposed, and applied if the settings say so. A failed question makes everything here
/// stale and changes nothing else. A value without clock or I/O; its owner asks when `due`, and performs the effects.
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
    /// The newest word about each mode, kept over an answer that lacks it for as long as its slots last.
    private var reported: [ReportedMode] = []
    private var anchored: [String: RotationMode] = [:]
    private var applied: [String: AnchorProposal] = [:]
    private var hasAnswered = false
    private var failure: (reason: String, kind: CheckFailure.Kind, since: UnixTime?)?
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
        let words: [CrossCheckEffect] =
            switch event {
            case .schedules(let schedules): accept(schedules, at: now)
            case .answered(let report, let jitter): answered(report, jitter: jitter, at: now)
            case .failed(let reason, let jitter): failed(reason, jitter: jitter, at: now)
            }
        let overlay = RotationOverlay(anchored: anchored, reported: reported, body: body)
        guard overlay != laid else { return words }
        laid = overlay
        return words + [.lay(overlay)]
    }

    /// A mode whose schedule was written anew is judged anew, and what was applied to it is the owner's to write.
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
        let isNews = failure.map { reason.kind == .refused && $0.kind != .refused } ?? true
        failure = (reason.reason, reason.kind, failure?.since ?? now.wall)
        guard isNews else { return [] }
        let rest =
            reason.kind == .refused ? "It is left alone for a day" : "It is asked again, ever less often"
        return [.warn("\(upstream.name) cannot be asked which map is on: \(reason.reason). \(rest)")]
    }

    private mutating func answered(
        _ report: RotationReport,
        jitter: Double,
        at now: Moment
    ) -> [CrossCheckEffect] {
        // In the second of a change nothing is named; what goes on naming nothing is no answer.
        guard !report.modes.isEmpty || failure == nil && pace.unsettled < CheckPace.hurried else {
            let nothing = CheckFailure(.trouble(retryAfter: nil), "it names no mode at all")
            return failed(nothing, jitter: jitter, at: now)
        }
        // Without a clock nobody knows which slot is on.
        guard let wall = now.wall else {
            pace.answered(.unsettled, border: nil, at: now.monotonic, jitter: jitter)
            return []
        }
        var effects: [CrossCheckEffect] = []
        if !report.modes.isEmpty {
            if failure != nil { effects.append(.tell("\(upstream.name) answers again which map is on")) }
            (failure, hasAnswered) = (nil, true)
        }
        let isWhole = take(report, at: wall)
        for mode in report.modes { effects += compare(mode, at: wall) }
        let contradicts = checked.values.contains { $0.isContradicted }
        pace.answered(
            !isWhole ? .unsettled : contradicts ? .contradicts : .settled,
            border: border(after: wall),
            at: now.monotonic,
            jitter: jitter
        )
        return effects
    }

    /// False when the answer is of another time, or lacks a mode that the upstream named before and that goes on.
    private mutating func take(_ report: RotationReport, at wall: UnixTime) -> Bool {
        let named = Set(report.modes.map(\.key))
        let missing = reported.filter { old in
            !named.contains(old.key) && (old.end.map { $0 > wall } ?? false)
        }
        let isLacking = reported.contains { !named.contains($0.key) }
        reported = Array((report.modes + missing).prefix(RotationCrossCheck.mostModes))
        checked = checked.filter { key, _ in
            file?.mode(key) != nil || reported.contains { $0.key == key }
        }
        return !report.modes.isEmpty && !isLacking && !report.modes.contains { $0.isOver(at: wall) }
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
        let changed = state.saw(comparison, found, cycle: schedule?.cycle.length, at: wall)
        checked[report.key] = state
        var effects = changed ? words(report, comparison, since: before.verdict) : []
        if let proposal = state.proposal, before.proposal == nil, let mode {
            effects.append(propose(proposal, for: mode, at: wall))
        }
        return effects
    }

    /// Applies a new anchor, or says which one the file should have.
    private mutating func propose(
        _ proposal: AnchorProposal,
        for mode: RotationMode,
        at wall: UnixTime
    ) -> CrossCheckEffect {
        let what =
            "\(upstream.name) shows the maps of \(mode.key) in the schedule's order, "
            + "\(abs(proposal.shift) / 60) minutes \(proposal.shift < 0 ? "earlier" : "later") since \(proposal.from)"
        guard appliesAnchors, let moved = proposal.applied(to: mode, at: wall) else {
            return .warn(
                "\(what). The schedule file would agree with: from = \(proposal.from), anchor = \(proposal.anchor)"
            )
        }
        anchored[mode.key] = moved
        applied[mode.key] = proposal
        checked[mode.key] = nil
        return .warn(
            "\(what). That is shown from now on; write it into the schedule file: from = \(proposal.from), "
                + "anchor = \(proposal.anchor)"
        )
    }

    private func words(
        _ report: ReportedMode,
        _ comparison: SlotComparison,
        since before: RotationCheckBody.Verdict
    ) -> [CrossCheckEffect] {
        switch comparison {
        case .differs(let ours, let theirs):
            let end = theirs.window.map { " until \($0.upperBound)" } ?? ""
            return [
                .warn(
                    "the schedule and \(upstream.name) disagree about \(report.key): \(ours.map.name) until "
                        + "\(ours.end), or \(theirs.map.name)\(end); the schedule is shown"
                )
            ]
        case .agrees where before == .disagreeing:
            return [.tell("the schedule and \(upstream.name) agree again about \(report.key)")]
        case .agrees, .alone, .silent: return []
        }
    }

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
