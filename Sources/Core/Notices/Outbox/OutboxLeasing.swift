import WatchpostModel

/// Taking rows for sending: judged by the present, in the same transaction that leases them.
struct OutboxLeasing {
    let now: UnixTime
    let rules: NoticePolicy
    /// Sources of which nobody knows how their realms are now.
    let doubted: Set<RealmFeed>
    /// What a realm is called in a phone's language.
    var names: NoticeNames?

    /// Takes rows of a channel; whatever has nothing to say any more is settled on the way.
    func lease(_ choice: ServiceChoice, channel: String, _ db: borrowing Connection) throws(SQLiteError)
        -> [LeasedNotice]
    {
        try OutboxTable.takeBack(before: now, at: now, db)
        var taken = Taken()
        // Rows that fall away make room; the bound keeps one transaction short.
        for _ in 0..<8 where taken.leased.count < choice.room {
            let count = choice.room - taken.leased.count
            let due = try due(OutboxSQL.due, count, channel, choice.open, db)
            guard !due.isEmpty else { break }
            try take(due, &taken, db)
        }
        let limit = taken.leased.count + choice.tries
        for _ in 0..<8 where taken.leased.count < limit {
            let passed = choice.open + choice.closed + taken.leased.map(\.service)
            let due = try due(OutboxSQL.firstDue, limit - taken.leased.count, channel, passed, db)
            guard !due.isEmpty else { break }
            try take(due, &taken, db)
        }
        return taken.leased
    }

    private struct Taken {
        var leased: [LeasedNotice] = []
        var busy: Set<String> = []
    }

    private func take(_ due: [DueRow], _ taken: inout Taken, _ db: borrowing Connection) throws(SQLiteError) {
        for row in due where !taken.busy.contains(row.place) {
            guard let notice = try judge(row, db) else { continue }
            taken.leased.append(notice)
            if row.notice?.aspect.isAboutState == true { taken.busy.insert(row.place) }
        }
    }

    /// Many single notices that had to wait become one: after quiet hours, an empty bucket or a cut.
    func merge(_ db: borrowing Connection) throws(SQLiteError) {
        let crowded: [NoticeBatch] = try db.rows(
            OutboxSQL.crowded,
            .integer(now.seconds),
            .integer(rules.groupedFrom)
        ) { row throws(SQLiteError) in
            NoticeBatch(
                device: try row.integer(0),
                region: try row.text(1),
                aspect: try row.text(2),
                word: try row.text(3)
            )
        }
        for crowd in crowded { try crowd.merge(at: now, db) }
    }

    private func due(
        _ statement: String,
        _ count: Int,
        _ channel: String,
        _ services: [String],
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [DueRow] {
        try db.rows(
            statement,
            .integer(now.seconds),
            .text(channel),
            .integer(Int64(count)),
            .text(ServiceChoice.lines(services))
        ) { row throws(SQLiteError) in try DueRow(row) }
    }

    /// The realm with its name in the phone's language.
    private func named(_ realm: NoticeRealm, _ row: DueNotice, _ locale: String) -> NoticeRealm {
        guard let region = row.subject.region, let name = names?(region, realm.id, locale) else {
            return realm
        }
        var realm = realm
        realm.name = name
        return realm
    }

    /// The realm with whether its source is believed.
    private func marked(_ realm: NoticeRealm, _ row: DueNotice) -> NoticeRealm {
        guard !doubted.isEmpty, let region = row.subject.region else { return realm }
        var realm = realm
        realm.isFresh = !doubted.contains {
            $0.region == region && realm.id.hasPrefix("\($0.flavour.name)/")
        }
        return realm
    }

    private func judge(_ row: DueRow, _ db: borrowing Connection) throws(SQLiteError) -> LeasedNotice? {
        guard let due = row.notice else {
            try OutboxTable.settle(row.id, .dropped, "not known to this release", now, db)
            return nil
        }
        let realms = try NoticeRealmTable.realms(of: due, person: row.person, db).map {
            named(marked($0, due), due, row.phone.locale)
        }
        switch NoticeJudge(rules: rules).verdict(due, phone: row.phone, realms: realms, now: now) {
        case .drop(let reason):
            try OutboxTable.settle(row.id, .dropped, reason, now, db)
        case .doubt(let time): try OutboxTable.doubt(row.id, until: time, db)
        case .later(let time):
            try OutboxTable.postpone(row.id, until: time, life: rules.life(due.aspect), db)
        case .muted(let time): try OutboxTable.mute(row.id, until: time, life: rules.life(due.aspect), db)
        case .send(var notice, let told):
            if !row.wasLeased,
                let time = try NoticeBucketTable.take(row.device, for: row.notice?.aspect, now, rules, db)
            {
                try OutboxTable.postpone(row.id, until: time, life: rules.life(due.aspect), db)
                return nil
            }
            notice.badge = try OutboxTable.badge(due, db)
            try OutboxTable.lease(row.id, notice, told, until: now.advanced(by: rules.lease), db)
            return row.leased(notice)
        }
        return nil
    }
}
