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
        return isTall ? tallRotationPages : rotations.enumerated().flatMap(shortRotationPages)
    }

    // Two rows: a page for the map that is on and one for the next, mode after mode.

    private func shortRotationPages(index: Int, rotation: PanelRotation) -> [Page] {
        let id = "rotation/\(rotation.mode)"
        var pages = [Page(id: id, lines: currentLines(rotation, isFirst: index == 0))]
        if rotation.state == .running, let next = rotation.next {
            let right = index == 0 ? "" : label(rotation)
            let lines = [nextLine(next), TextLine.spread(start(of: next), right, width: width)]
            pages.append(Page(id: "\(id)/next", lines: lines))
        }
        return pages
    }

    /// `Storm Point    ▅` over `until 18:30  42m`; a mode that is not the first puts its name for `until`.
    func currentLines(_ rotation: PanelRotation, isFirst: Bool) -> [String] {
        guard rotation.state == .running, let current = rotation.current else {
            return [TextLine.shortened(label(rotation), to: width), stateWords(rotation)]
        }
        let map = TextLine.spread(shown(current.map), progress(of: current), width: width)
        let end = times.nearby(current.end)
        let label = label(rotation)
        let isPlain = isFirst && rotation.takeover == nil
        let candidates =
            isPlain
            ? ["until \(end)", "to \(end)", end]
            : ["\(label) \(end)", "\(label.prefix(4)) \(end)", end]
        return [map, TextLine.first(of: candidates, beside: left(of: current), width: width)]
    }

    private func nextLine(_ next: PanelRotation.Slot) -> String {
        let map = shown(next.map)
        return TextLine.first(of: ["next: \(map)", "→ \(map)", map], width: width)
    }

    // Four rows: map, next map, another mode and the realms on one page.

    private var tallRotationPages: [Page] {
        guard let first = rotations.first else { return [] }
        let top = tallCurrentLines(first)
        var thirds = rotations.dropFirst().map { (id: "rotation/\($0.mode)", text: otherLine($0)) }
        if width < PageWriter.wide, let next = first.next {
            thirds.insert((id: "rotation/\(first.mode)/next", text: nextLine(next)), at: 0)
        }
        if thirds.isEmpty { thirds = [(id: "rotation/\(first.mode)", text: "")] }
        return thirds.map { Page(id: $0.id, lines: top + lowerRows(third: $0.text)) }
    }

    /// From how many columns on a map, its progress and its time fit on one row.
    private static let wide = 20

    private func tallCurrentLines(_ rotation: PanelRotation) -> [String] {
        guard width >= PageWriter.wide, rotation.state == .running, let current = rotation.current else {
            return currentLines(rotation, isFirst: true)
        }
        let map = TextLine.shortened(shown(current.map), to: width - 8)
        let first = TextLine.spread("\(map) \(progress(of: current))", left(of: current), width: width)
        guard let next = rotation.next else { return [first, "until \(times.nearby(current.end))"] }
        let second = "\(times.nearby(next.start)) \(shown(next.map))"
        return [first, TextLine.shortened(second, to: width)]
    }

    /// `Ranked Olympus 19:00`, shorter where that does not fit.
    private func otherLine(_ rotation: PanelRotation) -> String {
        let label = label(rotation)
        guard rotation.state == .running, let current = rotation.current else {
            let words = stateWords(rotation)
            return TextLine.first(of: ["\(label): \(words)", "\(label.prefix(4)): \(words)"], width: width)
        }
        let map = shown(current.map)
        let candidates = [
            "\(label) \(map) \(times.nearby(current.end))", "\(label) \(map)", "\(label.prefix(4)) \(map)",
        ]
        return TextLine.first(of: candidates, width: width)
    }

    /// The two lower rows of four, the realms in the last; none with two rows.
    func lowerRows(third: String) -> [String] {
        guard isTall else { return [] }
        return [TextLine.shortened(third, to: width), watchesAnything ? summaryLine : ""]
    }

    // Parts.

    private func label(_ rotation: PanelRotation) -> String { shown(rotation.takeover ?? rotation.name) }

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
        case .gap: "no map known"
        case .ended: "schedule ended"
        }
    }
}
