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

/// What waits for a phone, and what it was told, follow what its person wants.
extension NoticesParticipant: WatchFollower {
    func changed(
        _ list: WatchList,
        from old: WatchList,
        of person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try DeliveredStateTable.changed(list, from: old, of: person, db)
    }

    /// Whatever waited for the end of a mute is due, and who no longer wants to be told once is not told by a notice that
    /// waits already.
    func changed(
        _ wish: RealmWishChange,
        of person: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        if wish.muteMinutes != nil { try OutboxTable.wakeMuted(of: person, at: now, db) }
        guard wish.tellOnce == false else { return }
        let subject = RealmSubject.realm(wish.region, wish.realm).description
        try NewNotice.withdraw(subject, aspect: NoticeAspect.once.word, of: person, at: now, db)
    }
}

extension NoticeTables {
    /// Notices are put down in the transaction of what is announced.
    package static let announcing: [any AnnouncementParticipant] = [NoticeChanges()]

    /// Notices of these topics take part in what happens to persons.
    package static func participant(_ topics: NoticeTopics) -> any PersonParticipant {
        NoticesParticipant(topics: topics)
    }
}
