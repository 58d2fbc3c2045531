import WatchpostModel

/// Taking rows for sending: judged by the present, in the same transaction that leases them.
struct OutboxLeasing {
    let now: UnixTime
    let rules: NoticePolicy
    let topics: NoticeTopics
    /// Sources of which nobody knows how their realms are now.
    let doubted: Set<RealmFeed>
    /// What a realm is called in a phone's language.
    var names: NoticeNames?

    /// Takes rows of a channel; whatever has nothing to say any more is settled on the way.
    func lease(_ choice: ServiceChoice, channel: String, _ db: borrowing Connection) throws(SQLiteError)
        -> [LeasedNotice]
    {
        try OutboxTable.takeBack(before: now, at: now, topics, db)
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
        for row in due where !(row.place.map(taken.busy.contains) ?? false) {
            guard let notice = try judge(row, db) else { continue }
            taken.leased.append(notice)
            if let place = row.place { taken.busy.insert(place) }
        }
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
        ) { row throws(SQLiteError) in try DueRow(row, topics.languages) }
    }

    private func judge(_ row: DueRow, _ db: borrowing Connection) throws(SQLiteError) -> LeasedNotice? {
        let due = row.notice
        guard let topic = topics[due.aspect] else {
            try OutboxTable.settle(due.id, .dropped, "not known to this release", now, db)
            return nil
        }
        let context = NoticeContext(
            person: row.person,
            doubted: doubted,
            names: names,
            locale: row.phone.locale
        )
        let life = topic.life(due.aspect, rules)
        switch try topic.judge(due, for: row.phone, context, rules, at: now, db) {
        case .drop(let reason): try OutboxTable.settle(due.id, .dropped, reason, now, db)
        case .doubt(let time): try OutboxTable.doubt(due.id, until: time, db)
        case .later(let time): try OutboxTable.postpone(due.id, until: time, life: life, db)
        case .muted(let time): try OutboxTable.mute(due.id, until: time, life: life, db)
        case .send(var notice, let told):
            if !row.wasLeased,
                let time = try NoticeBucketTable.take(due.device, isChatter: topic.isChatter, now, rules, db)
            {
                try OutboxTable.postpone(due.id, until: time, life: life, db)
                return nil
            }
            notice.badge = try OutboxTable.badge(due, db)
            try OutboxTable.lease(due.id, notice, told, until: now.advanced(by: rules.lease), db)
            return row.leased(notice)
        }
        return nil
    }
}
