import WatchpostModel

/// News of realms, judged by how they are when it leaves.
struct RealmTopic: NoticeTopic {
    private let kinds: [NoticeAspect]
    let isChatter: Bool

    /// Who can be played on: down, back, back after maintenance.
    static let status = RealmTopic(kinds: [.status, .maintenance, .once], isChatter: false)
    /// What else happens there.
    static let chatter = RealmTopic(kinds: [.queue, .lock, .population], isChatter: true)

    var aspects: [String] { kinds.map(\.word) }

    func life(_ aspect: String, _ rules: NoticePolicy) -> Int64? {
        NoticeAspect(word: aspect).map { rules.life($0) }
    }

    /// A notice with the realms that it may be about.
    struct RealmFacts {
        let notice: RealmNotice
        let realms: [NoticeRealm]
    }

    func facts(
        of row: DueNotice,
        _ context: NoticeContext,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> RealmFacts? {
        guard let notice = RealmNotice(row) else { return nil }
        let realms = try NoticeRealmTable.realms(of: notice, person: context.person, db)
        return RealmFacts(notice: notice, realms: realms.map { context.seen($0, in: notice.subject.region) })
    }

    func verdict(
        _ row: DueNotice,
        _ facts: RealmFacts?,
        for phone: NoticePhone,
        _ rules: NoticePolicy,
        at now: UnixTime
    ) -> NoticeVerdict {
        guard let facts else { return .unknown }
        return NoticeJudge(rules: rules).verdict(facts.notice, phone: phone, realms: facts.realms, now: now)
    }

    func title(of row: DueNotice, in words: NoticeWords, _ db: borrowing Connection) throws(SQLiteError)
        -> String
    {
        guard let notice = RealmNotice(row) else { return row.subject }
        guard case .realm(let region, let id) = notice.subject else {
            return words.several(place: notice.subject.place)
        }
        let name = try NoticeRealmTable.name(of: id, in: region, db)
        return words.single(
            notice.aspect,
            word: notice.word,
            name: name ?? id,
            place: notice.subject.place,
            population: "…"
        ).title
    }

    /// What a phone knows of realms is remembered, and a wish to be told once is fulfilled.
    func accepted(_ id: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        guard !isChatter else { return }
        try DeliveredStateTable.accept(id, now, db)
        try WishTable.fulfilled(id, db)
    }

    func doubted(_ id: Int64, at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        guard !isChatter else { return }
        try DeliveredStateTable.doubt(id, now, db)
    }
}

extension NoticeContext {
    /// The realm with its name in the phone's language, and whether its source is believed.
    fileprivate func seen(_ realm: NoticeRealm, in region: Region) -> NoticeRealm {
        var realm = realm
        if let name = names?(region, realm.id, locale) { realm.name = name }
        realm.isFresh = !doubted.contains {
            $0.region == region && realm.id.hasPrefix("\($0.flavour.name)/")
        }
        return realm
    }
}

extension NoticeTopics {
    /// What happened to watched realms.
    package static let realms: [any NoticeTopic] = [RealmTopic.status, RealmTopic.chatter]
}
