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

    /// Takes what others committed, of which they may not have told yet.
    func takeCommitted() async throws(SQLiteError) {
        guard let edits = try await editing?.store.load(), edits.version > book.edits.version else { return }
        put(.edited(edits))
    }

    /// The history; throws while there is no schedule.
    func edits() throws(EditRefusal) -> EditsView {
        let ground = try editable()
        return EditsView(
            basis: book.edits.basis(of: ground.shown),
            modes: ground.modes,
            maps: maps(of: ground).all,
            edits: Array(zip(book.edits.commits, book.edits.standings(over: ground.file)))
        )
    }

    /// What a line would change; nothing changes.
    func preview(_ text: String) throws(EditRefusal) -> SchedulePreviewBody {
        let (ground, now) = (try editable(), try wall())
        let edit = try draft(text, by: nil, over: ground, at: now)
        // What is taken back may lie ahead, as what is changed may.
        let undone = edit.undoes.flatMap { version in book.edits.commits.first { $0.version == version } }
        let from = max(now, (edit.layer ?? undone?.layer)?.from ?? now)
        return SchedulePreviewBody(
            basis: book.edits.basis(of: ground.shown),
            at: now,
            text: edit.undoes == nil ? edit.words : "undo",
            from: from,
            until: from.advanced(by: SchedulePreview.seconds),
            modes: SchedulePreview.modes(
                from: from,
                before: ground.inForce,
                after: book.inForce(with: book.edits.adding(edit)) ?? ground.inForce
            )
        )
    }

    /// Commits a line, if the schedules are those of the preview that was looked at; `install`: the phone that asks.
    ///
    /// `at`: of that preview. What the line means was decided then, and holds from now on: a map or an event that ended in
    /// between makes it nothing else. Nil: nobody looked, and it means what it means now.
    func commit(
        _ text: String,
        basis: String,
        at: UnixTime?,
        by install: String?
    ) async throws(SQLiteError) -> EditOutcome {
        do throws(EditRefusal) {
            guard basis == book.edits.basis(of: try editable().shown) else { throw RotationWatch.outdated }
            if let at { try RotationWatch.check(at, at: try wall()) }
        } catch {
            return .refused(error)
        }
        return try await commit(text, lookedAt: at, isAgain: true, by: install)
    }

    /// Commits a line whatever was looked at before; durable once it returns `done`, and shown by then.
    func commit(_ text: String, by install: String?) async throws(SQLiteError) -> EditOutcome {
        try await commit(text, lookedAt: nil, isAgain: false, by: install)
    }

    private func commit(
        _ text: String,
        lookedAt: UnixTime?,
        isAgain: Bool,
        by install: String?
    ) async throws(SQLiteError) -> EditOutcome {
        let edit: ScheduleEdit
        let ground: EditGround
        do throws(EditRefusal) {
            let now = try wall()
            ground = try editable()
            edit = try draft(text, isAgain: isAgain, by: install, over: ground, at: lookedAt ?? now)
                .committed(at: now)
        } catch {
            return .refused(error)
        }
        return try await store(edit, over: ground)
    }

    /// Durable once it returns `done`, and shown by then.
    func store(_ edit: ScheduleEdit, over ground: EditGround) async throws(SQLiteError) -> EditOutcome {
        guard let editing else { return .refused(RotationWatch.closed) }
        let expendable = book.edits.expendable(over: ground.file, at: edit.at)
        switch try await editing.store.append(edit, expendable: expendable) {
        case .stored(let edits):
            // Another one may have been stored and shown meanwhile.
            if edits.version > book.edits.version { put(.edited(edits)) }
            log.notice("the schedule was edited by \(RotationWatch.author(of: edit)): \(edit.words)")
            return .done
        case .conflict: return .refused(RotationWatch.outdated)
        case .full: return .refused(RotationWatch.full)
        }
    }

    private static func author(of edit: ScheduleEdit) -> String {
        switch edit.install {
        case nil: "its owner"
        case ScheduleEdit.someoneAtHome: "somebody at home"
        case _?: "a phone"
        }
    }

    private func draft(
        _ text: String,
        isAgain: Bool = false,
        by install: String?,
        over ground: EditGround,
        at now: UnixTime
    ) throws(EditRefusal) -> ScheduleEdit {
        let reader = ScheduleRequestReader(
            modes: ground.modes,
            maps: maps(of: ground),
            now: now,
            zone: editing?.zone() ?? .local
        )
        return try book.edits.draft(
            try reader.read(text, isAgain: isAgain),
            over: ground,
            by: install,
            at: now
        )
    }

    /// Refuses to commit what somebody looked at long ago, or by another clock; in seconds.
    private static func check(_ looked: UnixTime, at now: UnixTime) throws(EditRefusal) {
        guard now.since(looked) <= longestLook else {
            throw EditRefusal(
                "the preview is of \(looked), more than \(longestLook / 60) minutes ago; look at it again",
                .outdated
            )
        }
        guard looked.since(now) <= 60 else {
            throw EditRefusal(
                "the preview is of \(looked), and it is \(now) only: the clock was set; look at it again",
                .outdated
            )
        }
    }

    /// Longer nobody looks at a preview, in seconds.
    private static let longestLook: Int64 = 600

    /// The file's, and those that are shipped: a new split may bring back any of them.
    private func maps(of ground: EditGround) -> KnownMaps {
        KnownMaps([ground.file, ground.inForce] + [try? ScheduleFile.shipped()].compactMap { $0 })
    }

    func editable() throws(EditRefusal) -> EditGround {
        guard editing != nil else { throw RotationWatch.closed }
        guard let ground = book.ground else {
            throw EditRefusal("no schedule was read yet that could be changed", .impossible)
        }
        return ground
    }

    func wall() throws(EditRefusal) -> UnixTime {
        guard let wall = clock.now().wall else {
            throw EditRefusal("the box's clock is not set yet; try again in a minute", .impossible)
        }
        return wall
    }

    private static let full = EditRefusal(
        "\(ScheduleEditStore.most) edits hold at once, which is the limit; take some back with undo, or write them into the schedule file",
        .impossible
    )
    private static let closed = EditRefusal("the schedule of this box cannot be edited", .impossible)
    private static let outdated = EditRefusal(
        "the schedule was changed meanwhile, by another edit or a newer file; look at the preview again",
        .outdated
    )
}
