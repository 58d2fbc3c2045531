import Core
import SystemSupport
import WatchpostModel

/// The part of the rotation watch that edits the schedule.
extension RotationWatch {
    /// What is needed for it.
    struct Editing: Sendable {
        let store: ScheduleEditStore
        /// Of the clocks that people who edit look at; it may be another one with each call.
        let zone: @Sendable () -> CivilZone
    }

    /// What became of an edit.
    enum EditOutcome: Sendable {
        case done
        case refused(EditRefusal)
    }

    /// What is known about edits now.
    struct EditsView: Sendable {
        let basis: String
        let modes: [String]
        let maps: [GameMap]
        let edits: [(edit: ScheduleEdit, standing: ScheduleEdits.Standing)]
    }

    /// Reads what was committed, before the first schedule comes.
    func beginEditing() async throws(SQLiteError) {
        guard let editing else { return }
        perform(book.handle(.edited(try await editing.store.load()), at: clock.now()))
    }

    /// The history; throws while there is no schedule.
    func edits() throws(EditRefusal) -> EditsView {
        let file = try editable()
        return EditsView(
            basis: book.edits.basis(over: file),
            modes: file.modes.map(\.key),
            maps: maps(of: file).all,
            edits: Array(zip(book.edits.commits, book.edits.standings(over: file)))
        )
    }

    /// What a line would change; nothing changes.
    func preview(_ text: String) throws(EditRefusal) -> SchedulePreviewBody {
        let (file, now) = (try editable(), try wall())
        let edit = try draft(text, by: nil, over: file, at: now)
        let after = book.edits.adding(edit).laid(over: file)
        // What an upstream moved is not part of an edit, and is found anew for a mode that is edited.
        let before = (book.shown ?? file).modes.filter { after.mode($0.key) != book.schedules?.mode($0.key) }
        let from = max(now, edit.layer?.from ?? now)
        return SchedulePreviewBody(
            basis: book.edits.basis(over: file),
            text: edit.undoes == nil ? edit.words : "undo",
            from: from,
            until: from.advanced(by: SchedulePreview.seconds),
            modes: SchedulePreview.modes(
                from: from,
                before: book.schedules?.replacing(before) ?? file,
                after: after
            )
        )
    }

    /// Commits a line, if the schedules are those of the preview that was looked at; `install`: the phone that asks.
    func commit(
        _ text: String,
        basis: String,
        by install: String?
    ) async throws(SQLiteError) -> EditOutcome {
        do throws(EditRefusal) {
            guard basis == book.edits.basis(over: try editable()) else { throw RotationWatch.outdated }
        } catch {
            return .refused(error)
        }
        return try await commit(text, by: install)
    }

    /// Commits a line whatever was looked at before; durable once it returns `done`, and shown by then.
    func commit(_ text: String, by install: String?) async throws(SQLiteError) -> EditOutcome {
        let edit: ScheduleEdit
        let idle: [Int64]
        do throws(EditRefusal) {
            let file = try editable()
            edit = try draft(text, by: install, over: file, at: try wall())
            idle = zip(book.edits.commits, book.edits.standings(over: file))
                .filter { $0.1 != .inForce }.map { $0.0.version }
        } catch {
            return .refused(error)
        }
        guard let editing else { return .refused(RotationWatch.closed) }
        switch try await editing.store.append(edit, idle: idle) {
        case .stored(let edits):
            // Another one may have been stored and shown meanwhile.
            if edits.version > book.edits.version { put(.edited(edits)) }
            log.notice(
                "the schedule was edited by \(install == nil ? "its owner" : "a paired phone"): \(edit.words)"
            )
            return .done
        case .conflict: return .refused(RotationWatch.outdated)
        case .full:
            return .refused(
                EditRefusal(
                    "\(ScheduleEditStore.most) edits lie over the schedule file, which is the limit; write them into the file",
                    .impossible
                )
            )
        }
    }

    private func draft(
        _ text: String,
        by install: String?,
        over file: RotationSchedules,
        at now: UnixTime
    ) throws(EditRefusal) -> ScheduleEdit {
        let reader = ScheduleRequestReader(
            modes: file.modes.map(\.key),
            maps: maps(of: file),
            now: now,
            zone: editing?.zone() ?? .local
        )
        return try book.edits.draft(try reader.read(text), over: file, by: install, at: now)
    }

    /// The file's, and those that are shipped: a new split may bring back any of them.
    private func maps(of file: RotationSchedules) -> KnownMaps {
        KnownMaps([file] + [try? ScheduleFile.shipped()].compactMap { $0 })
    }

    private func editable() throws(EditRefusal) -> RotationSchedules {
        guard editing != nil else { throw RotationWatch.closed }
        guard let file = book.file else {
            throw EditRefusal("no schedule was read yet that could be changed", .impossible)
        }
        return file
    }

    private func wall() throws(EditRefusal) -> UnixTime {
        guard let wall = clock.now().wall else {
            throw EditRefusal("the appliance's clock is not set yet; try again in a minute", .impossible)
        }
        return wall
    }

    private static let closed = EditRefusal("the schedule of this appliance cannot be edited", .impossible)
    private static let outdated = EditRefusal(
        "the schedule was changed meanwhile, by another edit or a newer file; look at the preview again",
        .outdated
    )
}

/// Edits that a newer file overrides.
extension RotationWatch {
    /// The edits that do not hold, because the file says something else of their modes.
    var overridden: [ScheduleEdit] {
        guard let file = book.file else { return [] }
        return zip(book.edits.commits, book.edits.standings(over: file)).filter { $0.1 == .overridden }
            .map { $0.0 }
    }

    /// The file says what it overrides; and which edits hold again, because it says of their modes what it said.
    func tellOverridden(since before: [ScheduleEdit]) {
        let now = overridden
        tell("the schedule file overrides", now.filter { !before.contains($0) })
        tell("over the schedule file there holds again", before.filter { !now.contains($0) })
    }

    private func tell(_ words: String, _ edits: [ScheduleEdit]) {
        for edit in edits.suffix(RotationWatch.mostTold) {
            log.notice("\(words) the edit of \(edit.at): \(edit.words)")
        }
        let rest = edits.count - RotationWatch.mostTold
        if rest > 0 { log.notice("\(words) \(rest) earlier edits; `watchpost rotations show` lists them") }
    }

    /// Edits that are named in the log at a time.
    private static let mostTold = 5
}

extension RotationSchedules {
    /// The same with some modes in the place of those of their keys.
    fileprivate func replacing(_ others: [RotationMode]) -> RotationSchedules {
        let modes = modes.map { mode in others.first { $0.key == mode.key } ?? mode }
        return (try? RotationSchedules(source: source, modes: modes)) ?? self
    }
}
