package import WatchpostModel

/// A kind of news for phones: on what condition a notice of it still has something to say, in which words, and what it
/// opens.
///
/// The outbox, its leases, quiet hours, rates and answers are the same for all topics. A feature writes its rows with
/// `NewNotice` in the transaction that makes them true; when one is due, `facts` reads what is true by then, and
/// `verdict` decides by it. Everything here runs on the database's thread, inside a write: it must be quick (some
/// thousand rows may be due at once) and must not call the database itself.
///
/// A row lives like this: the feature writes it (`NewNotice.put`) and rings the dispatcher; it is leased with the verdict
/// `send`, whose words are kept for the phone's list; the push service answers, and `accepted` or, where the answer stays away,
/// `doubted` is told. A row that may have arrived is sent again with the same collapse id, so `verdict` may be asked more than
/// once for one row, hours later, and after a restart. What an error here undoes is the whole lease: rows stay due and are
/// asked again, so throw what the database threw and nothing else.
///
/// `SampleTopic` in the tests is the smallest one; `ScheduleEndTopic` one that carries a payload.
package protocol NoticeTopic: Sendable {
    /// What `verdict` has to know beside the row.
    associatedtype Facts

    /// The kinds of its rows, as they stand in the column `aspect`; each belongs to one topic.
    ///
    /// They are in the files of all boxes: a kind that was released is never called otherwise, nor means something else.
    var aspects: [String] { get }

    /// Asked for, yet nothing that anybody has to hear this minute: it leaves the last tokens of a phone to other news.
    var isChatter: Bool { get }

    /// How long a row of a kind is worth delivering, in seconds, again each time that it has to wait; nil: until it expires
    /// and no longer, since what it tells of is over then.
    func life(_ aspect: String, _ rules: NoticePolicy) -> Int64?

    /// Reads what is true now, in the transaction that leases the row.
    ///
    /// By an index, and little: it runs for each row that is due. Nothing may be written.
    func facts(
        of row: DueNotice,
        _ context: NoticeContext,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> Facts

    /// What becomes of a row: a rule, without I/O.
    ///
    /// Asked after what holds for every topic: the phone can be reached, it is not its quiet hours, the row has not expired.
    /// `drop` gives the reason that people read in their list of notices. `later` has to lie ahead; a row without a `life`
    /// expires all the same. Rates are counted after it, for what is sent.
    func verdict(
        _ row: DueNotice,
        _ facts: Facts,
        for phone: NoticePhone,
        _ rules: NoticePolicy,
        at now: UnixTime
    ) -> NoticeVerdict

    /// What a row is called in a list of notices as long as it never left; of the time at which it was decided.
    func title(of row: DueNotice, in words: NoticeWords, _ db: borrowing Connection) throws(SQLiteError)
        -> String

    /// A push service took the notice of a row.
    func accepted(_ id: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError)

    /// The notice of a row may have arrived, or not: nobody knows what the phone shows.
    func doubted(_ id: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError)
}

extension NoticeTopic {
    package var isChatter: Bool { false }

    package func accepted(_ id: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {}

    package func doubted(_ id: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {}

    /// What becomes of a row that is due: first what holds for every topic, then this one's own condition.
    func judge(
        _ row: DueNotice,
        for phone: NoticePhone,
        _ context: NoticeContext,
        _ rules: NoticePolicy,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> NoticeVerdict {
        let life = life(row.aspect, rules)
        if let obstacle = row.obstacle(phone, outlivesWaiting: life != nil, at: now) { return obstacle }
        let facts = try facts(of: row, context, db)
        let verdict = verdict(row, facts, for: phone, rules, at: now)
        guard case .send(var notice, let told) = verdict else { return verdict }
        if life != nil, row.isUpdate || now.since(row.at) > rules.lateAfter { notice.urgency = .passive }
        return .send(notice, told: told)
    }
}

extension DueNotice {
    /// Why nothing is sent now, whatever the notice is about; nil: nothing speaks against it.
    fileprivate func obstacle(_ phone: NoticePhone, outlivesWaiting: Bool, at now: UnixTime) -> NoticeVerdict?
    {
        guard phone.isReachable else { return .drop("notifications are off on this phone") }
        if let end = phone.quietHours?.end(containing: now) {
            return outlivesWaiting || end < expiresAt ? .later(end) : .drop("quiet hours")
        }
        return now < expiresAt ? nil : .drop("it is over")
    }
}
