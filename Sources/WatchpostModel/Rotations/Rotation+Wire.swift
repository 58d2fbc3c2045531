/// Schedules to and from the wire: what a phone receives gives it the very arithmetic of the appliance.
extension RotationSchedule {
    /// The schedule as it is written on the wire.
    public var body: ScheduleBody {
        ScheduleBody(
            cycle: cycle.entries.map {
                CycleEntryBody(
                    code: $0.map.code,
                    map: $0.map.name,
                    gameMode: $0.gameMode,
                    minutes: $0.minutes
                )
            },
            anchor: anchor,
            usableFrom: usableFrom,
            usableTo: usableTo,
            takeover: takeover,
            symbol: symbol
        )
    }

    /// Reads a schedule that came over the wire; it may be anything.
    public init(_ body: ScheduleBody) throws(RotationProblem) {
        let entries = body.cycle.map {
            RotationCycle.Entry(
                map: GameMap(code: $0.code, name: $0.map),
                gameMode: $0.gameMode,
                minutes: $0.minutes
            )
        }
        try self.init(
            cycle: RotationCycle(entries),
            anchor: body.anchor,
            usableFrom: body.usableFrom,
            usableTo: body.usableTo,
            takeover: body.takeover,
            symbol: body.symbol
        )
    }
}

extension RotationMode {
    /// The mode as it stands at an instant, as it is written on the wire.
    public func body(at time: UnixTime) -> RotationBody {
        let lookup = lookup(at: time)
        return RotationBody(
            mode: key,
            name: name,
            state: lookup.state,
            current: lookup.slot?.body,
            next: following(lookup)?.body,
            takeover: lookup.slot?.takeover,
            validUntil: validUntil(lookup, at: time),
            schedules: schedules.map(\.body)
        )
    }

    /// Reads a mode that came over the wire: its schedules, not its state, which is computed again.
    public init(_ body: RotationBody) throws(RotationProblem) {
        var schedules: [RotationSchedule] = []
        for schedule in body.schedules { try schedules.append(RotationSchedule(schedule)) }
        try self.init(key: body.mode, name: body.name, schedules: schedules)
    }

    /// What comes after the slot that is on, or ends the stretch of which nothing is known.
    private func following(_ lookup: RotationLookup) -> RotationSlot? {
        switch lookup {
        case .running(let slot): self.slot(after: slot)
        case .notStarted(let until): slot(at: until)
        case .gap(_, let until): until.flatMap { slot(at: $0) }
        case .ended: nil
        }
    }

    private func validUntil(_ lookup: RotationLookup, at time: UnixTime) -> UnixTime? {
        switch lookup {
        case .running: schedule(at: time)?.usableTo
        case .ended(let since): since
        case .notStarted, .gap: nil
        }
    }
}

extension RotationMode {
    /// Reads the schedules of a mode that came over the wire.
    public init(_ body: ModeSchedulesBody) throws(RotationProblem) {
        var schedules: [RotationSchedule] = []
        for schedule in body.schedules { try schedules.append(RotationSchedule(schedule)) }
        try self.init(key: body.mode, name: body.name, schedules: schedules)
    }
}

extension RotationSchedules {
    /// Reads all that is published, as it came over the wire.
    public init(_ body: ScheduleListBody) throws(RotationProblem) {
        var modes: [RotationMode] = []
        for mode in body.modes { try modes.append(RotationMode(mode)) }
        try self.init(source: body.source, modes: modes)
    }

    /// Reads a list of modes that came over the wire; those of which only an upstream tells have no schedules.
    public init(_ body: RotationListBody) throws(RotationProblem) {
        var modes: [RotationMode] = []
        for mode in body.modes where !mode.schedules.isEmpty { try modes.append(RotationMode(mode)) }
        try self.init(source: body.source, modes: modes)
    }
}
