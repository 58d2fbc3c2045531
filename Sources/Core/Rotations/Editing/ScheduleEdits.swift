package import WatchpostModel

/// One edit that was committed, or one that was taken back.
package struct ScheduleEdit: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// `base`: what the file said of the mode when the edit was made, as a digest.
        case laid(ScheduleLayer, base: String)
        /// Takes back the edit with this version.
        case undone(Int64)
    }

    /// Given out once, ascending.
    package let version: Int64
    package let at: UnixTime
    /// The id of the phone that asked; nil: the owner at the box.
    package let install: String?
    /// As it can be typed again.
    package let words: String
    package let kind: Kind

    package init(version: Int64, at: UnixTime, install: String?, words: String, kind: Kind) {
        self.version = version
        self.at = at
        self.install = install
        self.words = words
        self.kind = kind
    }
}

/// Every edit of the schedule: what lies over the owner's file.
///
/// The file stays the owner's. An edit holds as long as the file says of its mode what it said when the edit was made: a newer
/// file that says something else overrides it, and one that is put back gives it back. Later edits lie over earlier ones.
package struct ScheduleEdits: Hashable, Sendable {
    /// What has become of an edit.
    package enum Standing: Hashable, Sendable {
        case inForce
        /// It was taken back.
        case undone
        /// The file says something else of its mode by now.
        case overridden
        /// It is no edit, but takes one back.
        case undo
    }

    /// By version, oldest first.
    package let commits: [ScheduleEdit]

    package init(_ commits: [ScheduleEdit] = []) {
        self.commits = commits.sorted { $0.version < $1.version }
    }

    /// The newest that was given out; 0: none.
    package var version: Int64 { commits.last?.version ?? 0 }

    package func adding(_ edit: ScheduleEdit) -> ScheduleEdits {
        ScheduleEdits(commits + [edit])
    }

    /// What each of them is worth over a file, in the order of `commits`.
    package func standings(over file: RotationSchedules) -> [Standing] {
        let undone = Set(commits.compactMap { $0.undoes })
        var bases: [String: String] = [:]
        return commits.map { commit in
            guard case .laid(let layer, let base) = commit.kind else { return .undo }
            if undone.contains(commit.version) { return .undone }
            let present = bases[layer.mode] ?? ModeDigest.text(of: file.mode(layer.mode))
            bases[layer.mode] = present
            return base == present ? .inForce : .overridden
        }
    }

    /// Those that hold over a file.
    package func inForce(over file: RotationSchedules) -> [ScheduleEdit] {
        zip(commits, standings(over: file)).filter { $0.1 == .inForce }.map { $0.0 }
    }

    /// The file's schedules with all that holds over them.
    package func laid(over file: RotationSchedules) -> RotationSchedules {
        let layers = inForce(over: file).compactMap(\.layer)
        guard !layers.isEmpty else { return file }
        let modes = file.modes.compactMap { mode -> RotationMode? in
            let own = layers.filter { $0.mode == mode.key }
            guard !own.isEmpty else { return mode }
            do throws(RotationProblem) {
                return try ScheduleEdits.laid(own, over: mode)
            } catch {
                // Whoever committed it made sure that it can be laid over this very mode.
                return mode
            }
        }
        // Some of the same keys.
        return (try? RotationSchedules(source: file.source, modes: modes)) ?? file
    }

    /// Nil: nothing is left.
    private static func laid(
        _ layers: [ScheduleLayer],
        over mode: RotationMode
    ) throws(RotationProblem) -> RotationMode? {
        var schedules = mode.schedules
        for layer in layers { schedules = try layer.laid(over: schedules) }
        guard !schedules.isEmpty else { return nil }
        return try RotationMode(key: mode.key, name: mode.name, schedules: schedules)
    }

    /// What a request comes to: the next edit, not committed yet.
    package func draft(
        _ request: ScheduleRequest,
        over file: RotationSchedules,
        by install: String?,
        at now: UnixTime
    ) throws(EditRefusal) -> ScheduleEdit {
        let next = version + 1
        switch request {
        case .undo:
            guard let newest = inForce(over: file).last else {
                throw EditRefusal("there is nothing to undo: no edit is in force", .impossible)
            }
            return ScheduleEdit(
                version: next,
                at: now,
                install: install,
                words: "undo \(newest.version): \(newest.words)",
                kind: .undone(newest.version)
            )
        case .change(let change):
            let layer = try change.layer(over: laid(over: file).mode(change.mode), at: now)
            let base = ModeDigest.text(of: file.mode(change.mode))
            let edit = ScheduleEdit(
                version: next,
                at: now,
                install: install,
                words: "\(change)",
                kind: .laid(layer, base: base)
            )
            try adding(edit).check(change.mode, of: file)
            return edit
        }
    }

    /// Throws when the edits of a mode cannot be laid over it: each may cut a schedule in two.
    private func check(_ key: String, of file: RotationSchedules) throws(EditRefusal) {
        guard let mode = file.mode(key) else {
            throw EditRefusal("there is no mode “\(key)” in the schedule file", .impossible)
        }
        let layers = inForce(over: file).compactMap(\.layer).filter { $0.mode == key }
        do throws(RotationProblem) {
            _ = try ScheduleEdits.laid(layers, over: mode)
        } catch {
            throw EditRefusal("\(error); write the edits into the schedule file", .impossible)
        }
    }

    /// Names the schedules that edits are made over: another one whenever the file or an edit changes them.
    package func basis(over file: RotationSchedules) -> String {
        var sum = FNV1a()
        for mode in laid(over: file).modes { sum.add("\(mode.key) \(ModeDigest.text(of: mode))\n") }
        return "\(version)-\(sum.text)"
    }
}

extension ScheduleEdit {
    package var layer: ScheduleLayer? {
        guard case .laid(let layer, _) = kind else { return nil }
        return layer
    }

    /// The version that it takes back.
    package var undoes: Int64? {
        guard case .undone(let version) = kind else { return nil }
        return version
    }
}

/// Tells apart what is said of a mode, the same in every release; names of maps are not part of it.
enum ModeDigest {
    static func text(of mode: RotationMode?) -> String {
        var sum = FNV1a()
        for schedule in mode?.schedules ?? [] {
            let window = [schedule.anchor, schedule.usableFrom, schedule.usableTo].map { instant in
                instant.map { "\($0.seconds)" } ?? "-"
            }
            let names = [schedule.takeover, schedule.symbol].map {
                $0.map { "\($0.utf8.count) \($0)" } ?? "-"
            }
            sum.add((window + names).joined(separator: "|"))
            for entry in schedule.cycle.entries {
                sum.add("|\(entry.map.code) \(entry.minutes) \(entry.gameMode ?? "")")
            }
            sum.add("\n")
        }
        return sum.text
    }
}
