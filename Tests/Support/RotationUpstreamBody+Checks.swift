package import WatchpostModel

extension RotationUpstreamBody {
    /// An upstream that answers, and what it says of some modes.
    package static func fresh(_ checks: [RotationCheckBody] = []) -> RotationUpstreamBody {
        RotationUpstreamBody(
            name: "Apex Legends Status",
            attribution: "",
            url: "",
            state: .fresh,
            since: nil,
            reason: nil,
            modes: checks
        )
    }
}

extension RotationCheckBody {
    /// What it says of a mode, and nothing more.
    package static func saying(_ verdict: Verdict, of mode: String) -> RotationCheckBody {
        RotationCheckBody(
            mode: mode,
            verdict: verdict,
            since: nil,
            schedule: nil,
            upstream: nil,
            proposal: nil
        )
    }
}
