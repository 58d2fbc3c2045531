import Display

/// A pattern as it looks: one character for every 50 ms, `#` lit and `.` dark.
func timeline(_ pattern: LampPattern, milliseconds: Int = 60_000) -> String {
    String(
        stride(from: 0, to: milliseconds, by: 50).map { time -> Character in
            pattern.phase(at: .milliseconds(time)).lit ? "#" : "."
        }
    )
}

/// How many times the light goes on in the busiest second of a minute.
func onsetsInBusiestSecond(_ pattern: LampPattern) -> Int {
    let slots = Array(timeline(pattern))
    let onsets = slots.indices.filter { $0 > 0 && slots[$0] == "#" && slots[$0 - 1] == "." }
    return onsets.map { first in onsets.count { $0 >= first && $0 < first + 20 } }.max() ?? 0
}
