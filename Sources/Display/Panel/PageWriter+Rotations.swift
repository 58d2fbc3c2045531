import Core
import WatchpostModel

/// Pages about which map is on. They need no network: they are computed from the schedule, but not without a
/// clock.
extension PageWriter {
    /// The configured modes, in their order.
    var rotations: [PanelRotation] {
        guard let modes = settings.modes else { return input.rotations }
        return modes.compactMap { mode in input.rotations.first { $0.mode == mode } }
    }

    var rotationPages: [Page] {
        guard !rotations.isEmpty else { return [] }
        guard times.now != nil else {
            return [Page(id: "clock", lines: ["Clock not set", times.unknownTime] + lowerRows(third: ""))]
        }
        guard !isTall else { return tallRotationPages }
        return rotations.enumerated().flatMap(shortRotationPages) + [goodPage].compactMap { $0 }
    }

    // Two rows: a page for the map that is on and one for the next, mode after mode, and one for the next good map.

    private func shortRotationPages(index: Int, rotation: PanelRotation) -> [Page] {
        let id = "rotation/\(rotation.mode)"
        var pages = [Page(id: id, lines: currentLines(rotation, isFirst: index == 0))]
        if rotation.state == .running, let next = rotation.next {
            let start = start(of: next)
            // The name gives way, not the time.
            let name =
                index == 0 ? "" : TextLine.shortened(label(rotation, next), to: width - start.count - 1)
            let lines = [nextLine(next), TextLine.spread(start, name, width: width)]
            pages.append(Page(id: "\(id)/next", lines: lines))
        }
        if let end = endForms(rotation) {
            let name = TextLine.shortened(modeName(rotation), to: width)
            pages.append(Page(id: "\(id)/end", lines: [name, TextLine.first(of: end, width: width)]))
        }
        return pages
    }

    /// `Storm Point    ▅` over `until 18:30  42m`; a mode that is not the first puts its name for `until`, as much of
    /// it as has room beside the time that is left.
    func currentLines(_ rotation: PanelRotation, isFirst: Bool) -> [String] {
        guard rotation.state == .running, let current = rotation.current else {
            return [TextLine.shortened(label(rotation), to: width), stateWords(rotation)]
        }
        let map = TextLine.spread(mapName(current), progress(of: current), width: width)
        let end = times.nearby(current.end)
        let label = label(rotation)
        let isPlain = isFirst && special(rotation) == nil
        let candidates = isPlain ? ["until \(end)", "to \(end)", end] : ["\(label) \(end)", label]
        return [map, TextLine.first(of: candidates, beside: left(of: current), width: width)]
    }

    private func nextLine(_ next: PanelRotation.Slot) -> String {
        let map = mapName(next)
        return TextLine.first(of: ["next: \(map)", "→ \(map)", map], width: width)
    }

    // Four rows: map, next map, another mode and the realms on one page.

    private var tallRotationPages: [Page] {
        guard let first = rotations.first else { return [] }
        let top = tallCurrentLines(first)
        var thirds = rotations.dropFirst().flatMap(otherTurns)
        if width < PageWriter.wide, let next = first.next {
            thirds.insert((id: "rotation/\(first.mode)/next", text: nextLine(next)), at: 0)
        }
        if width >= PageWriter.wide, first.state == .running, let name = special(first) {
            let text = TextLine.first(of: ["\(modeName(first)): \(name)", name], width: width)
            thirds.insert((id: "rotation/\(first.mode)/name", text: text), at: 0)
        }
        if let good = goodTurn { thirds.append(good) }
        thirds += rotations.compactMap(endTurn)
        if thirds.isEmpty { thirds = [(id: "rotation/\(first.mode)", text: "")] }
        return thirds.map { Page(id: $0.id, lines: top + lowerRows(third: $0.text)) }
    }

    /// From how many columns on a map, its progress and its time fit on one row.
    private static let wide = 20

    private func tallCurrentLines(_ rotation: PanelRotation) -> [String] {
        guard width >= PageWriter.wide, rotation.state == .running, let current = rotation.current else {
            return currentLines(rotation, isFirst: true)
        }
        let map = TextLine.shortened(mapName(current), to: width - 8)
        let first = TextLine.spread("\(map) \(progress(of: current))", left(of: current), width: width)
        guard let next = rotation.next else { return [first, "until \(times.nearby(current.end))"] }
        let second = "\(times.nearby(next.start)) \(mapName(next))"
        return [first, TextLine.shortened(second, to: width)]
    }

    /// The good map that comes first in all modes that are shown.
    private var firstGood: (rotation: PanelRotation, slot: PanelRotation.Slot)? {
        let slots = rotations.compactMap { rotation in rotation.good.map { (rotation, $0) } }
        return slots.min { $0.1.start < $1.1.start }
    }

    /// `good: Olympus 21:30`, without its name where that does not fit.
    private var goodTurn: (id: String, text: String)? {
        guard let (rotation, good) = firstGood else { return nil }
        let (map, time) = (mapName(good), times.nearby(good.start))
        let forms = [
            "next good: \(map) \(time)", "good: \(map) \(time)", "next good \(time)", "good \(time)",
        ]
        return ("rotation/\(rotation.mode)/good", TextLine.first(of: forms, width: width))
    }

