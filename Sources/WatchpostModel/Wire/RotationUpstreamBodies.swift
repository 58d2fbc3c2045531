/// What an upstream that watches the game says of the map rotations, beside the published schedule.
///
/// In `GET /v1/rotations` of an appliance that asks one; the time of each question is not in it, so that the
/// body only changes when something is said.
public struct RotationUpstreamBody: Codable, Hashable, Sendable {
    /// How far the upstream's answers can be relied on.
    public enum State: String, Codable, Sendable {
        /// It was not heard yet.
        case waiting
        /// The newest question was answered.
        case fresh
        /// The newest question was not: what it said before may be out of date.
        case stale
    }

    /// Who is asked: `Apex Legends Status`.
    public var name: String
    /// What has to be said where its facts are shown.
    public var attribution: String
    /// Its page for people.
    public var url: String
    /// How far its answers can be relied on.
    public var state: State
    /// Since when it is stale; absent unless it is.
    public var since: UnixTime?
    /// Why it is stale, in words; absent unless it is.
    public var reason: String?
    /// Each mode that the schedule or the upstream names.
    public var modes: [RotationCheckBody]

    /// Makes the body.
    public init(
        name: String,
        attribution: String,
        url: String,
        state: State,
        since: UnixTime?,
        reason: String?,
        modes: [RotationCheckBody]
    ) {
        self.name = name
        self.attribution = attribution
        self.url = url
        self.state = state
        self.since = since
        self.reason = reason
        self.modes = modes
    }
}

/// How the schedule of one mode compares with what the upstream says.
public struct RotationCheckBody: Codable, Hashable, Sendable {
    /// What two answers in a row said.
    public enum Verdict: String, Codable, Sendable {
        /// Nothing yet, or nothing any more.
        case unchecked
        /// The same map, and the same change of maps.
        case confirmed
        /// Another map, or another time: one of both is wrong.
        case disagreeing
        /// No schedule is in force: what is shown is the upstream's word alone.
        case alone
    }

    /// The mode's key.
    public var mode: String
    /// What two answers in a row said.
    public var verdict: Verdict
    /// Since when; absent before the first verdict.
    public var since: UnixTime?
    /// Until when that holds which the upstream said last: after that the verdict is of old; absent while unchecked, and
    /// where it gives no times.
    public var until: UnixTime?
    /// The schedule's answer; there while they disagree.
    public var schedule: CheckedMapBody?
    /// The upstream's answer; there while they disagree.
    public var upstream: CheckedMapBody?
    /// The anchor with which the schedule would agree; there once it is known.
    public var proposal: AnchorProposalBody?

    /// Makes a comparison.
    public init(
        mode: String,
        verdict: Verdict,
        since: UnixTime?,
        until: UnixTime? = nil,
        schedule: CheckedMapBody?,
        upstream: CheckedMapBody?,
        proposal: AnchorProposalBody?
    ) {
        self.mode = mode
        self.verdict = verdict
        self.since = since
        self.until = until
        self.schedule = schedule
        self.upstream = upstream
        self.proposal = proposal
    }
}

/// A map as one side of a comparison names it.
public struct CheckedMapBody: Codable, Hashable, Sendable {
    /// The map's code, as schedule files have it where it is known, else the upstream's own.
    public var code: String
    /// The map's name.
    public var map: String
    /// Start, included; absent where the upstream gives no times.
    public var start: UnixTime?
    /// End, excluded; absent where the upstream gives no times.
    public var end: UnixTime?

    /// Makes a side.
    public init(code: String, map: String, start: UnixTime?, end: UnixTime?) {
        self.code = code
        self.map = map
        self.start = start
        self.end = end
    }
}

/// A new anchor for the cycle in force: the same maps for as long, at other times.
public struct AnchorProposalBody: Codable, Hashable, Sendable {
    /// An instant at which the first map of the cycle starts.
    public var anchor: UnixTime
    /// From when on it holds; the schedule ends there, and goes on with the new anchor.
    public var from: UnixTime
    /// By how much the cycle moves, in seconds: later is positive, and it is never more than half a cycle.
    public var shiftSeconds: Int64
    /// Whether the appliance goes by it, because its settings say so.
    public var applied: Bool

    /// Makes a proposal.
    public init(anchor: UnixTime, from: UnixTime, shiftSeconds: Int64, applied: Bool) {
        self.anchor = anchor
        self.from = from
        self.shiftSeconds = shiftSeconds
        self.applied = applied
    }
}
