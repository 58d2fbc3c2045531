import Core
import Testing
import WatchpostModel

/// Short ways to write schedules, instants and effects in tests of rotations.
enum RotationScript {
    static func schedule(
        _ parts: [(String, Int64)],
        anchor: Int64 = 0,
        from: Int64? = nil,
        to: Int64? = nil,
        takeover: String? = nil,
        symbol: String? = nil
    ) throws(RotationProblem) -> RotationSchedule {
        let entries = parts.map {
            RotationCycle.Entry(map: GameMap(code: $0.0, name: "Map \($0.0)"), minutes: $0.1)
        }
        return try RotationSchedule(
            cycle: RotationCycle(entries),
            anchor: UnixTime(seconds: anchor),
            usableFrom: from.map { UnixTime(seconds: $0) },
            usableTo: to.map { UnixTime(seconds: $0) },
            takeover: takeover,
            symbol: symbol
        )
    }

    static func schedules(
        _ modes: [(String, [RotationSchedule])],
        source: String = "a test"
    ) throws(RotationProblem) -> RotationSchedules {
        var made: [RotationMode] = []
        for (key, schedules) in modes {
            try made.append(RotationMode(key: key, name: key.uppercased(), schedules: schedules))
        }
        return try RotationSchedules(source: source, modes: made)
    }

    static func moment(_ seconds: Int64?) -> Moment {
        Moment(wall: seconds.map { UnixTime(seconds: $0) }, monotonic: .zero)
    }

    static func instant(_ text: String) throws -> UnixTime {
        try #require(UnixTime(rfc3339: text))
    }

    /// Pubs in three unequal slots and ranked in long ones, a gap between two pubs schedules, an end for
    /// both.
    static func usual() throws -> RotationSchedules {
        try schedules([
            (
                "pubs",
                [
                    schedule([("KC", 90), ("OL", 60), ("ED", 30)], anchor: 0, from: 0, to: 86_400),
                    schedule([("WE", 60), ("SP", 60)], anchor: 100_000, from: 100_000, to: 200_000),
                ]
            ),
            ("ranked", [schedule([("KC", 270), ("OL", 270)], anchor: 0, from: 0, to: 200_000)]),
        ])
    }
}

extension RotationEffect {
    /// `publish`, `wake 5400`, `pubs OL`, `pubs ended`, `accepted`, `refused`.
    var short: String {
        switch self {
        case .publish: "publish"
        case .wake(let time): "wake \(time.seconds)"
        case .mapChanged(let body): "\(body.mode) \(body.current?.code ?? "?")"
        case .stateChanged(let body): "\(body.mode) \(body.state.rawValue)"
        case .scheduleAccepted: "accepted"
        case .scheduleRefused: "refused"
        }
    }
}
