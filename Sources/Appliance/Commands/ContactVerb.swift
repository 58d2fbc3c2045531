import SystemSupport

/// What `watchpost contact` does, the word behind it; none: it lists what nobody read yet.
enum ContactVerb: String, CaseIterable {
    case list, read, delete

    /// Refuses a command line that means nothing.
    static func check(_ words: [String]) throws(Arguments.Misuse) {
        let all = allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = words.first else { return }
        guard let verb = ContactVerb(rawValue: word) else {
            throw Arguments.Misuse(description: "“contact \(word)” is not a command; there are \(all)")
        }
        guard words.count == (verb == .list ? 1 : 2) else {
            throw Arguments.Misuse(
                description: "write: watchpost contact list, or read NUMBER, or delete NUMBER"
            )
        }
        if let number = words.dropFirst().first, !number.isMade(of: .digits) || number.utf8.count > 18 {
            throw Arguments.Misuse(description: "“\(number)” is not the number of a message")
        }
    }
}
