/// Where something stands in a text file: line and column, both from 1.
package struct TextPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var line: Int
    /// Counted in Unicode scalars, as editors and toml++ do.
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// `3:14`.
    package var description: String { "\(line):\(column)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
