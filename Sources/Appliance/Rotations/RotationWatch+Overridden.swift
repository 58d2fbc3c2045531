import Core
import WatchpostModel

/// Edits that a newer file overrides.
extension RotationWatch {
    /// The edits that do not hold, because the file says something else of their modes.
    var overridden: [ScheduleEdit] {
        guard let file = book.file else { return [] }
        return zip(book.edits.commits, book.edits.standings(over: file)).filter { $0.1 == .overridden }
            .map { $0.0 }
    }

    /// The file says what it overrides; and which edits hold again, because it says of their modes what it said.
    func tellOverridden(since before: [ScheduleEdit]) {
        let now = overridden
        tell("the schedule file overrides", now.filter { !before.contains($0) })
        tell("over the schedule file there holds again", before.filter { !now.contains($0) })
    }

    private func tell(_ words: String, _ edits: [ScheduleEdit]) {
        for edit in edits.suffix(RotationWatch.mostTold) {
            log.notice("\(words) the edit of \(edit.at): \(edit.words)")
        }
        let rest = edits.count - RotationWatch.mostTold
        if rest > 0 { log.notice("\(words) \(rest) earlier edits; `watchpost rotations show` lists them") }
    }

    /// Edits that are named in the log at a time.
    private static let mostTold = 5
}
