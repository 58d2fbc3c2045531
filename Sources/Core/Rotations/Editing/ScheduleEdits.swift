package import WatchpostModel

/// One edit that was committed, or one that was taken back.
package struct ScheduleEdit: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// All of one mode; the last is what was asked for, those before it hold on to what was shown then.
        ///
        /// `base`: what the file said of the mode when the edit was made, as a digest.
        case laid([ScheduleLayer], base: String)
        /// Takes back the edit with this version.
        case undone(Int64)
    }

    /// In the place of an id, none of which is that short: somebody at home without a phone that is known started a mode.
    package static let someoneAtHome = "home"

    /// Given out once, ascending.
    package let version: Int64
    package let at: UnixTime
    /// The id of the phone that asked, or `someoneAtHome`; nil: the owner at the box.
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
            guard case .laid(_, let base) = commit.kind, let mode = commit.layer?.mode else { return .undo }
            if undone.contains(commit.version) { return .undone }
            let present = bases[mode] ?? ModeDigest.text(of: file.mode(mode))
            bases[mode] = present
            return base == present ? .inForce : .overridden
        }
    }

    /// Those that hold over a file.
    package func inForce(over file: RotationSchedules) -> [ScheduleEdit] {
        zip(commits, standings(over: file)).filter { $0.1 == .inForce }.map { $0.0 }
    }

    /// The file's schedules with all that holds over them; modes that the file lacks stand behind its own.
    package func laid(over file: RotationSchedules) -> RotationSchedules {
        let layers = inForce(over: file).flatMap(\.layers)
        guard !layers.isEmpty else { return file }
        var modes = file.modes.compactMap { mode -> RotationMode? in
            let own = layers.filter { $0.mode == mode.key }
            guard !own.isEmpty else { return mode }
            do throws(RotationProblem) {
                return try ScheduleEdits.lay(own, over: mode)
            } catch {
                // Whoever committed it made sure that it can be laid over this very mode.
                return mode
            }
        }
        for key in ScheduleEdits.keys(of: layers) where file.mode(key) == nil {
            let own = layers.filter { $0.mode == key }
            guard modes.count < RotationSchedules.maximumModes,
                let mode = try? ScheduleEdits.lay(own, over: nil)
            else { continue }
            modes.append(mode)
        }
        // Each key once.
        return (try? RotationSchedules(source: file.source, modes: modes)) ?? file
    }

    /// In the order in which they come first.
    private static func keys(of layers: [ScheduleLayer]) -> [String] {
        var keys: [String] = []
        for layer in layers where !keys.contains(layer.mode) { keys.append(layer.mode) }
        return keys
    }

    /// A mode with layers over it; nil: nothing is left.
    ///
    /// `mode`: nil where the file has none of the key.
    static func lay(
        _ layers: [ScheduleLayer],
        over mode: RotationMode?
    ) throws(RotationProblem) -> RotationMode? {
        guard let last = layers.last else { return mode }
        var planes = ModePlanes(mode)
        for layer in layers { try planes.lay(layer) }
        return try planes.mode(key: last.mode, name: mode?.name ?? last.name)
    }

    /// Names the schedules that edits are made over: another one whenever file, edit or upstream changes them.
    ///
    /// `shown`: with the anchors that an upstream moved.
    package func basis(of shown: RotationSchedules) -> String {
        var sum = FNV1a()
        for mode in shown.modes { sum.add("\(mode.key) \(ModeDigest.text(of: mode))\n") }
        return "\(version)-\(sum.text)"
    }
}

extension ScheduleEdit {
    /// In order; none for an undo.
    package var layers: [ScheduleLayer] {
        guard case .laid(let layers, _) = kind else { return [] }
        return layers
    }

    /// The one that was asked for.
    package var layer: ScheduleLayer? { layers.last }

    /// The same, committed at an instant: nothing before it becomes another map.
    ///
    /// Throws when the time for which it was asked is over by then.
    package func committed(at time: UnixTime) throws(EditRefusal) -> ScheduleEdit {
        var kind = kind
        if case .laid(let layers, let base) = kind {
            guard layer?.beginning(at: time) != nil else {
                throw EditRefusal(
                    "what would change was over at \(layer?.to ?? time): look at the preview again",
                    .outdated
                )
            }
            kind = .laid(layers.compactMap { $0.beginning(at: time) }, base: base)
        }
        return ScheduleEdit(version: version, at: time, install: install, words: words, kind: kind)
    }

    /// The version that it takes back.
    package var undoes: Int64? {
        guard case .undone(let version) = kind else { return nil }
        return version
    }
}
