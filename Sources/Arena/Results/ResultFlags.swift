import Core

/// Why somebody should look at a result: because it waits, or though it counts.
struct ResultFlags: OptionSet, Hashable, Sendable {
    let rawValue: Int64

    init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Beyond what the board holds back.
    static let bounds = ResultFlags(rawValue: 1)
    /// The player became better faster than the board allows.
    static let pace = ResultFlags(rawValue: 2)
    /// Several times as good as all that the player had, and ahead of everybody.
    static let jump = ResultFlags(rawValue: 4)
    /// Far ahead of everybody else.
    static let far = ResultFlags(rawValue: 8)

    /// Words of those that are set, as they are sent.
    var words: [String] {
        let all: [(ResultFlags, String)] = [
            (.bounds, "bounds"), (.pace, "pace"), (.jump, "jump"), (.far, "far"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}

/// Rows of flags: most results have none.
enum ResultFlagTable {
    static func insert(_ flags: ResultFlags, of sequence: Int64, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        guard !flags.isEmpty else { return }
        try db.execute(
            "INSERT INTO result_flags (seq, reasons) VALUES (?1, ?2)",
            .integer(sequence),
            .integer(flags.rawValue)
        )
    }
}
