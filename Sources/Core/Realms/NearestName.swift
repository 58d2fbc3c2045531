/// Finds what somebody probably meant to write.
package enum NearestName {
    /// The candidate closest to `name`, when it is close.
    ///
    /// Close is at most one edit in three characters, and never more than three. Case, hyphens and underscores do not count.
    package static func of(_ name: String, among candidates: [String]) -> String? {
        guard name.utf8.count <= 64 else { return nil }
        let wanted = simplified(name)
        let limit = min(3, max(1, wanted.count / 3))
        var nearest: (name: String, edits: Int)?
        for candidate in candidates {
            let other = simplified(candidate)
            // Letters that are too many or too few are edits already: most candidates need no table.
            guard abs(other.count - wanted.count) <= limit else { continue }
            let edits = edits(from: wanted, to: other)
            if edits <= limit, edits < nearest?.edits ?? .max { nearest = (candidate, edits) }
        }
        return nearest?.name
    }

    private static func simplified(_ name: String) -> [Unicode.Scalar] {
        name.lowercased().unicodeScalars.map { $0 == "-" ? "_" : $0 }
    }

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment distance).
    private static func edits(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = last[column] + (character == other ? 0 : 1)
                var best = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
