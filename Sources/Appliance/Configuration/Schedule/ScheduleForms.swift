import Core
import WatchpostModel

/// How the values of a schedule file are written.
enum ScheduleForms {
    static let source = ValueForm<String>.string(upTo: 200)
    static let name = ValueForm<String>.string(upTo: 40)
    static let minutes = ValueForm<Int>.integer(1...Int(RotationCycle.maximumMinutes))
    /// A mode's key stands in URLs and in settings.
    static let key = identifier("1…32 of a-z, 0-9 and -", upTo: 32, .slug)
    /// A map's code: `OL`, or what upstream calls a map that has no short name.
    static let code = identifier("1…40 of A-Z, a-z, 0-9, _ and -", upTo: 40, codes)
    /// An SF symbol: `party.popper.fill`.
    static let symbol = identifier("1…100 of a-z, 0-9 and .", upTo: 100, .smallLetters | .digits | ".")

    /// A date and time with its offset from UTC: without one nobody knows which instant is meant.
    static let instant = ValueForm<UnixTime>(
        allowed: "a date and time such as 2025-09-16T17:00:00Z",
        read: { node, spot in
            guard case .dateTime(_, let instant) = node.value else {
                spot.refuse(
                    node,
                    "is \(node.typeName)",
                    remedy: "write it as 2025-09-16T17:00:00Z, without quotes"
                )
                return nil
            }
            if instant == nil {
                spot.refuse(
                    node,
                    "does not say in which zone it is",
                    remedy: "add Z for UTC, or an offset such as -07:00"
                )
            }
            return instant
        },
        show: { $0.rfc3339 }
    )

    /// Whether a key of `[maps]` can be a map's code.
    static func isCode(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count) && text.isMade(of: codes)
    }

    private static let codes: ASCIISet = .letters | .digits | "_-"

    private static func identifier(
        _ allowed: String,
        upTo limit: Int,
        _ set: ASCIISet
    ) -> ValueForm<String> {
        .text(allowed) { text throws(InvalidValue) in
            guard !text.isEmpty, text.utf8.count <= limit, text.isMade(of: set) else {
                throw InvalidValue("is not a name that can be used here", remedy: "write \(allowed)")
            }
            return text
        } show: {
            $0
        }
    }
}
