import Core
import WatchpostModel

/// Reads one table `[[mode.schedule]]` or `[[mode.takeover]]`.
struct ScheduleEntryReader {
    /// By code.
    let maps: [String: GameMap]
    /// The zone of times without one, for the whole file.
    let zone: CivilZone?

    /// A schedule; nil, and reported, when it cannot be computed.
    ///
    /// `isEvent`: its mode is a limited-time mode, so that a symbol has a place without a takeover.
    func schedule(_ table: TableReader, isEvent: Bool) -> RotationSchedule? {
        let takeover = table.read("takeover", ScheduleForms.name)
        let symbol = table.read("symbol", ScheduleForms.symbol)
        if takeover == nil, !isEvent, table.has("symbol"), !table.has("takeover") {
            table.refuse(
                "symbol",
                "belongs to a takeover",
                remedy: "add `takeover` with its name, or remove it"
            )
        }
        let instant = instant(table)
        let from = table.read("from", instant)
        let to = table.read("to", instant)
        return made(table, from: from, to: to, name: takeover, symbol: symbol)
    }

    /// What is laid over a mode: it has a name, and ends.
    func takeover(_ table: TableReader) -> RotationSchedule? {
        let name = table.required("name", ScheduleForms.name)
        let symbol = table.read("symbol", ScheduleForms.symbol)
        let instant = instant(table)
        let from = table.required("from", instant)
        let to = table.required("to", instant)
        let schedule = made(table, from: from, to: to, name: name, symbol: symbol)
        return name == nil || from == nil || to == nil ? nil : schedule
    }

    private func instant(_ table: TableReader) -> ValueForm<UnixTime> {
        ScheduleForms.instant(in: table.read("time_zone", .timeZone) ?? zone)
    }

    private func made(
        _ table: TableReader,
        from: UnixTime?,
        to: UnixTime?,
        name: String?,
        symbol: String?
    ) -> RotationSchedule? {
        let anchor = table.required("anchor", instant(table))
        guard let cycle = cycle(table), let anchor else { return nil }
        do throws(RotationProblem) {
            return try RotationSchedule(
                cycle: cycle,
                anchor: anchor,
                usableFrom: from,
                usableTo: to,
                takeover: name,
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
        let gameMode = table.read("game_mode", ScheduleForms.name)
        let minutes = table.required("minutes", ScheduleForms.minutes)
        guard let code else { return nil }
        guard let map = maps[code] else {
            let known = maps.keys.sorted()
            let hint = known.isEmpty ? "there are none yet" : InvalidValue.unknown(code, among: known).remedy
            table.refuse("map", "is not in [maps]", remedy: "name it there; \(hint)")
            return nil
        }
        return minutes.map { RotationCycle.Entry(map: map, gameMode: gameMode, minutes: Int64($0)) }
    }
}
