package import WatchpostModel

/// From what a person said to what it means for the schedule.
extension ScheduleChange {
    /// The stretch that changes, from `now` on at the earliest: the past stays as it was.
    ///
    /// `planes`: of the mode as it is shown; `name`: what it is called.
    package func layer(
        over planes: ModePlanes,
        called name: String,
        at now: UnixTime
    ) throws(EditRefusal) -> ScheduleLayer {
        do {
            let made =
                switch action {
                case .set(let turns, let seen, let ends):
                    try set(turns, seen, ends: ends, over: planes, at: now)
                case .takeover(let event, let turns, let from, let to, let seen):
                    try takeover(event, turns, from: from, to: to, seen, over: planes, at: now)
                case .end(let instant): try end(planes, at: max(instant ?? now, now))
                case .see(let seen): try see(seen, over: planes, at: now)
                }
            return ScheduleLayer(
                mode: mode,
                name: name,
                plane: made.plane,
                from: made.from,
                to: made.to,
                schedule: made.schedule
            )
        } catch let problem as RotationProblem {
            throw EditRefusal("\(problem)")
        } catch let refusal as EditRefusal {
            throw refusal
        } catch {
            throw EditRefusal("\(error)")
        }
    }

    /// A layer that does not know of its mode yet.
    private typealias Made = (
        plane: ModePlanes.Plane, from: UnixTime, to: UnixTime?, schedule: RotationSchedule?
    )

    private func set(
        _ turns: [Turn],
        _ seen: Seen,
        ends: UnixTime?,
        over planes: ModePlanes,
        at now: UnixTime
    ) throws -> Made {
        let on = planes.on(at: now)
        let current = on?.schedule
        let entries = try entries(turns, like: current)
        if let ends, ends <= now { throw EditRefusal("it would end at \(ends), which is over") }
        // Where nothing is on: until something is.
        let natural = on.map(\.schedule.usableTo) ?? planes.nextBase(after: now)
        let made = try RotationSchedule(
            cycle: RotationCycle(entries),
            anchor: CycleAnchor(entries).anchor(seen, at: now),
            usableFrom: now,
            usableTo: ends ?? natural,
            takeover: current?.takeover,
            symbol: current?.symbol
        )
        if made.usableTo == natural, let current, current.saysTheSame(as: made, from: now) {
            throw ScheduleChange.nothingNew
        }
        return (on?.plane ?? .base, now, made.usableTo, made)
    }

    /// What is played where stays with its map, where it is not said and is one thing only.
    private func entries(
        _ turns: [Turn],
        like current: RotationSchedule?
    ) throws(EditRefusal) -> [RotationCycle.Entry] {
        var entries: [RotationCycle.Entry] = []
        for turn in turns {
            let same = current?.cycle.entries.filter { $0.map.code == turn.map.code } ?? []
            let games = Set(same.map(\.gameMode))
            guard turn.gameMode != nil || games.count < 2 else {
                let known = games.compactMap { $0 }.map(ScheduleChange.typed).sorted()
                throw EditRefusal(
                    "on \(turn.map.code) there is \(known.joined(separator: ", ")) by turns: say which, as in \(turn.map.code) (\(known.first ?? ""))"
                )
            }
            let game = turn.gameMode ?? games.first ?? nil
            entries.append(RotationCycle.Entry(map: turn.map, gameMode: game, minutes: turn.minutes))
        }
        return entries
    }

    private func takeover(
        _ name: String,
        _ turns: [Turn],
        from: UnixTime?,
        to: UnixTime,
        _ seen: Seen?,
        over planes: ModePlanes,
        at now: UnixTime
    ) throws -> Made {
        guard to > now else { throw EditRefusal("it would end at \(to), which is over") }
        let entries = try entries(turns, like: nil)
        let anchor: UnixTime
        if let seen {
            if let from, from > now {
                throw EditRefusal("it begins at \(from): no map of it is on yet; leave out which is")
            }
            anchor = try CycleAnchor(entries).anchor(seen, at: now)
        } else if let from {
            anchor = from
        } else {
            throw EditRefusal(
                "say from when it is on, or which of its maps is on until when: SP on until 18:30"
            )
        }
        let begin = max(from ?? now, now)
        let made = try RotationSchedule(
            cycle: RotationCycle(entries),
            anchor: anchor,
            usableFrom: begin,
            usableTo: to,
            takeover: name
        )
        return (.takeovers, begin, to, made)
    }

    /// The event that is on, else the schedule of the base, as far as it reaches: later ones stay.
    private func end(_ planes: ModePlanes, at time: UnixTime) throws(EditRefusal) -> Made {
        if let on = planes.on(at: time) { return (on.plane, time, on.schedule.usableTo, nil) }
        let known = planes.base + planes.takeovers
        guard !known.isEmpty else {
            throw EditRefusal("no schedule is known of \(mode) that could end", .impossible)
        }
        if known.allSatisfy({ $0.usableTo.map { $0 <= time } ?? false }),
            let last = known.compactMap(\.usableTo).max()
        {
            throw EditRefusal("\(mode) ended at \(last) already", .impossible)
        }
        throw EditRefusal("no schedule of \(mode) is in force at \(time) that could end", .impossible)
    }

    /// The same maps at other times; without an end the borders stay where they are.
    private func see(_ seen: Seen, over planes: ModePlanes, at now: UnixTime) throws -> Made {
        guard let (current, plane) = planes.on(at: now),
            let slot = try current.cut(from: nil, to: nil).slot(at: now)
        else {
            throw EditRefusal(
                "no schedule of \(mode) is in force that could be moved; say all its maps: set \(mode): …",
                .impossible
            )
        }
        let finder = CycleAnchor(current.cycle.entries)
        let anchor =
            seen.until == nil
            ? try finder.anchor(seen, inPlaceOf: slot, at: now) : try finder.anchor(seen, at: now)
        let made = try RotationSchedule(
            cycle: current.cycle,
            anchor: anchor,
            usableFrom: now,
            usableTo: current.usableTo,
            takeover: current.takeover,
            symbol: current.symbol
        )
        guard !current.saysTheSame(as: made, from: now) else { throw ScheduleChange.nothingNew }
        return (plane, now, made.usableTo, made)
    }

    private static let nothingNew = EditRefusal(
        "the schedule says so already: nothing would change",
        .impossible
    )
}

extension RotationSchedule {
    /// Whether both have the same maps at the same times from an instant on, whatever their windows.
    fileprivate func saysTheSame(as other: RotationSchedule, from time: UnixTime) -> Bool {
        guard cycle.length == other.cycle.length, takeover == other.takeover,
            let own = try? cut(from: nil, to: nil), let others = try? other.cut(from: nil, to: nil)
        else { return false }
        let end = time.advanced(by: cycle.length)
        let most = max(cycle.entries.count, other.cycle.entries.count) + 2
        return own.slots(from: time, until: end, limit: most)
            == others.slots(from: time, until: end, limit: most)
    }
}
