import Core
import WatchpostModel

/// What players may be told of on their phones; each has a switch of its own.
enum NewsKind: String, CaseIterable, Hashable, Sendable {
    /// Somebody wants to be a friend.
    case invited
    /// An invitation was accepted.
    case accepted
    /// A friend wants a duel.
    case challenged
    /// A duel was accepted or declined.
    case answered
    /// A duel is over.
    case decided
    /// A duel ends within a day, and the other one is ahead.
    case behind
    /// A friend is better on a board since.
    case passed

    /// In `players.notices`; all but the last are set at first.
    var bit: Int64 {
        switch self {
        case .invited: 1
        case .accepted: 2
        case .challenged: 4
        case .answered: 8
        case .decided: 16
        case .behind: 32
        case .passed: 64
        }
    }

    /// As it stands in the outbox of `state.db`.
    var aspect: String { "arena-\(rawValue)" }
}

/// What happened, for the words of a notice; what a kind does not need is nil.
struct NewsContent: Codable, Hashable, Sendable {
    /// The other player's name.
    var player: String
    /// Its code, by which the name is found again whatever it is by then; nil: nobody, or written by an earlier release.
    var by: String?
    /// The game's and the board's name.
    var game: String?
    var board: String?
    /// Scores as the board writes them.
    var mine: String?
    var theirs: String?
    /// What is to be reached, or by how much one is behind, as the board writes it.
    var goal: String?
    var gap: String?
    /// How a duel ended for whoever is told, as `DuelResult` writes it, and why; of an answer: `accepted` or `declined`.
    ///
    /// Either may be the word of the news instead.
    var outcome: String?
    var reason: String?
    /// Whoever is told stands there now.
    var place: Int?
    /// What the notice opens, behind `/app#`: `friends`, `duels/CODE`, `games/GAME/BOARD`.
    var page: String

    init(player: String, by code: String? = nil, page: String) {
        (self.player, self.by, self.page) = (player, code, page)
    }
}

/// A row on its way to the phones of a player's person, written in the transaction that makes it true.
struct News: Hashable, Sendable {
    let kind: NewsKind
    let subject: String
    let word: String
    let version: Int64?
    let content: NewsContent
    let at: UnixTime
    let expiresAt: UnixTime

    /// `subject`: what it is about, the same for all that replace each other: `f:CODE` of a player, `d:CODE` of a duel,
    /// `b:GAME/BOARD`; `word`: what happened, not empty; `version`: a phone gets one of a kind, subject and version, ever;
    /// nil: always a further one.
    init(
        _ kind: NewsKind,
        about subject: String,
        word: String,
        version: Int64? = nil,
        content: NewsContent,
        at: UnixTime,
        expiresAt: UnixTime
    ) {
        (self.kind, self.subject, self.word, self.version) = (kind, subject, word, version)
        (self.content, self.at, self.expiresAt) = (content, at, expiresAt)
    }
}

/// Rows of news in `arena.db`: two databases never commit as one, so they wait here until the outbox of `state.db` has them.
enum NewsTable {
    /// Tells a player's person; a guest has no phone, and who has switched that kind off is not told.
    static func put(_ news: News, to player: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            """
            INSERT INTO news (person, kind, subject, word, version, payload, at, expires_at)
            SELECT person, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM players
            WHERE id = ?1 AND person IS NOT NULL AND notices & ?9 <> 0
            """,
            .integer(player),
            .text(news.kind.rawValue),
            .text(news.subject),
            .text(news.word),
            .integer(news.version),
            .text(NewNotice.payload(news.content)),
            .integer(news.at.seconds),
            .integer(news.expiresAt.seconds),
            .integer(news.kind.bit)
        )
    }

    /// Takes back what a player's phones were to be told of this kind and subject and have not been yet.
    ///
    /// `kind`: nil: whatever they were to be told of it; `now`: nil while the clock is not set.
    static func withdraw(
        _ kind: NewsKind?,
        about subject: String,
        from player: Int64,
        at now: UnixTime?,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            """
            INSERT INTO news (person, kind, subject, word, at, expires_at)
            SELECT person, ?2, ?3, '', ?4, ?4 FROM players WHERE id = ?1 AND person IS NOT NULL
            """,
            .integer(player),
            .text(kind?.rawValue ?? all),
            .text(subject),
            .integer(now?.seconds ?? 0)
        )
    }
}
