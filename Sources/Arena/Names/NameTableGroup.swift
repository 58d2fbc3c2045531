import Core

/// A group of a table of `NameScriptTable`: what is said, in words that begin with a capital, and the characters it holds for.
struct NameTableGroup {
    let heads: [Substring]
    let codes: [ClosedRange<UInt32>]

    var scalars: [Unicode.Scalar] { codes.joined().compactMap(Unicode.Scalar.init) }

    static func all(_ table: String) -> [NameTableGroup] {
        table.split(separator: ",").map { group in
            let words = group.split { $0 == " " || $0 == "\n" }
            let heads = words.prefix { $0.first?.isUppercase == true }
            return NameTableGroup(heads: Array(heads), codes: words.dropFirst(heads.count).compactMap(range))
        }
    }

    private static func range(_ word: Substring) -> ClosedRange<UInt32>? {
        let ends = word.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        guard let first = ends.first, let last = ends.last, first <= last else { return nil }
        return first...last
    }
}
