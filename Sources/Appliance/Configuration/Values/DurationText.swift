import SystemSupport

/// Lengths of time as settings write them: a number and one unit, `250ms`, `15s`, `5m`, `1h`.
package enum DurationText {
    private static let milliseconds: KeyValuePairs<String, Int64> = [
        "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000,
    ]

    /// Reads a length of time within `range`.
    package static func parse(_ text: String, within range: ClosedRange<Duration>) throws(InvalidValue)
        -> Duration
    {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count)
        guard digits.utf8.count <= 9, let number = Int64(digits),
            let scale = milliseconds.first(where: { $0.key == unit })?.value
        else {
            throw InvalidValue(
                "is not a length of time",
                remedy: "write a number and ms, s, m or h, such as \"15s\""
            )
        }
        let duration = Duration.milliseconds(number * scale)
        guard range.contains(duration) else {
            throw InvalidValue("is outside \(show(range))", remedy: "choose a length within it")
        }
        return duration
    }

    /// The shortest exact text, in whole milliseconds: `1h`, `5m`, `60s`, `1500ms`.
    package static func show(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard attoseconds == 0 else { return "\(duration.wholeMilliseconds)ms" }
        if seconds >= 3_600, seconds % 3_600 == 0 { return "\(seconds / 3_600)h" }
        // One minute is shown as people say it when they tune an interval: 60s.
        if seconds >= 120, seconds % 60 == 0 { return "\(seconds / 60)m" }
        return "\(seconds)s"
    }

    package static func show(_ range: ClosedRange<Duration>) -> String {
        "\(show(range.lowerBound))…\(show(range.upperBound))"
    }
}
