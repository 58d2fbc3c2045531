package import WatchpostModel

/// Which map is on in every mode: reads schedules, watches slots begin and end, and says so once.
///
/// A value without clock or I/O. Its owner performs the effects, passes on what the schedule file's watcher
/// says and ticks at each `wake`. While the clock of the machine is not set nothing is known and nothing is
/// emitted; what happened to the file meanwhile is told with the first trusted instant.
package struct RotationBook: Sendable {
    /// The schedules in force: the file's with what edits lay over it; nil until a file was read.
    package private(set) var schedules: RotationSchedules?
    /// What the file says, or what stands in for it.
    package private(set) var file: RotationSchedules?
    /// What lies over the file.
    package private(set) var edits = ScheduleEdits()
    /// Why the newest file was refused, one line for each problem; empty when it is in force.
    package private(set) var problems: [String] = []
    /// What was last announced, by mode: to be stored, and handed to `init` after a restart.
    package private(set) var announcements: [String: RotationAnnouncement]

    /// Which schedules are in force while the newest file is not.
    package private(set) var inForce = RefusedScheduleBody.InForce.before
    /// Since when the newest file is refused; nil while it is not, or nobody was told yet.
    private var refusedAt: UnixTime?
    /// What an upstream adds.
    private var overlay = RotationOverlay()
    /// What became of the newest file, as long as nobody was told.
    private var untold: [String]?
    /// Whether an edit changed something of which nobody was told.
    private var isEdited = false
    /// Until when the published snapshot holds; nil: publish again.
    private var publishedUntil: UnixTime?
    /// Counts what was published for the Map Timer app; it goes up with each change of that.
    private var revision: Int64
    private var mapTimer: MapTimerContent?

    /// A book that knows nothing yet.
    ///
    /// A mode without an announcement is first seen silently. `revision`: below all that this run gives out, see
    /// ``MapTimerContent``.
    package init(announcements: [String: RotationAnnouncement] = [:], revision: Int64 = 0) {
        self.announcements = announcements
        self.revision = revision
    }

    /// Takes note of an event; the effects are to be performed in order.
    package mutating func handle(_ event: RotationEvent, at now: Moment) -> [RotationEffect] {
        switch event {
        case .loaded(let loaded): accept(loaded)
        case .stoodIn(let other, let inForce): standIn(other, inForce)
        case .refused(let lines): refuse(lines)
        case .edited(let edits): edit(edits)
        case .observed(let overlay): observe(overlay)
        case .tick: break
        }
        guard let wall = now.wall else {
            publishedUntil = nil
            return []
        }
        return toldSchedule(at: wall) + publication(at: wall) + changes(at: wall)
    }

    /// The facts at an instant; nil while the clock is not set or no schedule was ever read.
    package func snapshot(at now: Moment) -> RotationSnapshot? {
        now.wall.flatMap { snapshot(at: $0) }
    }

    private func snapshot(at wall: UnixTime) -> RotationSnapshot? {
        guard let schedules else { return nil }
        return RotationSnapshot(
            schedules: overlay.anchoring(schedules),
            at: wall,
            refused: refusal,
            overlay: overlay,
            revision: revision
        )
    }

    /// The schedules in force as they are shown: with the anchors that an upstream moved.
    package var shown: RotationSchedules? { schedules.map { overlay.anchoring($0) } }

    /// What edits are drafted over; nil until a file was read.
    package var ground: EditGround? {
        guard let file, let shown else { return nil }
        return EditGround(file: file, shown: shown, inForce: overlay.filling(shown))
    }

    /// What would be shown with other edits; nil until a file was read.
    package func inForce(with edits: ScheduleEdits) -> RotationSchedules? {
        guard let file else { return nil }
        var other = self
        other.lay(edits, over: file)
        return other.ground?.inForce
    }

    /// What everybody may know of a refusal; nil when the newest file is in force.
    private var refusal: RefusedScheduleBody? {
        guard let refusedAt, !problems.isEmpty else { return nil }
        return RefusedScheduleBody(problems: problems, inForce: inForce, since: refusedAt)
    }

    private mutating func observe(_ overlay: RotationOverlay) {
        guard overlay != self.overlay else { return }
        self.overlay = overlay
        publishedUntil = nil
    }

    private mutating func accept(_ loaded: RotationSchedules) {
        guard loaded != file || !problems.isEmpty else { return }
        lay(edits, over: loaded)
        problems = []
        untold = []
        (inForce, refusedAt) = (.before, nil)
    }

    /// Whatever an upstream moved of a mode that is another one now is found again.
    private mutating func lay(_ edits: ScheduleEdits, over file: RotationSchedules) {
        let laid = edits.laid(over: file)
        overlay.anchored = overlay.anchored.filter { schedules?.mode($0.key) == laid.mode($0.key) }
        (self.file, self.edits, schedules) = (file, edits, laid)
        publishedUntil = nil
    }

    private mutating func edit(_ edits: ScheduleEdits) {
        guard let file else {
            self.edits = edits
            return
        }
        // Also one that changes no map is news: who shows the history reads it again.
        if edits != self.edits { isEdited = true }
        lay(edits, over: file)
    }

    /// Tells nobody: no new file is in force.
    private mutating func standIn(_ other: RotationSchedules, _ inForce: RefusedScheduleBody.InForce) {
        lay(edits, over: other)
        self.inForce = inForce
    }

    private mutating func refuse(_ lines: [String]) {
        let lines = lines.isEmpty ? ["the schedule file was refused"] : lines
        guard lines != problems else { return }
        problems = lines
        untold = lines
        (refusedAt, publishedUntil) = (nil, nil)
    }

    private mutating func toldSchedule(at wall: UnixTime) -> [RotationEffect] {
        var effects: [RotationEffect] = []
        if isEdited, untold?.isEmpty != true {
            effects.append(.scheduleAccepted(ScheduleEventBody(accepted: true, problems: [], at: wall)))
        }
        isEdited = false
        guard let lines = untold else { return effects }
        untold = nil
        if !lines.isEmpty { refusedAt = wall }
        let body = ScheduleEventBody(accepted: lines.isEmpty, problems: lines, at: wall)
        return effects + [body.accepted ? .scheduleAccepted(body) : .scheduleRefused(body)]
    }

    /// A clock that was set back makes the snapshot wrong as well: it holds from its own instant only.
    private mutating func publication(at wall: UnixTime) -> [RotationEffect] {
        guard let due = snapshot(at: wall)?.nextChange else { return [] }
        guard publishedUntil != due else { return [.wake(at: due)] }
        publishedUntil = due
        let content = snapshot(at: wall)?.mapTimerContent
        if content != mapTimer {
            revision += 1
            mapTimer = content
        }
        guard let snapshot = snapshot(at: wall) else { return [] }
        return [.publish(snapshot), .wake(at: due)]
    }

    private mutating func changes(at wall: UnixTime) -> [RotationEffect] {
        guard let snapshot = snapshot(at: wall) else { return [] }
        var effects: [RotationEffect] = []
        var seen: [String: RotationAnnouncement] = [:]
        for mode in snapshot.inForce.modes {
            let lookup = mode.lookup(at: wall)
            let announcement = RotationAnnouncement(lookup)
            seen[mode.key] = announcement
            guard let before = announcements[mode.key], before != announcement else { continue }
            let body = RotationEventBody(
                mode: mode.key,
                state: lookup.state,
                current: lookup.slot?.body,
                at: wall
            )
            effects.append(lookup.slot == nil ? .stateChanged(body) : .mapChanged(body))
        }
        announcements = seen
        return effects
    }
}
