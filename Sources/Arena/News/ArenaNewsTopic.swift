import Core
import WatchpostModel

/// News of the arena: what friends and duels come to.
///
/// Whether a row still holds nobody can read here, because it stands in another file: what is no longer so is withdrawn by
/// whoever makes it so, and `NewsRelay` takes that along in its order.
struct ArenaNewsTopic: NoticeTopic {
    let aspects = NewsKind.allCases.map(\.aspect)

    /// Ten invitations must not keep an outage waiting.
    let isChatter = true

    /// An invitation, a challenge and a duel have an end, and so has their news.
    func life(_ aspect: String, _ rules: NoticePolicy) -> Int64? { nil }

    func facts(of row: DueNotice, _ context: NoticeContext, _ db: borrowing Connection) throws(SQLiteError) {}

    func verdict(
        _ row: DueNotice,
        _ facts: Void,
        for phone: NoticePhone,
        _ rules: NoticePolicy,
        at now: UnixTime
    ) -> NoticeVerdict {
        guard let kind = NewsKind(aspect: row.aspect), let content = row.content(NewsContent.self) else {
            return .unknown
        }
        let text = phone.words.news(kind, word: row.word, content, left: row.expiresAt.since(now))
        return .send(
            Notice(
                title: text.title,
                body: text.body,
                language: phone.words.language,
                thread: "play",
                collapseID: "\(row.aspect):\(row.subject)",
                link: ArenaNewsTopic.link(content.page),
                expiresAt: row.expiresAt
            )
        )
    }

    func title(of row: DueNotice, in words: NoticeWords, _ db: borrowing Connection) throws(SQLiteError)
        -> String
    {
        guard let kind = NewsKind(aspect: row.aspect), let content = row.content(NewsContent.self) else {
            return row.subject
        }
        return words.news(kind, word: row.word, content, left: row.expiresAt.since(row.at)).title
    }

    private static let signs: ASCIISet = .letters | .digits | "-_/="

    /// The page of the app; what is none opens the app.
    private static func link(_ page: String) -> String {
        (1...200).contains(page.utf8.count) && page.isMade(of: signs) ? "/app#\(page)" : "/app"
    }
}

extension NewsKind {
    /// Nil: another topic's, or a later release's.
    init?(aspect: String) {
        guard let kind = NewsKind.allCases.first(where: { $0.aspect == aspect }) else { return nil }
        self = kind
    }
}

extension NoticeTopics {
    /// What friends and duels come to.
    static let arenaNews: [any NoticeTopic] = [ArenaNewsTopic()]
}
