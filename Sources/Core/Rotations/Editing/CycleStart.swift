package import WatchpostModel

/// Sets a mode going of which no map is known any more, from the map that somebody sees.
///
/// Maps of earlier splits come back in the same order more often than not, and a split begins where the one before it ended. So
/// one map is enough for a guess: the newest cycle that has it, with its changes where a split that began at that end has
/// them. It is a guess for as long as a split lasts; then it ends, and the question is asked again.
package struct CycleStart: Hashable, Sendable {
    /// The mode's key.
    package let mode: String
    /// The map's code, as people write it.
    package let map: String

    /// Six weeks, in seconds: as short as splits are.
    package static let lasts: Int64 = 42 * 86_400

    package init(mode: String, map: String) {
        self.mode = mode
        self.map = map
    }

    /// Whether it says that this map is on.
    package func means(_ other: GameMap) -> Bool {
        MapCode.find(map, among: [other], code: \.code) != nil
    }

    /// The change that it makes at an instant at which the mode has no map.
    ///
    /// `builtIn`: the shipped schedules, for cycles that the file does not have.
    package func change(
        over ground: EditGround,
        builtIn: RotationSchedules?,
        at now: UnixTime
    ) throws(EditRefusal) -> ScheduleChange {
        let cycle = try cycle(in: ground, builtIn)
        let entry = cycle.entries[cycle.index]
        let start = start(of: entry, in: cycle.entries, since: ground.end(of: mode, at: now), at: now)
        let isAlone = cycle.entries.filter { $0.map.code == entry.map.code }.count == 1
        let seen = ScheduleChange.Seen(
            map: entry.map,
            gameMode: entry.gameMode,
            until: start.advanced(by: entry.minutes * 60),
            then: isAlone ? nil : cycle.entries[(cycle.index + 1) % cycle.entries.count].map.code
        )
        let turns = cycle.entries.map {
            ScheduleChange.Turn(map: $0.map, gameMode: $0.gameMode, minutes: $0.minutes)
        }
        // What is known of later stays: it ends what is begun here.
        let isFollowed = ModePlanes(ground.shown.mode(mode)).nextBase(after: now) != nil
        let ends = isFollowed ? nil : now.advanced(by: CycleStart.lasts)
        let change = ScheduleChange(mode: mode, action: .set(turns, seen: seen, ends: ends))
        guard "\(change)".utf8.count <= ScheduleRequestReader.longestAgain else {
            throw EditRefusal("the cycle of \(mode) is too long to be said in a line", .impossible)
        }
        return change
    }

    /// The newest cycle that has the map, and where.
    private func cycle(
        in ground: EditGround,
        _ builtIn: RotationSchedules?
    ) throws(EditRefusal) -> (entries: [RotationCycle.Entry], index: Int) {
        guard ground.modes.contains(mode) else {
            throw EditRefusal(
                "there is no mode \(EditRefusal.quoted(mode)); there are \(ground.modes.joined(separator: ", "))"
            )
        }
        let known = [ground.shown, builtIn].flatMap { schedules in
            (schedules?.mode(mode)?.schedules ?? []).filter { $0.takeover == nil }.reversed()
        }
        let maps = KnownMaps.ofCycles(known)
        guard let code = MapCode.find(map, among: maps, code: \.code)?.code else {
            let listed = maps.map { "\($0.code) (\($0.name))" }.joined(separator: ", ")
            throw EditRefusal(
                "\(EditRefusal.quoted(map)) is in no cycle of \(mode) that is known; "
                    + (maps.isEmpty ? "none is known" : "there are \(listed)")
            )
        }
        for schedule in known {
            let entries = schedule.cycle.entries
            if let index = entries.firstIndex(where: { $0.map.code == code }) { return (entries, index) }
        }
        throw EditRefusal("\(EditRefusal.quoted(map)) is in no cycle of \(mode)")
    }

    /// When the slot of the map began: where the cycle, begun anew at the end of what is known, has a change.
    private func start(
        of entry: RotationCycle.Entry,
        in entries: [RotationCycle.Entry],
        since end: UnixTime?,
        at now: UnixTime
    ) -> UnixTime {
        guard let end, let cycle = try? RotationCycle(entries),
            let slot = try? RotationSchedule(cycle: cycle, anchor: end).slot(at: now)
        else { return now }
        // Where maps stay for different times, this one's may be over by then.
        return slot.start.advanced(by: entry.minutes * 60) > now ? slot.start : now
    }
}

extension EditGround {
    /// Since when nothing is known of a mode; nil: something is, or nothing ever was.
    fileprivate func end(of mode: String, at now: UnixTime) -> UnixTime? {
        guard case .ended(let since) = inForce.mode(mode)?.lookup(at: now) else { return nil }
        return since
    }
}

extension KnownMaps {
    /// The maps of some schedules, each once, by name.
    fileprivate static func ofCycles(_ schedules: [RotationSchedule]) -> [GameMap] {
        var codes: Set<String> = []
        return schedules.flatMap(\.cycle.entries).map(\.map).filter { codes.insert($0.code).inserted }
            .sorted { $0.name < $1.name }
    }
}
