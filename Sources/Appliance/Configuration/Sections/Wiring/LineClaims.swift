import Display

/// Notices lines that are given to two things while a file is read; a warning, because everything else can run.
final class LineClaims {
    private var owners: [Int: String] = [:]
    private var named: [String: String] = [:]
    private let warnings: ProblemList

    init(warnings: ProblemList) {
        self.warnings = warnings
    }

    /// Notes that the key wants that line.
    func claim(_ line: GPIOLine?, _ reader: TableReader, _ key: String) {
        guard let line else { return }
        let path = "\(reader.path).\(key)"
        guard let first = owner(of: line, orElse: path) else { return }
        warnings.add(
            ConfigurationProblem(
                place: reader.place(of: key),
                key: path,
                reason: "\(line) is the line of \(first) too",
                remedy: "give each a line of its own; the second does not work"
            )
        )
    }

    /// `GPIO17` is line 17 of every header's chip.
    private func owner(of line: GPIOLine, orElse path: String) -> String? {
        switch line {
        case .offset(let offset):
            defer { owners[offset] = owners[offset] ?? path }
            return owners[offset]
        case .name(let name):
            if name.hasPrefix("GPIO"), let offset = Int(name.dropFirst(4)) {
                return owner(of: .offset(offset), orElse: path)
            }
            defer { named[name] = named[name] ?? path }
            return named[name]
        }
    }
}
