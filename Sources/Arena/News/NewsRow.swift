import Core
import WatchpostModel

/// A row of `news` on its way to the outbox.
struct NewsRow: Hashable, Sendable {
    /// Its number, by which they are relayed in their order.
    let id: Int64
    /// `NewsTable.everybody`: all.
    var person: Int64
    /// `NewsTable.all`: each of them.
    let kind: String
    /// `NewsTable.all`: each of them.
    let subject: String
    /// Empty: what waits is taken back.
    let word: String
    let version: Int64?
    let payload: String?
    let at: UnixTime
    let expiresAt: UnixTime

    var isWithdrawal: Bool { word.isEmpty }

    /// What tells it from all others in the outbox.
    var place: NewsPlace {
        NewsPlace(person: person, aspect: NewsKind.aspect(kind), subject: subject, version: version ?? id)
    }

    /// Whether it takes back what `other` tells.
    func takesBack(_ other: NewsRow) -> Bool {
        guard isWithdrawal, !other.isWithdrawal else { return false }
        return (person == NewsTable.everybody || person == other.person)
            && (kind == NewsTable.all || kind == other.kind)
            && (subject == NewsTable.all || subject == other.subject || other.word == bySubject)
    }

    /// The code of the player whom it is about; nil: it is about none.
    var code: String? { subject.hasPrefix("f:") ? String(subject.dropFirst(2)) : nil }

    /// The word of what that player did.
    var bySubject: String? { code.map { News.word(by: $0) } }

    static let columns = "id, person, kind, subject, word, version, payload, at, expires_at"

    init(_ row: borrowing Row) throws(SQLiteError) {
        id = try row.integer(0)
        person = try row.integer(1)
        kind = try row.text(2)
        subject = try row.text(3)
        word = try row.text(4)
        version = try row.optionalInteger(5)
        payload = try row.optionalText(6)
        at = try row.instant(7)
        expiresAt = try row.instant(8)
    }
}

/// Where news stand in the outbox: a person's phones have one row each of it, ever.
struct NewsPlace: Hashable, Sendable {
    let person: Int64
    let aspect: String
    let subject: String
    let version: Int64
}

extension NewsKind {
    /// As the outbox calls a kind of the table, also one of a later release.
    static func aspect(_ kind: String) -> String { "arena-\(kind)" }

    /// All of them, as a pattern of `GLOB`.
    static let aspects = "arena-*"
}

/// What news in their order come to in the outbox: a rule.
///
/// A batch may be taken twice, when the plug is pulled before it is deleted from `news`, and more may have joined its end by
/// then. So a row that stays spares what it wrote the first time from a withdrawal before it.
struct NewsBatch: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case put(NewsRow)
        /// Takes back what waits, but for what is told after it.
        case withdraw(NewsRow, sparing: Set<NewsPlace>)
    }

    let steps: [Step]

    init(_ rows: [NewsRow], at now: UnixTime) {
        let withdrawals = rows.filter(\.isWithdrawal)
        let told = rows.filter { row in
            !row.isWithdrawal && !withdrawals.contains { $0.id > row.id && $0.takesBack(row) }
        }
        let staying = Set(told.map(\.id))
        steps = rows.compactMap { row -> Step? in
            if row.isWithdrawal {
                let spared = told.filter { $0.id > row.id && row.takesBack($0) }
                return .withdraw(row, sparing: Set(spared.map(\.place)))
            }
            // What is over was told to nobody: a phone that is away for long misses nothing by it.
            return staying.contains(row.id) && row.expiresAt > now ? .put(row) : nil
        }
    }
}
