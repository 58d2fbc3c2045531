/// Why bytes are no JSON that is read here.
package enum JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// No bytes at all, or only white space.
    case empty
    /// More than `most` bytes.
    case tooLarge(most: Int)
    /// Arrays and objects in one another, more than `most`.
    case tooDeep(most: Int)
    /// Text that is not UTF-8, half of a surrogate pair, an unknown escape, or a control character as it is.
    case badText
    /// A number that fits into no type (`1e999`, thirty digits) or is written in a way that JSON does not know.
    case badNumber
    /// Anything else that is not JSON.
    case badSyntax
    /// The machine has not enough memory to read it.
    case noMemory

    /// In words that say nothing of the bytes themselves; completes "the body …".
    package var description: String {
        switch self {
        case .empty: "is empty"
        case .tooLarge(let most): "has more than \(most) bytes"
        case .tooDeep(let most): "has arrays or objects in one another more than \(most) deep"
        case .badText: "is not valid JSON: it has text that is not UTF-8, or a wrong escape"
        case .badNumber: "is not valid JSON: it has a number that is too large or wrongly written"
        case .badSyntax: "is not valid JSON"
        case .noMemory: "is too large for the memory that is free"
        }
    }
}

/// What a reader takes before anything is known about the sender.
package struct JSONLimits: Hashable, Sendable {
    /// The longest input in bytes.
    package var bytes: Int
    /// How deep arrays and objects may lie in one another; the outermost one counts.
    package var depth: Int
    /// The most values of one array, or members of one object, that are read by a declaration.
    ///
    /// A longer one is refused before any of them is read: 64 kB are some 22,000 empty texts. It is counted when it is asked
    /// for, so one that no declaration names costs nothing and is passed over.
    package var elements: Int

    package init(bytes: Int, depth: Int, elements: Int = .max) {
        self.bytes = bytes
        self.depth = depth
        self.elements = elements
    }

    /// Requests of phones: our deepest body is four deep, and the longest list of any has 400 values.
    package static let request = JSONLimits(bytes: 64 << 10, depth: 16, elements: 1_024)
    /// Answers of push services: an object of a few words.
    package static let answer = JSONLimits(bytes: 64 << 10, depth: 8)
    /// Documents of upstreams: realms of a region are six deep.
    package static let document = JSONLimits(bytes: 16 << 20, depth: 32)
}
