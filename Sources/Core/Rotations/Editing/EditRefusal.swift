/// Why the schedule is not changed, in words for whoever asked.
package struct EditRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whose mistake it is.
    package enum Kind: Hashable, Sendable {
        /// The request makes no sense.
        case wrong
        /// It would, if the schedule were another.
        case impossible
        /// It was made of a schedule that is not in force any more.
        case outdated
    }

    package let kind: Kind
    package let description: String

    package init(_ description: String, _ kind: Kind = .wrong) {
        self.kind = kind
        self.description = description
    }

    /// What somebody typed, in quotation marks; a long text only as far as it tells which one is meant.
    static func quoted(_ text: some StringProtocol) -> String {
        "“\(TextBytes.cut(String(text), to: 60))”"
    }
}
