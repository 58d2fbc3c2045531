package import SystemSupport

/// Why there is no configuration.
///
/// The process ends with `exitCode`, and systemd does not restart it.
package enum ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be used at all.
    case file(path: String, FileError)
    /// It can be read and is wrong: every problem, in the order of the file.
    case problems(file: String, [ConfigurationProblem])

    /// `EX_CONFIG` of sysexits.h.
    package static let exitCode: Int32 = 78

    /// One line for each problem.
    package var lines: [String] {
        switch self {
        case .file(let path, let error):
            let remedy = error.remedy.isEmpty ? "" : "; \(error.remedy)"
            return ["\(path): the settings cannot be read: \(error.reason)\(remedy)"]
        case .problems(let file, let problems):
            return problems.map { $0.line(file: file) }
        }
    }

    package var description: String { lines.joined(separator: "\n") }
}
