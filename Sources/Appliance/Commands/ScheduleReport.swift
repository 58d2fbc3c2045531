import Core
import WatchpostModel

/// What `watchpost check` says about the map schedule; making one reads the file, which blocks.
struct ScheduleReport {
    /// What is in order, or worth knowing.
    let lines: [String]
    /// What has to be mended: the file's problems, and modes of the panel that it lacks.
    let problems: [String]
    /// Whether the file would be in force.
    let isUsable: Bool

    init(configuration: Configuration, now: UnixTime?) {
        do throws(ScheduleRefusal) {
            let file = configuration.rotations.scheduleFile
            let schedules = if let file { try ScheduleFile.load(file) } else { try ScheduleFile.shipped() }
            let name = file ?? "the built-in one"
            let wanted = configuration.panel.modes ?? []
            let isAsked = configuration.rotations.upstream != nil
            lines =
                ["the map schedule is valid: \(name)"] + ScheduleSummary.lines(of: schedules, at: now)
                + (isAsked ? ScheduleReport.upstreamModes(wanted, in: schedules) : [])
            problems = isAsked ? [] : ScheduleReport.unknownModes(wanted, in: schedules)
            isUsable = true
        } catch {
            lines = []
            problems = ["the map schedule cannot be used:"] + error.problems
            isUsable = false
        }
    }

    /// Modes that only an upstream may have, where one is asked.
    static func upstreamModes(_ wanted: [String], in schedules: RotationSchedules) -> [String] {
        wanted.filter { schedules.mode($0) == nil }.map {
            "panel.modes: the schedule has no mode “\($0)”; the display shows it while Apex Legends Status names it"
        }
    }

    /// Modes that the panel is told to show and that the schedule does not have: the display would leave them out.
    static func unknownModes(_ wanted: [String], in schedules: RotationSchedules) -> [String] {
        let known = schedules.modes.map(\.key)
        return wanted.filter { !known.contains($0) }.map { mode in
            let remedy = InvalidValue.unknown(mode, among: known).remedy
            return "panel.modes: the schedule has no mode “\(mode)”; \(remedy)"
        }
    }
}
