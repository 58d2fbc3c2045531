/// Text that has to fit into a number of bytes.
package enum TextBytes {
    /// The text, or as many whole characters of it as fit together with an ellipsis.
    package static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        let ellipsis = "…"
        var kept = ""
        var bytes = ellipsis.utf8.count
        for character in text {
            bytes += character.utf8.count
            guard bytes <= limit else { break }
            kept.append(character)
        }
        return kept + ellipsis
    }

    /// The text, or as many whole scalars of it as fit; costs no more than `limit`, however long the text is.
    package static func clip(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: limit)
        while end > text.utf8.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}
