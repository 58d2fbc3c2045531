import Core
import Testing
import WatchpostModel

/// A cross-check with its clock and the book that it tells, for tests: seconds since 1970 are the monotonic time, too.
struct CheckScript {
    var check: RotationCrossCheck
    var book = RotationBook()
    /// What the log was told, in order.
    private(set) var words: [String] = []
    /// The instant of the newest event.
    private(set) var now: Int64

    init(
        _ schedules: RotationSchedules,
        at now: Int64 = 600,
        interval: Duration = .seconds(600),
        applies: Bool = false
    ) {
        self.now = now
        check = RotationCrossCheck(
            RotationCrossCheck.Upstream(name: "U", attribution: "Data from U", url: "https://u.example"),
            interval: interval,
            appliesAnchors: applies,
            now: .seconds(now)
        )
        load(schedules)
    }

    private var moment: Moment { Moment(wall: UnixTime(seconds: now), monotonic: .seconds(now)) }

    mutating func load(_ schedules: RotationSchedules) {
        _ = book.handle(.loaded(schedules), at: moment)
        perform(check.handle(.schedules(schedules), at: moment))
    }

    /// An answer at this instant.
    mutating func answer(_ seconds: Int64, _ modes: [ReportedMode], jitter: Double = 0.5) {
        now = seconds
        perform(check.handle(.answered(RotationReport(modes: modes), jitter: jitter), at: moment))
    }

    /// An answer before the clock is set.
    mutating func answerWithoutClock(_ seconds: Int64, _ modes: [ReportedMode]) {
        now = seconds
        let moment = Moment(wall: nil, monotonic: .seconds(seconds))
        perform(check.handle(.answered(RotationReport(modes: modes), jitter: 0.5), at: moment))
    }

    mutating func fail(_ seconds: Int64, _ kind: CheckFailure.Kind, _ reason: String = "it sleeps") {
        now = seconds
        perform(check.handle(.failed(CheckFailure(kind, reason), jitter: 0.5), at: moment))
    }

    private mutating func perform(_ effects: [CrossCheckEffect]) {
        for effect in effects {
            switch effect {
            case .lay(let overlay): _ = book.handle(.observed(overlay), at: moment)
            case .tell(let text), .warn(let text): words.append(text)
            }
        }
    }

    /// What is published at an instant, now by default.
    func snapshot(_ seconds: Int64? = nil) throws -> RotationSnapshot {
        let time = seconds ?? now
        let moment = Moment(wall: UnixTime(seconds: time), monotonic: .seconds(time))
        return try #require(book.snapshot(at: moment))
    }

    func body() throws -> RotationUpstreamBody { try #require(snapshot().list.upstream) }

    func checked(_ mode: String) throws -> RotationCheckBody {
        try #require(body().modes.first { $0.mode == mode })
    }

    /// In how many seconds it asks again.
    var wait: Duration { check.due - .seconds(now) }

    static func slot(_ code: String, _ start: Int64?, _ end: Int64?, gameMode: String? = nil) -> ReportedSlot
    {
        slot(GameMap(code: code, name: "Map \(code)"), start, end, gameMode: gameMode)
    }

    static func slot(_ map: GameMap, _ start: Int64?, _ end: Int64?, gameMode: String? = nil) -> ReportedSlot
    {
        ReportedSlot(
            map: map,
            gameMode: gameMode,
            start: start.map { UnixTime(seconds: $0) },
            end: end.map { UnixTime(seconds: $0) }
        )
    }

    static func mode(_ key: String, _ current: ReportedSlot?, _ next: ReportedSlot? = nil) -> ReportedMode {
        ReportedMode(key: key, name: key.uppercased(), current: current, next: next)
    }

    /// What a game says at an instant whose cycle starts at `anchor`.
    static func game(
        _ key: String,
        _ parts: [(String, Int64)],
        anchor: Int64,
        at time: Int64
    ) -> ReportedMode {
        let length = parts.reduce(0) { $0 + $1.1 * 60 }
        let phase = ((time - anchor) % length + length) % length
        var start = time - phase
        var found: [ReportedSlot] = []
        var index = 0
        while found.count < 2 {
            let (code, minutes) = parts[index % parts.count]
            let end = start + minutes * 60
            if end > time { found.append(slot(code, start, end)) }
            start = end
            index += 1
        }
        return mode(key, found[0], found[1])
    }
}
