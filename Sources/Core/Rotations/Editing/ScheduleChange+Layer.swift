package import WatchpostModel

/// From what a person said to what it means for the schedule.
extension ScheduleChange {
    /// The stretch that changes, from `now` on at the earliest: the past stays as it was.
    ///
    /// `mode`: as it is in force; nil: nothing is known of it.
    package func layer(over mode: RotationMode?, at now: UnixTime) throws(EditRefusal) -> ScheduleLayer {
        do {
            switch action {
            case .set(let turns, let seen, let ends):
                return try set(turns, seen, ends: ends, over: mode, at: now)
            case .takeover(let name, let turns, let from, let to, let seen):
                return try takeover(name, turns, from: from, to: to, seen, at: now)
            case .end(let instant): return try end(mode, at: max(instant ?? now, now))
            case .see(let seen): return try see(seen, over: mode, at: now)
            }
        } catch let problem as RotationProblem {
            throw EditRefusal("\(problem)")
        } catch let refusal as EditRefusal {
            throw refusal
        } catch {
            throw EditRefusal("\(error)")
        }
    }

    private func set(
        _ turns: [Turn],
        _ seen: Seen,
        ends: UnixTime?,
        over mode: RotationMode?,
        at now: UnixTime
    ) throws -> ScheduleLayer {
        let current = mode?.schedule(at: now)
        let entries = turns.map { turn in
            // What is played where is not typed: it stays with its map.
            let known = current?.cycle.entries.first { $0.map.code == turn.map.code }
            return RotationCycle.Entry(map: turn.map, gameMode: known?.gameMode, minutes: turn.minutes)
        }
        let stretch = EditStretch(of: mode, at: now)
        if let ends, ends <= now { throw EditRefusal("it would end at \(ends), which is over") }
        let to = ends ?? stretch.to
        let made = try RotationSchedule(
            cycle: RotationCycle(entries),
            anchor: CycleAnchor(entries).anchor(seen, at: now),
            usableFrom: now,
            usableTo: to,
            takeover: stretch.isTakeover ? current?.takeover : nil,
            symbol: stretch.isTakeover ? current?.symbol : nil
        )
        if to == stretch.to, let current, current.saysTheSame(as: made, from: now) {
            throw EditRefusal("the schedule says so already: nothing would change", .impossible)
        }
        return ScheduleLayer(
            mode: self.mode,
            from: now,
            to: to,
            replacesTakeovers: stretch.isTakeover,
            schedule: made
        )
    }

    private func takeover(
        _ name: String,
        _ turns: [Turn],
        from: UnixTime?,
        to: UnixTime,
        _ seen: Seen?,
        at now: UnixTime
    ) throws -> ScheduleLayer {
        guard to > now else { throw EditRefusal("it would end at \(to), which is over") }
        let entries = turns.map { RotationCycle.Entry(map: $0.map, minutes: $0.minutes) }
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
        return ScheduleLayer(mode: mode, from: begin, to: to, replacesTakeovers: true, schedule: made)
    }

    /// Of a takeover what it covers comes back, where the same schedule stands on both sides of it.
    private func end(_ mode: RotationMode?, at time: UnixTime) throws -> ScheduleLayer {
        guard let mode else {
            throw EditRefusal("nothing is known of \(self.mode) that could end", .impossible)
        }
        if case .ended(let since) = mode.lookup(at: time) {
            throw EditRefusal("\(self.mode) ended at \(since) already", .impossible)
        }
        guard let current = mode.schedule(at: time), current.takeover != nil else {
            return ScheduleLayer(mode: self.mode, from: time, to: nil, replacesTakeovers: true, schedule: nil)
        }
        let covered = try mode.covered(by: current)?.cut(from: time, to: current.usableTo)
        return ScheduleLayer(
            mode: self.mode,
            from: time,
            to: current.usableTo,
            replacesTakeovers: true,
            schedule: covered
        )
    }

    /// The same maps at other times; without an end the borders stay where they are.
    private func see(_ seen: Seen, over mode: RotationMode?, at now: UnixTime) throws -> ScheduleLayer {
        guard let mode, let current = mode.schedule(at: now) else {
            throw EditRefusal(
                "no schedule of \(self.mode) is in force that could be moved; say all its maps: set \(self.mode): …",
                .impossible
            )
        }
        let stretch = EditStretch(of: mode, at: now)
        let finder = CycleAnchor(current.cycle.entries)
        let slot = try current.cut(from: nil, to: nil).slot(at: now)
        guard let slot else { throw EditRefusal("nothing is known of \(self.mode)", .impossible) }
        let anchor =
            seen.until == nil
            ? try finder.anchor(seen, inPlaceOf: slot, at: now) : try finder.anchor(seen, at: now)
        let made = try RotationSchedule(
            cycle: current.cycle,
            anchor: anchor,
            usableFrom: now,
            usableTo: stretch.to,
            takeover: current.takeover,
            symbol: current.symbol
        )
        guard !current.saysTheSame(as: made, from: now) else {
            throw EditRefusal("the schedule says so already: nothing would change", .impossible)
        }
        return ScheduleLayer(
            mode: self.mode,
            from: now,
            to: stretch.to,
            replacesTakeovers: stretch.isTakeover,
            schedule: made
        )
    }
}

/// For how long an edit of what is on holds: to the end of the schedule in force, across takeovers that lie over it.
struct EditStretch {
    /// Nil: no end is known.
    let to: UnixTime?
    /// Whether it is a takeover that is on: then the edit is of that one.
    let isTakeover: Bool

    init(of mode: RotationMode?, at time: UnixTime) {
        guard let mode, let current = mode.schedule(at: time) else {
            // Where nothing is in force: until something is.
            to = mode?.lookup(at: time).end
            isTakeover = false
            return
        }
        isTakeover = current.takeover != nil
        var end = current.usableTo
        var cursor = isTakeover ? nil : end
        for piece in mode.schedules {
            guard let border = cursor, piece.usableFrom == border else { continue }
            if piece.takeover != nil {
                cursor = piece.usableTo
            } else if piece.isPiece(of: current) {
                (cursor, end) = (piece.usableTo, piece.usableTo)
            } else {
                break
            }
        }
        to = end
    }
}

extension RotationMode {
    /// What a takeover covers, as far as that is known: the same schedule stands on both sides of it, perhaps beyond others.
    fileprivate func covered(by takeover: RotationSchedule) -> RotationSchedule? {
        guard let index = schedules.firstIndex(of: takeover) else { return nil }
        var before = index
        while before > 0, schedules[before].takeover != nil,
            schedules[before - 1].usableTo == schedules[before].usableFrom
        {
            before -= 1
        }
        var after = index
        while after + 1 < schedules.count, schedules[after].takeover != nil,
            schedules[after + 1].usableFrom == schedules[after].usableTo
        {
            after += 1
        }
        let (first, last) = (schedules[before], schedules[after])
        return first.takeover == nil && first.isPiece(of: last) ? first : nil
    }
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
