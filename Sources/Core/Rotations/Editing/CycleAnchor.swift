import WatchpostModel

/// Finds where a cycle is anchored from the map that somebody sees.
struct CycleAnchor {
    private let entries: [RotationCycle.Entry]

    /// So close to a change a neighbour is seen because the change comes a little early or late, not because the schedule is
    /// wrong by a map; in seconds.
    private static let unsure: Int64 = 180

    init(_ entries: [RotationCycle.Entry]) {
        self.entries = entries
    }

    /// When the map is on until a known instant.
    func anchor(_ seen: ScheduleChange.Seen, at now: UnixTime) throws(EditRefusal) -> UnixTime {
        let index = try index(of: seen)
        let entry = entries[index]
        guard let until = seen.until else {
            throw EditRefusal("say until when \(entry.map.code) is on: \(entry.map.code) on until 18:30")
        }
        let left = until.since(now)
        guard left > 0 else {
            throw EditRefusal("\(entry.map.code) would be on until \(until), which is over")
        }
        guard left <= entry.minutes * 60 else {
            throw EditRefusal(
                "\(entry.map.code) is on for \(entry.minutes) minutes, and \(until) is \((left + 59) / 60) minutes from now"
            )
        }
        return until.advanced(by: -offset(of: index) - entry.minutes * 60)
    }

    /// When nobody said until when: the map stands in the place of the slot that the schedule has now.
    func anchor(
        _ seen: ScheduleChange.Seen,
        inPlaceOf slot: RotationSlot,
        at now: UnixTime
    ) throws(EditRefusal) -> UnixTime {
        let index = try index(of: seen)
        let entry = entries[index]
        let count = entries.count
        let isNeighbour = { (step: Int) in
            entries[(index + step + count) % count].map.code == slot.map.code
        }
        if slot.map.code != seen.map.code {
            let (since, left) = (now.since(slot.start), slot.end.since(now))
            if isNeighbour(1), since < CycleAnchor.unsure {
                throw CycleAnchor.close("\(slot.map.code) was due \(since) seconds ago")
            }
            if isNeighbour(-1), left < CycleAnchor.unsure {
                throw CycleAnchor.close("\(seen.map.code) is due in \(left) seconds")
            }
        }
        guard slot.start.advanced(by: entry.minutes * 60) > now else {
            throw EditRefusal(
                "\(entry.map.code) is on for \(entry.minutes) minutes only; say until when: \(entry.map.code) on until 18:30",
                .impossible
            )
        }
        return slot.start.advanced(by: -offset(of: index))
    }

    private static func close(_ words: String) -> EditRefusal {
        EditRefusal("\(words): look again in some minutes, or say until when the map is on", .impossible)
    }

    /// Seconds from the anchor to the start of an entry.
    private func offset(of index: Int) -> Int64 {
        entries[..<index].reduce(0) { $0 + $1.minutes * 60 }
    }

    /// The one entry that is meant.
    private func index(of seen: ScheduleChange.Seen) throws(EditRefusal) -> Int {
        let code = seen.map.code
        let places = entries.indices.filter { entries[$0].map.code == code }
        guard !places.isEmpty else {
            let maps = entries.map(\.map.code).joined(separator: ", ")
            throw EditRefusal("\(code) is not one of the maps of this cycle: \(maps)")
        }
        let all = places.filter { index in
            seen.gameMode.map { ReportedNames.isSame(gameMode: $0, entries[index].gameMode ?? "") } ?? true
        }
        guard !all.isEmpty else {
            throw EditRefusal("\(seen.gameMode ?? "") is not played on \(code) in this cycle")
        }
        let found = all.filter { index in
            seen.then.map { entries[(index + 1) % entries.count].map.code == $0 } ?? true
        }
        guard let first = found.first else {
            throw EditRefusal("\(seen.then ?? "") does not follow \(code) in this cycle")
        }
        guard found.allSatisfy({ turned(by: $0) == turned(by: first) }) else {
            throw EditRefusal(
                "\(code) is there \(found.count) times: say what follows it, as in “\(code) on until 18:30, then OL”, or what is played on it, as in “\(code) (TDM) on”"
            )
        }
        return first
    }

    private func turned(by index: Int) -> [RotationCycle.Entry] {
        Array(entries[index...]) + Array(entries[..<index])
    }
}
