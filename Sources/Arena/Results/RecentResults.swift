import Core

/// Which of a player's results it is shown: the newest and the best that an installation has on a board.
///
/// Their numbers stand beside the standing of all time, because there is no index by players. Sixteen bytes each: the number,
/// below zero where the result does not count, and the score, most significant byte first.
struct RecentResults: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        let sequence: Int64
        let score: Int64
        /// It is among the best as well, if it is good enough: neither held nor hidden.
        var counts = true
    }

    static let mostNewest = 20
    static let mostBest = 5
    /// In bytes.
    static let longest = 16 * (mostNewest + mostBest)

    /// By their numbers; the best ones among them or before them.
    private(set) var entries: [Entry] = []

    init() {}

    /// Nil: nobody here wrote these.
    init?(_ bytes: [UInt8]) {
        guard bytes.count.isMultiple(of: 16), bytes.count <= RecentResults.longest else { return nil }
        for start in stride(from: 0, to: bytes.count, by: 16) {
            let (sequence, score) = (
                RecentResults.number(bytes, start), RecentResults.number(bytes, start + 8)
            )
            guard sequence > .min, abs(sequence) > entries.last?.sequence ?? 0 else { return nil }
            entries.append(Entry(sequence: abs(sequence), score: score, counts: sequence > 0))
        }
    }

    var bytes: [UInt8] {
        entries.flatMap { entry in
            [entry.counts ? entry.sequence : -entry.sequence, entry.score].flatMap { number in
                stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> Int64($0)) }
            }
        }
    }

    private static func number(_ bytes: [UInt8], _ start: Int) -> Int64 {
        bytes[start..<start + 8].reduce(0) { $0 << 8 | Int64($1) }
    }

    /// A result behind all of them.
    mutating func add(_ entry: Entry, isAscending: Bool) {
        guard entry.sequence > entries.last?.sequence ?? 0 else { return }
        entries.append(entry)
        guard entries.count > RecentResults.mostNewest else { return }
        let best = Set(RecentResults.best(of: entries, isAscending: isAscending))
        let newest = entries.count - RecentResults.mostNewest
        entries = entries.enumerated().filter { $0.offset >= newest || best.contains($0.element) }.map(
            \.element
        )
    }

    /// The best ones of those that count, the best first; of equal ones the earlier.
    static func best(of entries: [Entry], isAscending: Bool) -> [Entry] {
        let sorted = entries.filter(\.counts).sorted { left, right in
            if left.score != right.score { return (left.score < right.score) == isAscending }
            return left.sequence < right.sequence
        }
        return Array(sorted.prefix(mostBest))
    }
}

extension RecentResults.Entry {
    init(_ result: LedgerResult) {
        self.init(sequence: result.sequence, score: result.score, counts: result.state == .counts)
    }
}

/// Rows.
extension RecentResults {
    /// Notes results that are folded: what counts, and what waits or is hidden where something counts as well.
    static func add(
        _ results: [LedgerResult],
        _ boards: [Int64: StandingRules],
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        var known: [StandingPlace: RecentResults] = [:]
        for result in results {
            guard let rules = boards[result.board], result.sequence > rules.allAfter else { continue }
            let place = StandingPlace(board: result.board, season: 0, install: result.install)
            var recent = RecentResults()
            if let before = known[place] { recent = before } else { recent = try stored(at: place, db) }
            recent.add(Entry(result), isAscending: rules.isAscending)
            known[place] = recent
        }
        for (place, recent) in known { try recent.store(at: place, db) }
    }

    /// Beside the standing of all time, if there is one.
    func store(at place: StandingPlace, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE standings SET recent = ?3 WHERE board = ?1 AND season = 0 AND install = ?2",
            .integer(place.board),
            .integer(place.install),
            .blob(bytes)
        )
    }

    private static func stored(at place: StandingPlace, _ db: borrowing Connection) throws(SQLiteError)
        -> RecentResults
    {
        let bytes = try db.first(
            "SELECT recent FROM standings WHERE board = ?1 AND season = 0 AND install = ?2 AND recent IS NOT NULL",
            .integer(place.board),
            .integer(place.install)
        ) { row throws(SQLiteError) in try row.blob(0) }
        return bytes.flatMap { RecentResults($0) } ?? RecentResults()
    }
}
