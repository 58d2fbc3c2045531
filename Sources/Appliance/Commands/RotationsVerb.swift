/// What `watchpost rotations` does, the first word behind it.
enum RotationsVerb: String, CaseIterable {
    case show, next, at, check, set, takeover, end, see, undo

    /// How many words may follow.
    private var words: ClosedRange<Int> {
        switch self {
        case .show, .undo: 0...0
        case .next, .check: 0...1
        // `tomorrow 18:30`.
        case .at: 1...2
        case .set, .takeover, .end, .see: 1...400
        }
    }

    /// Whether it changes the schedule of a running appliance.
    var edits: Bool {
        switch self {
        case .show, .next, .at, .check: false
        case .set, .takeover, .end, .see, .undo: true
        }
    }

    /// Refuses a command line that means nothing.
    ///
    /// `file`: the schedule file that it names, if it does.
    static func check(_ words: [String], file: String?) throws(Arguments.Misuse) {
        let all = allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = words.first else {
            throw Arguments.Misuse(description: "say what about the rotations: \(all)")
        }
        guard let verb = RotationsVerb(rawValue: word) else {
            throw Arguments.Misuse(description: "“rotations \(word)” is not a command; there are \(all)")
        }
        guard verb.words.contains(words.count - 1) else {
            let lacks = words.count - 1 < verb.words.lowerBound
            throw Arguments.Misuse(
                description:
                    "“rotations \(word)” has \(lacks ? "nothing" : "too much") behind it; see watchpost help"
            )
        }
        guard file == nil || !verb.edits else {
            throw Arguments.Misuse(
                description:
                    "--file goes with show, next, at and check; “rotations \(word)” changes the running box, never a file"
            )
        }
        guard file == nil || verb != .check || words.count == 1 else {
            throw Arguments.Misuse(description: "“rotations check” has a file behind it and --file: give one")
        }
    }
}
