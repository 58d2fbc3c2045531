import Core
import WatchpostModel

/// Maps and edits as lines for the person at the terminal, in the time of the panel's zone.
struct RotationLines: Sendable {
    let zone: CivilZone

    private static let twoWeeks: Int64 = 14 * 86_400
    /// Slots that are looked at to find a map: two weeks of one-minute slots.
    private static let mostSlots = 20_160

    /// `2026-11-22 18:30`.
    func time(_ time: UnixTime) -> String {
        let civil = zone.civil(time)
        let day = [civil.month, civil.day].map(RotationLines.twoDigits).joined(separator: "-")
        let clock = [civil.hour, civil.minute].map(RotationLines.twoDigits).joined(separator: ":")
        return "\(civil.year)-\(day) \(clock)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Each mode at an instant: what is on since and until when, and what follows.
    func modes(_ schedules: RotationSchedules, at instant: UnixTime) -> [String] {
        schedules.modes.map { mode in "\(mode.key): \(words(mode.lookup(at: instant), of: mode))" }
    }

    /// The same, as the appliance told it.
    func now(_ list: RotationListBody) -> [String] {
        list.modes.map { mode in
            let source = mode.source.map { ", says \($0)" } ?? ""
            let end = mode.validUntil.map { "; known until \(time($0))" } ?? ""
            guard let slot = mode.current else { return "\(mode.mode): no map is known\(end)" }
            let event = mode.takeover.map { " (\($0))" } ?? ""
            let then = mode.next.map { ", then \($0.map)" } ?? ""
            return "\(mode.mode): \(slot.map)\(event) until \(time(slot.end))\(then)\(end)\(source)"
        }
    }

    /// What follows in each mode: the next slot.
    func following(_ schedules: RotationSchedules, at now: UnixTime) -> [String] {
        schedules.modes.map { mode in
            guard let end = mode.lookup(at: now).end else {
                return "\(mode.key): nothing is known of what follows"
            }
            return "\(mode.key): \(words(mode.lookup(at: end), of: mode))"
        }
    }

    /// When a map, by code or name, is on next; modes without it are left out.
    func next(_ map: String, in schedules: RotationSchedules, at now: UnixTime) -> [String] {
        let wanted = map.lowercased()
        return schedules.modes.compactMap { mode in
            let slots = mode.slots(
                from: now,
                until: now.advanced(by: RotationLines.twoWeeks),
                limit: RotationLines.mostSlots
            )
            let found = slots.first {
                $0.map.code.lowercased() == wanted || $0.map.name.lowercased() == wanted
            }
            guard let slot = found else { return nil }
            let begin = slot.start <= now ? "is on" : "from \(time(slot.start))"
            return "\(mode.key): \(slot.map.name) \(begin) until \(time(slot.end))"
        }
    }

    /// The history, newest first.
    func edits(_ edits: [ScheduleEditBody]) -> [String] {
        guard !edits.isEmpty else { return ["nothing was edited: the schedule file holds as it is"] }
        return ["edits, newest first:"]
            + edits.map { edit in
                let author = RotationLines.author(of: edit)
                return
                    "  \(edit.version)  \(time(edit.at))  \(author): \(edit.text)  (\(RotationLines.words(edit.state)))"
            }
    }

    private static func author(of edit: ScheduleEditBody) -> String {
        switch edit.by {
        case .owner: "the owner"
        case .home: "somebody at home"
        case .phone: edit.phone ?? "a removed phone"
        }
    }

    private static func words(_ state: ScheduleEditBody.State) -> String {
        switch state {
        case .inForce: "in force"
        case .undone: "taken back"
        case .overridden: "overridden: the schedule file says something else of its mode by now"
        case .undo: "takes back"
        }
    }

    private func words(_ lookup: RotationLookup, of mode: RotationMode) -> String {
        switch lookup {
        case .running(let slot):
            let event = slot.takeover.map { " (\($0))" } ?? ""
            let game = slot.gameMode.map { ", \($0)" } ?? ""
            let then = mode.slot(after: slot).map { ", then \($0.map.name)" } ?? ""
            return "\(slot.map.name)\(event)\(game) from \(time(slot.start)) until \(time(slot.end))\(then)"
        case .notStarted(let until): return "no map is known: the first schedule begins \(time(until))"
        case .gap(let since, let until):
            return "no map is known from \(time(since)) \(until.map { "until \(time($0))" } ?? "on")"
        case .ended(let since): return "no map is known: the schedule ended \(time(since))"
        }
    }
}

/// What a change would do.
extension RotationLines {
    /// Modes that vanish stand out.
    func preview(_ preview: SchedulePreviewBody) -> [String] {
        let same = preview.modes.filter { $0.change == .same && $0.stretches.isEmpty }.map(\.mode)
        let rest = preview.modes.filter { $0.change != .same || !$0.stretches.isEmpty }
        var lines = [preview.text, "\(time(preview.from)) to \(time(preview.until)):"]
        for mode in rest {
            lines.append(
                "\(mode.mode) (\(mode.name))\(mode.change == .same ? ": the same in this time" : "")"
            )
            lines += mode.stretches.map(line)
            if mode.cut { lines.append("    and more") }
            if mode.change == .vanished {
                lines.append("!!! \(mode.mode) VANISHES: no map of it is known in this time any more")
            }
        }
        if !same.isEmpty { lines.append("as before: \(same.joined(separator: ", "))") }
        return lines
    }

    private func line(_ stretch: StretchBody) -> String {
        let (before, after) = (RotationLines.words(stretch.before), RotationLines.words(stretch.after))
        switch stretch.change {
        case .same: return "    \(time(stretch.start))  \(after)"
        case .changed: return "  * \(time(stretch.start))  \(after), not \(before)"
        case .added: return "  + \(time(stretch.start))  \(after)"
        case .gone: return "  - \(time(stretch.start))  no map is known, not \(before)"
        }
    }

    private static func words(_ map: ShownMapBody?) -> String {
        guard let map else { return "no map is known" }
        return map.map + (map.gameMode.map { ", \($0)" } ?? "") + (map.takeover.map { " (\($0))" } ?? "")
    }
}
