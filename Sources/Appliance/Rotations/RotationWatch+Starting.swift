import Core
import WatchpostModel

/// The part of the rotation watch that starts a mode of which no map is known.
extension RotationWatch {
    /// What became of a start.
    enum StartOutcome: Sendable {
        /// What the mode shows.
        case shown(RotationBody)
        /// The schedule has not ended, and who asks may not change it.
        case notPaired
        case refused(EditRefusal)
    }

    /// Starts a mode; durable once it returns `shown`.
    ///
    /// Two who tap at once mean the same: who comes second and says the map that is on by then is told what is shown, and has
    /// changed nothing. So is who repeats a tap of which the answer was lost.
    func start(
        _ start: CycleStart,
        by install: String?,
        administers: Bool,
        isFirst: Bool = true
    ) async throws(SQLiteError) -> StartOutcome {
        let edit: ScheduleEdit
        let ground: EditGround
        do throws(EditRefusal) {
            let now = try wall()
            ground = try editable()
            let change = try start.change(over: ground, builtIn: try? ScheduleFile.shipped(), at: now)
            let lookup = ground.inForce.mode(start.mode)?.lookup(at: now)
            if let slot = lookup?.slot {
                if start.means(slot.map), let body = mode(start.mode) { return .shown(body) }
                guard administers else { return .notPaired }
                throw RotationWatch.running(slot, of: start.mode)
            }
            guard administers || lookup?.state == .ended else { return .notPaired }
            edit = try book.edits.draft(.change(change), over: ground, by: install, at: now)
        } catch {
            return .refused(error)
        }
        switch try await store(edit, over: ground) {
        case .refused(let refusal):
            // Somebody else was first: what that began is shown, or said.
            guard isFirst, refusal.kind == .outdated else { return .refused(refusal) }
            try await takeCommitted()
            return try await self.start(start, by: install, administers: administers, isFirst: false)
        case .done: return mode(start.mode).map { .shown($0) } ?? .refused(RotationWatch.gone)
        }
    }

    private func mode(_ key: String) -> RotationBody? {
        book.snapshot(at: clock.now())?.body(ofMode: key)
    }

    private static func running(_ slot: RotationSlot, of mode: String) -> EditRefusal {
        EditRefusal(
            "\(mode) has a map already: \(slot.map.name) until \(slot.end); say “see \(mode): …” to move it",
            .impossible
        )
    }

    private static let gone = EditRefusal("the clock was set meanwhile; look again", .outdated)
}
