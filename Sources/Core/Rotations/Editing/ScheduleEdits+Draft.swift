package import WatchpostModel

/// What edits are drafted over.
package struct EditGround: Sendable {
    /// What the file says.
    package var file: RotationSchedules
    /// What is shown by file and edits, with the anchors that an upstream moved.
    package var shown: RotationSchedules
    /// What is shown with what an upstream alone says: it has modes that the file lacks.
    package var inForce: RotationSchedules

    package init(file: RotationSchedules, shown: RotationSchedules, inForce: RotationSchedules) {
        self.file = file
        self.shown = shown
        self.inForce = inForce
    }

    /// The modes that can be edited, by key.
    package var modes: [String] {
        let own = file.modes.map(\.key)
        return own + inForce.modes.map(\.key).filter { !own.contains($0) }
    }
}

/// From requests to edits.
extension ScheduleEdits {
    /// What a request comes to: the next edit, not committed yet.
    package func draft(
        _ request: ScheduleRequest,
        over ground: EditGround,
        by install: String?,
        at now: UnixTime
    ) throws(EditRefusal) -> ScheduleEdit {
        let (words, kind) =
            switch request {
            case .undo: try undo(over: ground.file)
            case .change(let change): try laid(change, over: ground, at: now)
            }
        let edit = ScheduleEdit(version: version + 1, at: now, install: install, words: words, kind: kind)
        if let mode = edit.layer?.mode { try adding(edit).check(mode, of: ground.file) }
        return edit
    }

    private func undo(
        over file: RotationSchedules
    ) throws(EditRefusal) -> (words: String, kind: ScheduleEdit.Kind) {
        guard let newest = inForce(over: file).last else {
            throw EditRefusal("there is nothing to undo: no edit is in force", .impossible)
        }
        return ("undo \(newest.version): \(newest.words)", .undone(newest.version))
    }

    private func laid(
        _ change: ScheduleChange,
        over ground: EditGround,
        at now: UnixTime
    ) throws(EditRefusal) -> (words: String, kind: ScheduleEdit.Kind) {
        let key = change.mode
        let planes = ModePlanes(ground.shown.mode(key))
        let name = ground.inForce.mode(key)?.name ?? ground.file.mode(key)?.name ?? key
        let layer = try change.layer(over: planes, called: name, at: now)
        let held = held(planes, beside: layer, over: ground.file, at: now)
        return ("\(change)", .laid(held + [layer], base: ModeDigest.text(of: ground.file.mode(key))))
    }

    /// What an upstream moved holds no longer once its mode is another one: so an edit takes along what it leaves as it is.
    private func held(
        _ planes: ModePlanes,
        beside layer: ScheduleLayer,
        over file: RotationSchedules,
        at now: UnixTime
    ) -> [ScheduleLayer] {
        let own = ModePlanes(laid(over: file).mode(layer.mode))
        guard own != planes else { return [] }
        return [ModePlanes.Plane.base, .takeovers].flatMap { plane in
            planes.schedules(plane).filter { !own.schedules(plane).contains($0) }.compactMap { schedule in
                let held = ScheduleLayer(
                    mode: layer.mode,
                    name: layer.name,
                    plane: plane,
                    from: max(schedule.usableFrom ?? now, now),
                    to: schedule.usableTo,
                    schedule: schedule
                ).beginning(at: now)
                guard let held, held.to.map({ $0 > held.from }) ?? true, !held.isHidden(by: layer, from: now)
                else { return nil }
                return held
            }
        }
    }

    /// Throws when the edits of a mode cannot be laid over it: each may cut a schedule in two.
    private func check(_ key: String, of file: RotationSchedules) throws(EditRefusal) {
        let layers = inForce(over: file).flatMap(\.layers)
        do throws(RotationProblem) {
            _ = try ScheduleEdits.lay(layers.filter { $0.mode == key }, over: file.mode(key))
        } catch {
            throw EditRefusal("\(error); write the edits into the schedule file", .impossible)
        }
        let others = Set(layers.map(\.mode)).filter { file.mode($0) == nil }
        guard file.modes.count + others.count <= RotationSchedules.maximumModes else {
            throw EditRefusal("there is no room for another mode: \(file.modes.count) are there", .impossible)
        }
    }
}

/// Which edits make room for new ones.
extension ScheduleEdits {
    /// So many of the newest that hold are never taken: they can be undone one by one.
    package static let mostUndone = 50

    /// Versions that may be forgotten, the first first: what holds nothing, what is over, and what newer edits hide.
    package func expendable(over file: RotationSchedules, at now: UnixTime) -> [Int64] {
        let standings = standings(over: file)
        let idle = zip(commits, standings).filter { $0.1 != .inForce }.map { $0.0.version }
        let holding = zip(commits, standings).filter { $0.1 == .inForce }.map { $0.0 }
        let old = holding.dropLast(ScheduleEdits.mostUndone)
        let over = old.filter { edit in edit.layers.allSatisfy { $0.beginning(at: now) == nil } }
        let hidden = old.filter { edit in
            let newer = holding.filter { $0.version > edit.version }.flatMap(\.layers)
            let rest = edit.layers.compactMap { $0.beginning(at: now) }
            return !rest.isEmpty
                && rest.allSatisfy { one in newer.contains { one.isHidden(by: $0, from: now) } }
        }
        return idle + over.map(\.version) + hidden.map(\.version)
    }
}
