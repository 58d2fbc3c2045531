import WatchpostModel

/// What the cross-check tells the log, in the upstream's name.
struct CrossCheckWords: Hashable, Sendable {
    let upstream: String

    func failed(_ reason: CheckFailure) -> CrossCheckEffect {
        let rest =
            switch reason.kind {
            case .refused: "It is left alone for a day"
            case .perhapsRefused: "It is asked again in five minutes, and then left alone for a day"
            case .trouble, .tooMany: "It is asked again, ever less often"
            }
        return .warn("\(upstream) cannot be asked which map is on: \(reason.reason). \(rest)")
    }

    var answersAgain: CrossCheckEffect { .tell("\(upstream) answers again which map is on") }

    /// A verdict about a mode is another one now.
    func changed(
        _ mode: String,
        _ comparison: SlotComparison,
        since before: RotationCheckBody.Verdict
    ) -> [CrossCheckEffect] {
        switch comparison {
        case .differs(let ours, let theirs):
            let end = theirs.window.map { " until \($0.upperBound)" } ?? ""
            return [
                .warn(
                    "the schedule and \(upstream) disagree about \(mode): \(ours.map.name) until "
                        + "\(ours.end), or \(theirs.map.name)\(end); the schedule is shown"
                )
            ]
        case .agrees where before == .disagreeing:
            return [.tell("the schedule and \(upstream) agree again about \(mode)")]
        case .silent where before == .disagreeing || before == .confirmed:
            return [.tell("\(upstream) says nothing of \(mode) any more: nobody knows whether it is right")]
        case .agrees, .alone, .silent: return []
        }
    }

    /// A mode that only the upstream knew is not among its modes any more.
    func dropped(_ mode: String) -> CrossCheckEffect {
        .tell(
            "\(upstream) names \(mode) no more, in \(AbsentModes.enough) answers in a row: what it said of it is over"
        )
    }

    func proposed(_ proposal: AnchorProposal, for mode: String, isApplied: Bool) -> CrossCheckEffect {
        let what =
            "\(upstream) shows the maps of \(mode) in the schedule's order, \(abs(proposal.shift) / 60) minutes "
            + "\(proposal.shift < 0 ? "earlier" : "later") since \(proposal.from)"
        let lines = "from = \(proposal.from), anchor = \(proposal.anchor)"
        guard isApplied else { return .warn("\(what). The schedule file would agree with: \(lines)") }
        return .warn("\(what). That is shown from now on; write it into the schedule file: \(lines)")
    }
}
