import WatchpostModel

/// Short ways to write cycles and instants in tests.
func cycle(_ parts: (String, Int64)...) throws(RotationProblem) -> RotationCycle {
    try cycle(parts)
}

func cycle(_ parts: [(String, Int64)]) throws(RotationProblem) -> RotationCycle {
    try RotationCycle(
        parts.map { RotationCycle.Entry(map: GameMap(code: $0.0, name: "Map \($0.0)"), minutes: $0.1) }
    )
}

/// An instant by its RFC 3339 text; a text that is none gives the end of time, which no expectation equals.
func instant(_ text: String) -> UnixTime {
    UnixTime(rfc3339: text) ?? UnixTime(seconds: .max)
}
