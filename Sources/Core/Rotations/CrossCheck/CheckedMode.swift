import WatchpostModel

/// How one mode has compared with the upstream so far: one answer proves nothing, two in a row do.
struct CheckedMode: Sendable {
    typealias Verdict = RotationCheckBody.Verdict

    private(set) var verdict = Verdict.unchecked
    private(set) var since: UnixTime?
    /// Both answers, of the newest disagreement.
    private(set) var ours: CheckedMapBody?
    private(set) var theirs: CheckedMapBody?
    /// What the answers since the last change of verdict said, and how many in a row said it.
    private var streak = (verdict: Verdict.unchecked, count: 0)
    /// The anchor that the newest disagreement asks for.
    private var candidate: AnchorProposal?
    /// The anchor that two disagreements in a row asked for.
    private(set) var proposal: AnchorProposal?

    /// Whether the newest answer contradicts what stands, and the next one decides.
    var isContradicted: Bool { streak.verdict == .disagreeing && verdict != .disagreeing }

    /// Takes the comparison of one answer; `found` is the anchor that would explain a disagreement.
    ///
    /// True when the verdict changed.
    mutating func saw(
        _ comparison: SlotComparison,
        _ found: AnchorProposal?,
        cycle: Int64?,
        at time: UnixTime
    ) -> Bool {
        switch comparison {
        case .silent: return false
        case .agrees:
            (candidate, proposal) = (nil, nil)
            return count(.confirmed, at: time)
        case .alone:
            (candidate, proposal) = (nil, nil)
            streak = (.alone, 2)
            return decide(at: time)
        case .differs(let slot, let report):
            ours = CheckedMapBody(code: slot.map.code, map: slot.map.name, start: slot.start, end: slot.end)
            theirs = report.body
            consider(found, cycle)
            return count(.disagreeing, at: time)
        }
    }

    /// What people are told.
    func body(_ mode: String, applied: AnchorProposal?) -> RotationCheckBody {
        let isDisagreeing = verdict == .disagreeing
        return RotationCheckBody(
            mode: mode,
            verdict: verdict,
            since: verdict == .unchecked ? nil : since,
            schedule: isDisagreeing ? ours : nil,
            upstream: isDisagreeing ? theirs : nil,
            proposal: (isDisagreeing ? proposal?.body(applied: false) : nil) ?? applied?.body(applied: true)
        )
    }

    private mutating func count(_ seen: Verdict, at time: UnixTime) -> Bool {
        streak = streak.verdict == seen ? (seen, min(streak.count + 1, 2)) : (seen, 1)
        // What only the upstream said is over as soon as there is a schedule to compare with.
        if verdict == .alone { verdict = .unchecked }
        return decide(at: time)
    }

    private mutating func decide(at time: UnixTime) -> Bool {
        guard streak.count >= 2, streak.verdict != verdict else { return false }
        (verdict, since) = (streak.verdict, time)
        return true
    }

    /// The same anchor twice in a row is a proposal; it keeps the instant from which it was first seen to hold.
    private mutating func consider(_ found: AnchorProposal?, _ cycle: Int64?) {
        guard let found, let cycle else {
            (candidate, proposal) = (nil, nil)
            return
        }
        if let candidate, found.isSame(as: candidate, in: cycle) {
            proposal = proposal ?? candidate
        } else {
            (candidate, proposal) = (found, nil)
        }
    }
}