    /// `next good map` over `Olympus 21:30`; where name and time are longer, `good at 21:30` under the name.
    private var goodPage: Page? {
        guard let (rotation, good) = firstGood else { return nil }
        let (map, time) = (mapName(good), times.nearby(good.start))
        let line = "\(map) \(time)"
        let lines =
            line.count <= width
            ? ["next good map", line]
            : [TextLine.shortened(map, to: width), "good \(start(of: good))"]
        return Page(id: "rotation/\(rotation.mode)/good", lines: lines)
    }

    /// `schedule ends Wed`, for seven days before the last known end; nil before, after, and without one.
    private func endForms(_ rotation: PanelRotation) -> [String]? {
        guard let now = times.now, let end = rotation.lastEnd,
            ScheduleEndNearness(of: end, at: now) != nil
        else { return nil }
        var time = times.nearby(end)
        // Beyond six days the name of a day may be that of today.
        if case .days(let days) = TimeLeft(seconds: end.since(now)), days >= 6 { time = "in \(days) d" }
        return ["schedule ends \(time)", "sched. ends \(time)", "ends \(time)"]
    }

    /// `Casual ends Wed`, as a turn of the third row.
    private func endTurn(_ rotation: PanelRotation) -> (id: String, text: String)? {
        guard let end = endForms(rotation)?.last else { return nil }
        let name = TextLine.shortened(modeName(rotation), to: width - end.count - 1)
        return ("rotation/\(rotation.mode)/end", "\(name) \(end)")
    }

    /// `Ranked Olympus 19:00`; in two turns where that does not fit, so that neither name nor time is lost.
    private func otherTurns(_ rotation: PanelRotation) -> [(id: String, text: String)] {
        let (id, label) = ("rotation/\(rotation.mode)", label(rotation))
        guard rotation.state == .running, let current = rotation.current else {
            let forms = ["\(label): \(stateWords(rotation))", "\(label): \(shortStateWords(rotation))"]
            let fitting = forms.first { $0.count <= width }
            return [(id, fitting ?? TextLine.spread(label, shortStateWords(rotation), width: width))]
        }
        let (map, end) = (mapName(current), times.nearby(current.end))
        let whole = "\(label) \(map) \(end)"
        guard whole.count > width else { return [(id, whole)] }
        let name = TextLine.first(of: ["\(label) \(map)", label], width: width)
        let time = "\(map) \(end)"
        return [
            (id, name), ("\(id)/until", time.count <= width ? time : TextLine.spread(map, end, width: width)),
        ]
    }

    /// The two lower rows of four, the realms in the last; none with two rows.
    func lowerRows(third: String) -> [String] {
        guard isTall else { return [] }
        return [TextLine.shortened(third, to: width), watchesAnything ? summaryLine : ""]
    }

    // Parts.

    /// What stands for the mode: its takeover, what is played in the slot, or its name.
    private func label(_ rotation: PanelRotation, _ slot: PanelRotation.Slot? = nil) -> String {
        let gameMode = (slot ?? rotation.current)?.gameMode
        let names = [rotation.takeover, gameMode, rotation.name].compactMap { $0 }
        return settings.rom.firstShowable(of: names, else: rotation.mode)
    }

    /// What the mode is called now in place of its name; nil: nothing else.
    private func special(_ rotation: PanelRotation) -> String? {
        let names = [rotation.takeover, rotation.current?.gameMode].compactMap { $0 }
        return names.isEmpty ? nil : settings.rom.firstShowable(of: names, else: rotation.mode)
    }

    private func modeName(_ rotation: PanelRotation) -> String {
        settings.rom.firstShowable(of: [rotation.name], else: rotation.mode)
    }

    /// The name, or the code of a map whose name the display cannot show.
    ///
    /// A star says that no schedule is in force, and that an upstream says so; it stands in front, where no name that is
    /// cut loses it.
    func mapName(_ slot: PanelRotation.Slot) -> String {
        let name = settings.rom.firstShowable(of: [slot.map], else: slot.code.isEmpty ? slot.map : slot.code)
        return slot.isReported ? "*\(name)" : name
    }

    private func progress(of slot: PanelRotation.Slot) -> String {
        guard let now = times.now else { return "" }
        let length = max(slot.end.since(slot.start), 1)
        let elapsed = min(max(now.since(slot.start), 0), length)
        let eighths = min(elapsed.multipliedReportingOverflow(by: 8).partialValue / length, 7)
        return String(Glyph.progress(Int(max(eighths, 0))).character)
    }

    private func left(of slot: PanelRotation.Slot) -> String {
        times.minutesLeft(until: slot.end).map(ClockText.length) ?? times.unknownTime
    }

    /// `at 20:00`, or `in 2d 3h` when that is more than a day away.
    private func start(of slot: PanelRotation.Slot) -> String {
        guard let minutes = times.minutesLeft(until: slot.start), minutes >= 1_440 else {
            return "at \(times.time(slot.start))"
        }
        return "in \(ClockText.length(minutes: minutes))"
    }

    private func stateWords(_ rotation: PanelRotation) -> String {
        switch rotation.state {
        case .running: "map not known"
        case .notStarted: rotation.next.map { "starts \(times.nearby($0.start))" } ?? "not started yet"
        case .gap: rotation.next.map { "goes on \(times.nearby($0.start))" } ?? "no map known"
        case .ended: "schedule ended"
        }
    }

    private func shortStateWords(_ rotation: PanelRotation) -> String {
        switch rotation.state {
        case .running, .ended: rotation.state == .ended ? "ended" : "no map"
        case .notStarted, .gap: rotation.next.map { "from \(times.nearby($0.start))" } ?? "no map"
        }
    }
}
