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

/// Text inside the path of an address (RFC 3986 §3.3).
package enum PathText {
    /// Everything but unreserved characters and slashes as %XX of its UTF-8.
    package static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { path, byte in
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80, isPlain(scalar) {
                path.unicodeScalars.append(scalar)
            } else {
                path += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/": true
        default: false
        }
    }
}
