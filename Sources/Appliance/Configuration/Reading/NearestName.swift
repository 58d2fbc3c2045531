/// Finds what somebody probably meant to write.
package enum NearestName {
    /// The candidate closest to `name`, when it is close.
    ///
    /// Close is at most one edit in three characters, and never more than three. Case, hyphens and underscores do not count.
    package static func of(_ name: String, among candidates: [String]) -> String? {
        guard name.utf8.count <= 64 else { return nil }
        let wanted = simplified(name)
        let limit = min(3, max(1, wanted.count / 3))
        return
            candidates
            .map { (name: $0, edits: edits(from: wanted, to: simplified($0))) }
            .filter { $0.edits <= limit }
            .min { $0.edits < $1.edits }?
            .name
    }

    private static func simplified(_ name: String) -> [Character] {
        name.lowercased().map { $0 == "-" ? "_" : $0 }
    }

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment distance).
    static func edits(from left: [Character], to right: [Character]) -> Int {
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
