/// Text inside the path of an address (RFC 3986 §3.3).
package enum PathText {
    /// Everything but unreserved characters and slashes as %XX of its UTF-8.
    package static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { path, byte in
            if plain.contains(byte) {
                path.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                path += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    private static let plain = ASCIISet.letters | .digits | "-._~/"
}
