import WatchpostModel

/// Turns the tables of a schedule file into schedules and collects what is wrong with them.
struct ScheduleReader {
    private let root: TableReader
    private var maps: [String: GameMap] = [:]

    /// Some more than there are maps and modes' variants of maps.
    private static let maximumMaps = 300

    /// The schedules, complete only when no problem was added.
    static func read(_ document: TOMLDocument, problems: ProblemList) -> RotationSchedules? {
        var reader = ScheduleReader(root: TableReader(document, problems: problems))
        reader.readMaps()
        let schedules = reader.schedules()
        reader.root.finish()
        return schedules
    }

    private init(root: TableReader) {
        self.root = root
    }

    private mutating func readMaps() {
        let table = root.table("maps")
        guard table.names.count <= Self.maximumMaps else {
            root.refuse(
                "maps",
                "has \(table.names.count) entries",
                remedy: "at most \(Self.maximumMaps) are allowed"
            )
            return
        }
        for code in table.names {
            let name = table.read(code, ScheduleForms.name)
            if MapCode.isCode(code) {
                maps[code] = GameMap(code: code, name: name ?? code)
            } else {
                table.refuse(
                    code,
                    "has a code that cannot be used",
                    remedy: "write \(ScheduleForms.code.allowed)"
                )
            }
        }
    }

    /// A mode while its tables are found: they may stand anywhere, when they name it.
    fileprivate struct Draft {
        let table: TableReader
        let key: String?
        let name: String?
        var schedules: [Entry] = []
        var takeovers: [Entry] = []
        /// Whether there is any table of it, readable or not.
        var isDescribed = false
    }

    fileprivate typealias Entry = (table: TableReader, schedule: RotationSchedule)

    private func schedules() -> RotationSchedules? {
        let source = root.required("source", ScheduleForms.source)
        let zone = root.read("time_zone", .timeZone)
        let tables = root.tables("mode", upTo: RotationSchedules.maximumModes)
        if !root.has("mode") || tables?.isEmpty == true {
            root.refuse("mode", "is missing", remedy: "describe at least one mode under a line [[mode]]")
        }
        var drafts = (tables ?? []).map { table in
            let key = table.required("key", ScheduleForms.key)
            return Draft(table: table, key: key, name: table.required("name", ScheduleForms.name))
        }
        let reader = ScheduleEntryReader(maps: maps, zone: zone)
        for index in drafts.indices { read(index, of: &drafts, with: reader) }
        checkKeys(drafts)
        let modes = drafts.compactMap(mode)
        return try? RotationSchedules(source: source ?? "", modes: modes)
    }

    /// Reads what stands under one mode; it may belong to another.
    private func read(_ index: Int, of drafts: inout [Draft], with reader: ScheduleEntryReader) {
        let table = drafts[index].table
        let schedules = table.tables("schedule", upTo: RotationMode.maximumSchedules)
        // What is no list of tables was reported.
        if schedules == nil, table.has("schedule") { drafts[index].isDescribed = true }
        for entry in schedules ?? [] {
            guard let owner = owner(of: entry, in: drafts, under: index) else { continue }
            drafts[owner].isDescribed = true
            guard let schedule = reader.schedule(entry, isEvent: drafts[owner].isEvent) else { continue }
            drafts[owner].schedules.append((entry, schedule))
        }
        for entry in table.tables("takeover", upTo: RotationMode.maximumSchedules) ?? [] {
            guard let owner = owner(of: entry, in: drafts, under: index) else { continue }
            drafts[owner].isDescribed = true
            guard let schedule = reader.takeover(entry) else { continue }
            drafts[owner].takeovers.append((entry, schedule))
        }
    }

    /// The mode that a table names, else the one under which it stands: TOML gives what is appended to the file to the last.
    private func owner(of entry: TableReader, in drafts: [Draft], under index: Int) -> Int? {
        guard entry.has("mode") else { return index }
        guard let key = entry.read("mode", ScheduleForms.key) else { return nil }
        if let owner = drafts.firstIndex(where: { $0.key == key }) { return owner }
        let known = drafts.compactMap(\.key)
        entry.refuse(
            "mode",
            "is not a mode of this file",
            remedy: InvalidValue.unknown(key, among: known).remedy
        )
        return nil
    }

    private func checkKeys(_ drafts: [Draft]) {
        var places: [String: TextPlace] = [:]
        for draft in drafts {
            guard let key = draft.key else { continue }
            guard let first = places.updateValue(draft.table.place(of: "key"), forKey: key) else { continue }
            draft.table.refuse(
                "key",
                "is the key of the mode at \(first) already",
                remedy: "give each mode its own"
            )
        }
    }

    private func mode(_ draft: Draft) -> RotationMode? {
        if !draft.isDescribed {
            let remedy = "write one under a line [[mode.schedule]], or remove the mode"
            draft.table.refuse("schedule", "is missing", remedy: remedy)
        }
        let schedules = withoutOverlaps(draft.schedules)
        let takeovers = withoutOverlaps(draft.takeovers)
        guard !(schedules + takeovers).isEmpty else { return nil }
        do throws(RotationProblem) {
            return try RotationMode(
                key: draft.key ?? "",
                name: draft.name ?? "",
                schedules: schedules,
                takeovers: takeovers
            )
        } catch {
            draft.table.refuse("schedule", "cannot be used", remedy: "\(error)")
            return nil
        }
    }

    /// Reports every schedule that overlaps an earlier one; the others, so that reading goes on.
    private func withoutOverlaps(_ entries: [Entry]) -> [RotationSchedule] {
        var rest = entries
        while !rest.isEmpty {
            do throws(RotationProblem) {
                _ = try RotationMode(key: "", name: "", schedules: rest.map(\.schedule))
                break
            } catch {
                guard case .overlap(_, let earlier, let later) = error else { break }
                report(rest[later], overlaps: rest[earlier])
                rest.remove(at: later)
            }
        }
        return rest.map(\.schedule)
    }

    private func report(_ later: Entry, overlaps earlier: Entry) {
        let line = earlier.table.place?.line ?? 1
        let end = earlier.schedule.usableTo.map { "ends at \($0)" } ?? "has no end"
        let begin = later.schedule.usableFrom.map { "begins at \($0)" } ?? "has no beginning"
        root.problems.add(
            ConfigurationProblem(
                place: later.table.place ?? TextPlace(line: 1, column: 1),
                key: later.table.path,
                reason: "overlaps the schedule at line \(line): that one \(end), this one \(begin)",
                remedy: "let one end where the other begins"
            )
        )
    }
}

extension ScheduleReader.Draft {
    /// Whether it is a mode that the Map Timer app lists beside pubs and ranked.
    fileprivate var isEvent: Bool { key.map { $0 == "ltm" || $0.hasPrefix("ltm-") } ?? false }
}
