import WatchpostModel

/// Notices of persons: they are for phones, and go with them.
struct NoticesParticipant: PersonParticipant {
    let name = "notices"
    let topics: NoticeTopics

    func export(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> any Encodable & Sendable {
        let stored = try db.rows(
            "\(StoredNotice.select) WHERE d.person = ?1 ORDER BY o.id",
            .integer(person),
            read: StoredNotice.init
        )
        return try StoredNotice.records(stored, topics, db).map {
            Export(phone: $0.install, at: $0.at, title: $0.title, body: $0.body, state: $0.state.word)
        }
    }

    private struct Export: Encodable {
        let phone: String
        let at: UnixTime
        let title: String
        let body: String
        /// As the API names it.
        let state: String
    }
}

extension NoticeTables {
    /// Notices of these topics take part in what happens to persons.
    package static func participant(_ topics: NoticeTopics) -> any PersonParticipant {
        NoticesParticipant(topics: topics)
    }
}
