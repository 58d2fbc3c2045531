import Glibc

/// A year of slots of some modes, by the arithmetic that appliance and client library share.
///
/// Compiled by year.py together with the sources of WatchpostModel. `Year FROM UNTIL TIMES MODE=CODE:MINUTES,…` prints the
/// number of slots, the sum of their starts and ends, and the milliseconds of CPU of one turn.
@main
enum Year {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.prefix(3).compactMap { Int64($0) }
        guard numbers.count == 3 else { return print("usage: Year FROM UNTIL TIMES MODE=CODE:MINUTES,…") }
        let modes = try arguments.dropFirst(3).map(mode)
        let (from, until) = (UnixTime(seconds: numbers[0]), UnixTime(seconds: numbers[1]))
        let begin = clock()
        var (count, sum): (Int, Int64) = (0, 0)
        for _ in 0..<numbers[2] {
            (count, sum) = (0, 0)
            for mode in modes {
                let slots = mode.slots(from: from, until: until, limit: .max)
                count += slots.count
                for slot in slots { sum += slot.start.seconds + slot.end.seconds }
            }
        }
        let milliseconds = Double(clock() - begin) / Double(CLOCKS_PER_SEC) * 1_000
        print(count, sum, milliseconds / Double(max(1, numbers[2])))
    }

    private static func mode(_ text: String) throws -> RotationMode {
        let parts = text.split(separator: "=")
        let entries = (parts.last ?? "").split(separator: ",").map { entry in
            let words = entry.split(separator: ":").map { String($0) }
            let map = GameMap(code: words.first ?? "", name: words.first ?? "")
            return RotationCycle.Entry(map: map, minutes: words.last.flatMap { Int64($0) } ?? 0)
        }
        // 2026-01-01T00:00:00Z, as in rotations.py.
        let schedule = try RotationSchedule(
            cycle: RotationCycle(entries),
            anchor: UnixTime(seconds: 1_767_225_600)
        )
        let key = String(parts.first ?? "")
        return try RotationMode(key: key, name: key, schedules: [schedule])
    }
}
