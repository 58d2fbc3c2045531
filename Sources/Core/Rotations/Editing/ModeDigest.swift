import WatchpostModel

/// Tells apart what is said of a mode, the same in every release; names of maps are not part of it.
enum ModeDigest {
    static func text(of mode: RotationMode?) -> String {
        var sum = FNV1a()
        for schedule in mode?.schedules ?? [] { add(schedule, to: &sum) }
        guard let covered = mode?.covered, !covered.isEmpty else { return sum.text }
        sum.add("covered\n")
        for schedule in covered { add(schedule, to: &sum) }
        return sum.text
    }

    private static func add(_ schedule: RotationSchedule, to sum: inout FNV1a) {
        let window = [schedule.anchor, schedule.usableFrom, schedule.usableTo].map { instant in
            instant.map { "\($0.seconds)" } ?? "-"
        }
        let names = [schedule.takeover, schedule.symbol].map {
            $0.map { "\($0.utf8.count) \($0)" } ?? "-"
        }
        sum.add((window + names).joined(separator: "|"))
        for entry in schedule.cycle.entries {
            // With their lengths: no two schedules read the same.
            let game = entry.gameMode.map { "\($0.utf8.count) \($0)" } ?? ""
            sum.add("|\(entry.map.code) \(entry.minutes) \(game)")
        }
        sum.add("\n")
    }
}
