package import Core
package import WatchpostModel

/// A copy of the last schedule file that was accepted, in the state folder: with it a restart goes on when the owner's file
/// is broken or gone by then.
///
/// Its calls block.
package struct KeptSchedule: Sendable {
    /// In the state folder.
    package static let name = "schedule.kept.toml"

    private let path: String

    package init(in folder: String) {
        path = "\(folder)/\(KeptSchedule.name)"
    }

    /// What was kept, as long as this release can read it; nil when there is nothing.
    package var schedules: RotationSchedules? {
        try? ScheduleFile.load(path)
    }

    /// Keeps the text of a file that was accepted, unless it is what is kept already: cards wear out by writing.
    ///
    /// On the disk when it returns, and never half of it: a pulled plug leaves the one before.
    package func keep(_ text: String) throws(SystemRefusal) {
        if let kept = try? ScheduleFile.text(of: path), kept == text { return }
        try DurableFile.write(Array(text.utf8), to: path, replaces: true)
    }
}
