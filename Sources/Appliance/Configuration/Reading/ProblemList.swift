/// Where readers of one file put what they find, so that all of it is reported at once.
///
/// A class because readers of nested tables share it; it lives on one thread while a file is read.
package final class ProblemList {
    private var found: [ConfigurationProblem] = []

    package init() {}

    package func add(_ problem: ConfigurationProblem) {
        found.append(problem)
    }

    package var isEmpty: Bool { found.isEmpty }

    /// In the order of the file, each one once.
    package var sorted: [ConfigurationProblem] {
        var seen: Set<ConfigurationProblem> = []
        return found.enumerated()
            .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
            .map(\.element)
            .filter { seen.insert($0).inserted }
    }
}
