import Glibc
import SystemSupport
package import WatchpostModel

/// The schedule file: which maps are on when, written by people in TOML.
///
/// It is valid as a whole or refused as a whole, with every problem named: a schedule of which a part was
/// left out silently would say "unknown" where somebody believes to have said something. The shipped file
/// documents the format.
package enum ScheduleFile {
    /// The last schedule that was published when this version was made; it is part of the executable.
    package static func shipped() throws(ScheduleRefusal) -> RotationSchedules {
        try read(EmbeddedFiles.Configuration.schedule.text, file: "schedule.toml")
    }

    /// Reads the text of a file; `file` is what messages call it.
    package static func read(_ text: String, file: String) throws(ScheduleRefusal) -> RotationSchedules {
        let problems = ProblemList()
        var schedules: RotationSchedules?
        do throws(TOMLSyntaxError) {
            schedules = ScheduleReader.read(try TOMLDocument(parsing: text), problems: problems)
        } catch {
            problems.add(ConfigurationProblem(error))
        }
        guard let schedules, problems.isEmpty else {
            throw ScheduleRefusal(problems.sorted, file: file)
        }
        return schedules
    }

    /// Reads the file at `path`; blocks, so not on the cooperative pool.
    package static func load(_ path: String) throws(ScheduleRefusal) -> RotationSchedules {
        try read(try text(of: path), file: path)
    }

    /// What the file says, unread; blocks.
    static func text(of path: String) throws(ScheduleRefusal) -> String {
        do throws(FileError) {
            return try BoundedFile.read(path, limit: TOMLDocument.maximumSize).text
        } catch {
            let remedy = error.remedy.isEmpty ? "" : "; \(error.remedy)"
            throw ScheduleRefusal(unreadable: path, reason: error.reason + remedy)
        }
    }
}
