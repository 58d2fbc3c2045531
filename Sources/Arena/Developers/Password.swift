import Core

/// A password as it is hashed; it does not print itself.
///
/// In Form C, so that the same letters are the same password on every keyboard.
struct Password: Hashable, Sendable {
    /// For whoever hashes it.
    let exposed: String

    /// In characters: eight is what NIST SP 800-63B asks for at least.
    static let lengths = 8...128
    /// In bytes, before anything is done with it and after: crypt(3) takes no more than 511.
    static let longestBytes = 500

    /// Why a text is no new password.
    enum Refusal: Error, Hashable, Sendable {
        case tooShort
        case tooLong
        /// A line end or another sign that nobody types.
        case control
        /// It is the address that it belongs to.
        case isAddress

        var words: String {
            switch self {
            case .tooShort: "shorter than \(Password.lengths.lowerBound) characters"
            case .tooLong:
                "longer than \(Password.lengths.upperBound) characters, or than \(Password.longestBytes) bytes"
            case .control: "has a sign that cannot be typed"
            case .isAddress: "is the address itself; everybody would try that first"
            }
        }
    }

    /// A new one, for somebody with this address.
    init(new text: String, of address: DeveloperAddress) throws(Refusal) {
        guard text.utf8.count <= Password.longestBytes else { throw .tooLong }
        guard let password = Password(said: text) else { throw .control }
        let count = password.exposed.unicodeScalars.count
        guard count <= Password.lengths.upperBound else { throw .tooLong }
        guard count >= Password.lengths.lowerBound else { throw .tooShort }
        guard password.exposed.lowercased() != address.folded else { throw .isAddress }
        self = password
    }

    /// As somebody says it; nil: it cannot be anybody's.
    init?(said text: String) {
        guard text.utf8.count <= Password.longestBytes,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        let composed = NameFolding.shown(text)
        guard composed.utf8.count <= Password.longestBytes else { return nil }
        exposed = composed
    }
}

/// Keeps it out of every log line and every failure message.
extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "•••" }
    var debugDescription: String { "•••" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
