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
            if ScheduleForms.isCode(code) {
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

    private func schedules() -> RotationSchedules? {
        let source = root.required("source", ScheduleForms.source)
        let tables = root.tables("mode", upTo: RotationSchedules.maximumModes)
        if !root.has("mode") || tables?.isEmpty == true {
            root.refuse("mode", "is missing", remedy: "describe at least one mode under a line [[mode]]")
        }
        var places: [String: TextPlace] = [:]
        var modes: [RotationMode] = []
        for table in tables ?? [] {
            guard let mode = mode(table) else { continue }
            if let first = places.updateValue(table.place(of: "key"), forKey: mode.key) {
                table.refuse(
                    "key",
                    "is the key of the mode at \(first) already",
                    remedy: "give each mode its own"
                )
            }
            modes.append(mode)
        }
        return try? RotationSchedules(source: source ?? "", modes: modes)
    }

    private func mode(_ table: TableReader) -> RotationMode? {
        let key = table.required("key", ScheduleForms.key)
        let name = table.required("name", ScheduleForms.name)
        let tables = table.tables("schedule", upTo: RotationMode.maximumSchedules)
        if !table.has("schedule") || tables?.isEmpty == true {
            let remedy = "write one under a line [[mode.schedule]], or remove the mode"
            table.refuse("schedule", "is missing", remedy: remedy)
        }
        var schedules: [(table: TableReader, schedule: RotationSchedule)] = []
        for table in tables ?? [] {
            if let schedule = schedule(table) { schedules.append((table, schedule)) }
        }
        return withoutOverlaps(schedules, key: key ?? "", name: name ?? "")
    }

    private func schedule(_ table: TableReader) -> RotationSchedule? {
        let from = table.read("from", ScheduleForms.instant)
        let to = table.read("to", ScheduleForms.instant)
        let anchor = table.required("anchor", ScheduleForms.instant)
        let takeover = table.read("takeover", ScheduleForms.name)
        let symbol = table.read("symbol", ScheduleForms.symbol)
        if takeover == nil, table.has("symbol"), !table.has("takeover") {
            table.refuse(
                "symbol",
                "belongs to a takeover",
                remedy: "add `takeover` with its name, or remove it"
            )
        }
        guard let cycle = cycle(table), let anchor else { return nil }
        do throws(RotationProblem) {
            return try RotationSchedule(
                cycle: cycle,
                anchor: anchor,
                usableFrom: from,
                usableTo: to,
                takeover: takeover,
                symbol: symbol
            )
        } catch {
            table.refuse("to", "is not after `from`", remedy: "\(error)")
            return nil
        }
    }

    private func cycle(_ table: TableReader) -> RotationCycle? {
        let tables = table.tables("cycle", upTo: RotationCycle.maximumEntries)
        if !table.has("cycle") || tables?.isEmpty == true {
            table.refuse(
                "cycle",
                "names no maps",
                remedy: "write cycle = [{ map = \"OL\", minutes = 90 }, …]"
            )
        }
        let entries = (tables ?? []).map(entry)
        let known = entries.compactMap { $0 }
        return known.count == entries.count ? try? RotationCycle(known) : nil
    }

    private func entry(_ table: TableReader) -> RotationCycle.Entry? {
        let code = table.required("map", ScheduleForms.code)
        let minutes = table.required("minutes", ScheduleForms.minutes)
        guard let code else { return nil }
        guard let map = maps[code] else {
            let known = maps.keys.sorted()
            let hint = known.isEmpty ? "there are none yet" : InvalidValue.unknown(code, among: known).remedy
            table.refuse("map", "is not in [maps]", remedy: "name it there; \(hint)")
            return nil
        }
        return minutes.map { RotationCycle.Entry(map: map, minutes: Int64($0)) }
    }

    /// Reports every schedule that overlaps an earlier one; the mode without them, so that reading goes on.
    private func withoutOverlaps(
        _ schedules: [(table: TableReader, schedule: RotationSchedule)],
        key: String,
        name: String
    ) -> RotationMode? {
        var rest = schedules
        while !rest.isEmpty {
            do throws(RotationProblem) {
                return try RotationMode(key: key, name: name, schedules: rest.map(\.schedule))
            } catch {
                guard case .overlap(_, let earlier, let later) = error else { return nil }
                report(rest[later], overlaps: rest[earlier])
                rest.remove(at: later)
            }
        }
        return nil
    }

    private func report(
        _ later: (table: TableReader, schedule: RotationSchedule),
        overlaps earlier: (table: TableReader, schedule: RotationSchedule)
    ) {
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
