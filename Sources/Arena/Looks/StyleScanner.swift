import Core

/// Walks through a style sheet once, from its first byte to its last, as browsers take it apart (CSS Syntax 3, §4): words with
/// what follows them, texts, comments and brackets.
///
/// It takes more for a word than browsers do, and knows what is taken rather than what is not, so that nothing is overlooked.
struct StyleScanner {
    private let bytes: [UInt8]
    private let picture: String
    private var place = 0
    /// Those that wait for their ends.
    private var brackets: [UInt8] = []

    private static let deepest = 16

    init(_ bytes: [UInt8], picture: String) {
        (self.bytes, self.picture) = (bytes, picture)
    }

    /// Throws the first thing that is not taken, with its line.
    mutating func check() throws(ArenaText.Refusal) {
        // Wherever they stand, also in texts and comments.
        for found in bytes.indices {
            place = found
            if bytes[found] == UInt8(ascii: "\\") {
                throw refusal("backslashes are not taken: write each sign itself, such as “→” in content")
            }
            guard !isTag(found) else {
                throw refusal("“<” with something right behind it is no style; put a blank there")
            }
        }
        place = 0
        while place < bytes.count { try step() }
        guard brackets.isEmpty else { throw refusal("a bracket is not closed") }
    }

    private func isTag(_ found: Int) -> Bool {
        guard bytes[found] == UInt8(ascii: "<"), found + 1 < bytes.count else { return false }
        let next = bytes[found + 1]
        return ASCIISet.letters.contains(next) || StyleScanner.marks.contains(next)
    }

    private mutating func step() throws(ArenaText.Refusal) {
        let byte = bytes[place]
        switch byte {
        case UInt8(ascii: "/") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "*"):
            try comment()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try text(byte)
        case UInt8(ascii: "@"): try rule()
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): try open()
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): try close()
        case _ where StyleScanner.isName(byte): try word()
        default: place += 1
        }
    }

    private mutating func comment() throws(ArenaText.Refusal) {
        var end = place + 2
        while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") {
            end += 1
        }
        guard end + 1 < bytes.count else { throw refusal("a comment is not closed") }
        place = end + 2
    }

    private mutating func text(_ quote: UInt8) throws(ArenaText.Refusal) {
        var end = place + 1
        while end < bytes.count, bytes[end] != quote, ![10, 13].contains(bytes[end]) { end += 1 }
        guard end < bytes.count, bytes[end] == quote else {
            throw refusal("a text is not closed in its line")
        }
        place = end + 1
    }

    private mutating func rule() throws(ArenaText.Refusal) {
        place += 1
        let name = takeName()
        guard StyleWords.rules.contains(name) else {
            let known = StyleWords.rules.sorted().map { "@\($0)" }.joined(separator: ", ")
            throw refusal("“@\(TextBytes.cut(name, to: 40))” is not taken; there are \(known)")
        }
    }

    private mutating func word() throws(ArenaText.Refusal) {
        let name = takeName()
        guard !StyleWords.forbidden.contains(name) else { throw refusal("“\(name)” is not taken") }
        guard place < bytes.count, bytes[place] == UInt8(ascii: "(") else { return }
        guard name != "url" else { return try address() }
        guard StyleWords.functions.contains(name) else {
            throw refusal("the function “\(TextBytes.cut(name, to: 40))()” is not taken")
        }
        try open()
    }

    /// What `url(` names; everything up to the bracket, comments too, is the address to browsers.
    private mutating func address() throws(ArenaText.Refusal) {
        let start = place + 1
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: ")") { end += 1 }
        var inner = bytes[start..<end]
        let isBlank = { (byte: UInt8) in byte == 0x20 || [9, 10, 13].contains(byte) }
        while let first = inner.first, isBlank(first) { inner.removeFirst() }
        while let last = inner.last, isBlank(last) { inner.removeLast() }
        if inner.count >= 2, let quote = inner.first, inner.last == quote,
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        {
            inner = inner.dropFirst().dropLast()
        }
        guard end < bytes.count, inner.elementsEqual(picture.utf8) else {
            throw refusal("url() leads to the game's own picture alone: url(\(picture))")
        }
        place = end + 1
    }

    private mutating func open() throws(ArenaText.Refusal) {
        guard brackets.count < StyleScanner.deepest else { throw refusal("brackets stand too deep") }
        brackets.append(bytes[place])
        place += 1
    }

    private mutating func close() throws(ArenaText.Refusal) {
        let wanted: UInt8 =
            switch bytes[place] {
            case UInt8(ascii: ")"): UInt8(ascii: "(")
            case UInt8(ascii: "]"): UInt8(ascii: "[")
            default: UInt8(ascii: "{")
            }
        guard brackets.popLast() == wanted else { throw refusal("a bracket is closed that was not opened") }
        place += 1
    }

    /// A word in small letters; goes behind it.
    private mutating func takeName() -> String {
        let start = place
        while place < bytes.count, StyleScanner.isName(bytes[place]) { place += 1 }
        let small = bytes[start..<place].map { ASCIISet.capitals.contains($0) ? $0 + 0x20 : $0 }
        return String(decoding: small, as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || names.contains(byte)
    }

    private static let names: ASCIISet = .letters | .digits | "-_"
    /// With what tags of HTML go on.
    private static let marks: ASCIISet = "/!?"

    private func refusal(_ words: String) -> ArenaText.Refusal {
        let line = bytes[..<min(place, bytes.count)].count(where: { $0 == 10 }) + 1
        return ArenaText.Refusal(GameStyle.field, "line \(line): \(words)")
    }
}
