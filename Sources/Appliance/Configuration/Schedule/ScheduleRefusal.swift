/// A schedule file that is refused as a whole, with everything that is wrong with it.
package struct ScheduleRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line for each problem, never empty.
    ///
    /// The form is `FILE:LINE:COLUMN: key: value: what is wrong; remedy`.
    package let problems: [String]

    package init(problems: [String]) {
        self.problems = problems
    }

    package var description: String { problems.joined(separator: "\n") }
}
