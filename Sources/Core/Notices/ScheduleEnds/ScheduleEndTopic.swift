import WatchpostModel

/// The map schedule ends soon: told to administrators, who can write the next one.
struct ScheduleEndTopic: NoticeTopic {
    static let aspect = "scheduleEnd"
    let aspects = [aspect]

    /// What a row carries.
    struct Content: Codable, Hashable, Sendable {
        /// The mode's name for people.
        let name: String
        /// Seconds since 1970.
        let end: Int64
        /// As `ScheduleEndNearness`.
        let nearness: Int64
    }

    /// What is true when a row is due.
    struct Facts: Hashable, Sendable {
        /// The schedule still ends then, and nothing newer was told of it.
        let holds: Bool
        let isAdministrator: Bool
    }

    /// What a row is about.
    private static func subject(_ mode: String) -> String { "e:\(mode)" }

    static func notice(of end: ScheduleEnd, at now: UnixTime) -> NewNotice {
        let content = Content(name: end.name, end: end.at.seconds, nearness: end.nearness.rawValue)
        return NewNotice(
            subject: subject(end.mode),
            aspect: aspect,
            word: "ends",
            payload: NewNotice.payload(content),
            place: subject(end.mode),
            at: now,
            // A day before, another one takes its place.
            expiresAt: end.nearness == .week
                ? end.at.advanced(by: -ScheduleEndNearness.day.seconds) : end.at
        )
    }

    /// When the schedule has ended, so has its news.
    func life(_ aspect: String, _ rules: NoticePolicy) -> Int64? { nil }

    func facts(of row: DueNotice, _ context: NoticeContext, _ db: borrowing Connection) throws(SQLiteError)
        -> Facts
    {
        guard let content = row.content(Content.self) else {
            return Facts(holds: false, isAdministrator: false)
        }
        return Facts(
            holds: try ScheduleEndStore.holds(
                UnixTime(seconds: content.end),
                content.nearness,
                of: String(row.subject.dropFirst(2)),
                db
            ),
            isAdministrator: try PersonTable.isAdministrator(context.person, db)
        )
    }

    func verdict(
        _ row: DueNotice,
        _ facts: Facts,
        for phone: NoticePhone,
        _ rules: NoticePolicy,
        at now: UnixTime
    ) -> NoticeVerdict {
        guard let content = row.content(Content.self) else { return .unknown }
        guard facts.holds else { return .drop("no longer true, or said by a newer notice") }
        guard facts.isAdministrator else { return .drop("this phone no longer has admin rights") }
        let (words, end) = (phone.words, UnixTime(seconds: content.end))
        let text = words.scheduleEnd(
            of: content.name,
            in: end.since(now),
            at: phone.clock.text(end, now: now)
        )
        return .send(
            Notice(
                title: text.title,
                body: text.body,
                language: words.language,
                thread: "maps",
                collapseID: row.subject,
                link: "/app#maps",
                expiresAt: row.expiresAt
            )
        )
    }

    func title(of row: DueNotice, in words: NoticeWords, _ db: borrowing Connection) throws(SQLiteError)
        -> String
    {
        let content = row.content(Content.self)
        return "\(content?.name ?? String(row.subject.dropFirst(2))): the map schedule ends"
    }
}

extension NoticeTopics {
    /// The end of what is known of a mode.
    package static let scheduleEnds: [any NoticeTopic] = [ScheduleEndTopic()]
}
