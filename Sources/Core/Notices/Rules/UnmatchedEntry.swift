import WatchpostModel

/// An entry of a watch list that matched no realm, as its notice tells it.
struct UnmatchedEntry: Codable, Hashable, Sendable {
    /// What was stored, without the flavour.
    let text: String
    /// The name of the realm that was meant, which is watched from now on; nil: nobody knows what was meant.
    let realm: String?
}

/// Entries of watch lists that match no realm: nobody asks for these notices, and everybody who has some is told once.
struct UnmatchedTopic: NoticeTopic {
    static let aspect = "list"
    let aspects = [aspect]

    func life(_ aspect: String, _ rules: NoticePolicy) -> Int64? { rules.stateLife }

    func facts(of row: DueNotice, _ context: NoticeContext, _ db: borrowing Connection) throws(SQLiteError) {}

    func verdict(
        _ row: DueNotice,
        _ facts: Void,
        for phone: NoticePhone,
        _ rules: NoticePolicy,
        at now: UnixTime
    ) -> NoticeVerdict {
        guard let subject = RealmSubject(row.subject) else { return .unknown }
        let words = phone.words
        let entries = row.content([UnmatchedEntry].self) ?? []
        let unknown = entries.filter { $0.realm == nil }.map(\.text)
        let renamed = entries.compactMap { entry in entry.realm.map { "\(entry.text) (\($0))" } }
        let text = words.unmatched(
            place: subject.place,
            unknown: unknown.isEmpty ? nil : words.first(unknown),
            renamed: renamed.isEmpty ? nil : words.first(renamed)
        )
        return .send(
            Notice(
                title: text.title,
                body: text.body,
                language: words.language,
                thread: subject.region.rawValue,
                collapseID: "\(subject):\(row.aspect)",
                link: "/app#watched/\(subject.region.rawValue)",
                expiresAt: now.advanced(by: rules.stateLife)
            )
        )
    }

    func title(of row: DueNotice, in words: NoticeWords, _ db: borrowing Connection) throws(SQLiteError)
        -> String
    {
        guard let subject = RealmSubject(row.subject) else { return row.subject }
        return words.unmatched(place: subject.place, unknown: nil, renamed: nil).title
    }
}

extension NoticeTopics {
    /// What watch lists name and no realm is called.
    package static let unmatched: [any NoticeTopic] = [UnmatchedTopic()]
}
