import Core

/// A schedule file that is refused as a whole, with what is wrong with it.
package struct ScheduleRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// For the owner: one line for each problem, never empty, at most `most` and then a count.
    ///
    /// The form is `FILE:LINE:COLUMN: key: value: what is wrong; remedy`.
    package let problems: [String]
    /// The same for everybody, without the path: `line 12, column 3: key: …`.
    package let published: [String]

    /// Lines that are listed; whoever has more wrong than that mends these first.
    package static let most = 20
    /// Bytes of one line: some remedies name every map.
    private static let longest = 400

    package init(_ problems: [ConfigurationProblem], file: String) {
        self.problems = ScheduleRefusal.listed(problems.map { $0.line(file: file) })
        published = ScheduleRefusal.listed(
            problems.map { "line \($0.place.line), column \($0.place.column): \($0.words)" }
        )
    }

    /// A file that cannot even be read.
    package init(unreadable file: String, reason: String) {
        let words = "the schedule file cannot be read: \(reason)"
        problems = ScheduleRefusal.listed(["\(file): \(words)"])
        published = ScheduleRefusal.listed([words])
    }

    package var description: String { problems.joined(separator: "\n") }

    private static func listed(_ lines: [String]) -> [String] {
        let shown = lines.prefix(most).map { TextBytes.cut($0, to: longest) }
        let rest = lines.count - shown.count
        guard rest > 0 else { return shown }
        return shown + ["and \(rest) more \(rest == 1 ? "problem" : "problems")"]
    }
}
