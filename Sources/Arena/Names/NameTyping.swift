import Core

/// What people type otherwise and mean the same in a name: the curly apostrophe of phones, the wide blank of Japan.
enum NameTyping {
    /// A name as it is meant, in form C, without spaces at its ends, and with one of several.
    ///
    /// What no name has stays what it is. To do it again changes nothing.
    static func meant(_ text: String) -> String {
        var signs: [Unicode.Scalar] = []
        for scalar in NameFolding.shown(text).unicodeScalars {
            signs += meanings[scalar] ?? [scalar]
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: NameJoiners.settled(signs))
        let words = NameFolding.shown(String(result)).split(separator: " ", omittingEmptySubsequences: true)
        return words.joined(separator: " ")
    }

    /// Marks for the direction of writing, which keyboards put in; letters have theirs.
    private static let directions: [Unicode.Scalar] = ["\u{61C}", "\u{200E}", "\u{200F}"]

    private static let meanings: [Unicode.Scalar: [Unicode.Scalar]] = {
        var meanings: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        for group in NameTableGroup.all(NameScriptTable.typed) {
            let head = group.heads.first?.split(separator: "+").dropFirst() ?? []
            let meaning = head.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            for scalar in group.scalars { meanings[scalar] = meaning }
        }
        for scalar in directions { meanings[scalar] = [] }
        return meanings
    }()
}
