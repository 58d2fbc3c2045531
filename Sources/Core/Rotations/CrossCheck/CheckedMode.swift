import WatchpostModel

/// How one mode has compared with the upstream so far: one answer proves nothing, two in a row do, and a verdict ends when
/// nobody speaks of the mode any more.
struct CheckedMode: Sendable {
    typealias Verdict = RotationCheckBody.Verdict

    private(set) var verdict = Verdict.unchecked
    /// Since when; nil before the first verdict.
    private(set) var since: UnixTime?
    /// Until when that holds which the upstream said last; nil where it gave no times.
    private(set) var until: UnixTime?
    /// Both answers, of the newest disagreement.
    private(set) var ours: CheckedMapBody?
    private(set) var theirs: CheckedMapBody?
    /// What the answers since the last change of verdict said, and how many in a row said it.
    private var streak = (verdict: Verdict.unchecked, count: 0)
    /// How many answers in a row said nothing of what is on.
    private var silence = 0
    /// The anchor that the newest disagreement asks for.
    private var candidate: AnchorProposal?
    /// The anchor that two disagreements in a row asked for, with two different slots.
    private(set) var proposal: AnchorProposal?

    /// After so many answers in a row without a word about the mode its verdict ends: the three hurried ones, and half an
    /// hour at the usual pace.
    static let longestSilence = 6

    /// Whether the newest answer contradicts what stands, and the next one decides.
    var isContradicted: Bool {
        silence == 0 && streak.verdict == .disagreeing && verdict != .disagreeing
    }

    /// Takes the comparison of one answer, whose words end at `end`; `found` is the anchor that would explain a disagreement.
    ///
    /// True when the verdict changed.
    mutating func saw(
        _ comparison: SlotComparison,
        _ found: AnchorProposal?,
        cycle: Int64?,
        until end: UnixTime?,
        at time: UnixTime
    ) -> Bool {
        if comparison != .silent { (silence, until) = (0, end) }
        switch comparison {
        case .silent: return heardNothing(at: time)
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

    /// An answer said nothing of what is on in the mode.
    ///
    /// True when that ends the verdict.
    mutating func heardNothing(at time: UnixTime) -> Bool {
        silence += 1
        guard silence >= CheckedMode.longestSilence else { return false }
        let isNews = verdict != .unchecked
        let before = since
        self = CheckedMode()
        (silence, since) = (CheckedMode.longestSilence, isNews ? time : before)
        return isNews
    }

    /// What people are told.
    func body(_ mode: String, applied: AnchorProposal?) -> RotationCheckBody {
        let isDisagreeing = verdict == .disagreeing
        return RotationCheckBody(
            mode: mode,
            verdict: verdict,
            since: since,
            until: verdict == .unchecked ? nil : until,
            schedule: isDisagreeing ? ours : nil,
            upstream: isDisagreeing ? theirs : nil,
            proposal: (isDisagreeing ? proposal?.body(applied: false) : nil) ?? applied?.body(applied: true)
        )
    }

    private mutating func count(_ seen: Verdict, at time: UnixTime) -> Bool {
        streak = streak.verdict == seen ? (seen, min(streak.count + 1, 2)) : (seen, 1)
        // What only the upstream said is over as soon as there is a schedule to compare with.
        if verdict == .alone { (verdict, since) = (.unchecked, time) }
        return decide(at: time)
    }

    private mutating func decide(at time: UnixTime) -> Bool {
        guard streak.count >= 2, streak.verdict != verdict else { return false }
        (verdict, since) = (streak.verdict, time)
        return true
    }

    /// The same anchor in two answers in a row, and for two slots, is a proposal; it keeps the instant from which it was
    /// first seen to hold.
    private mutating func consider(_ found: AnchorProposal?, _ cycle: Int64?) {
        guard let found, let cycle else {
            (candidate, proposal) = (nil, nil)
            return
        }
        guard let both = candidate?.supported(by: found, in: cycle) else {
            (candidate, proposal) = (found, nil)
            return
        }
        candidate = both
        if both.isSupported { proposal = proposal ?? both }
    }
}
