import Core
import SystemSupport
import WatchpostModel

extension StatusCommand {
    /// What there is to say of the maps beside the panel.
    static func maps(_ rotations: RotationListBody?) -> [String] {
        ends(rotations, at: SystemClock.system.now().wall) + checks(rotations)
    }

    /// A line for each mode whose schedule ends within a week.
    static func ends(_ rotations: RotationListBody?, at now: UnixTime?) -> [String] {
        guard let now, let rotations, let schedules = try? RotationSchedules(rotations) else { return [] }
        return schedules.nearEnds(at: now).map {
            "maps of \($0.mode): the schedule ends at \($0.at), in \(TimeLeft(seconds: $0.at.since(now))), and nothing is known after it"
        }
    }

    /// What an upstream says of the maps: a line where it is stale, and one for each mode about which it says something.
    static func checks(_ rotations: RotationListBody?) -> [String] {
        guard let upstream = rotations?.upstream else { return [] }
        let state =
            upstream.state == .stale ? ["maps: \(upstream.name) is stale: \(upstream.reason ?? "")"] : []
        return state + upstream.modes.compactMap { line($0, upstream.name) }
    }

    private static func line(_ check: RotationCheckBody, _ name: String) -> String? {
        switch check.verdict {
        case .unchecked: return nil
        case .confirmed: return "maps of \(check.mode): \(name) says the same"
        case .alone: return "maps of \(check.mode): no schedule is in force, this is what \(name) says"
        case .disagreeing:
            guard let ours = check.schedule, let theirs = check.upstream else { return nil }
            let proposal = check.proposal.map { ", anchor = \($0.anchor) would agree" } ?? ""
            return
                "maps of \(check.mode): the schedule says \(words(ours)), \(name) says \(words(theirs))\(proposal)"
        }
    }

    private static func words(_ map: CheckedMapBody) -> String {
        map.end.map { "\(map.map) until \($0)" } ?? map.map
    }
}
