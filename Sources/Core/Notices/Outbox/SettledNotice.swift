import WatchpostModel

/// A delivery and what becomes of its row.
package struct SettledNotice: Sendable {
    package var id: Int64
    /// Of the attempts to deliver it, the one that was answered.
    package var attempt: Int
    package var settlement: Settlement
    /// The address it went to, and when the phone had named it: one that was named again meanwhile, the same or
    /// another, is not blamed.
    package var addressKey: [UInt8]
    package var registeredAtMilliseconds: Int64

    package init(_ leased: LeasedNotice, _ settlement: Settlement) {
        id = leased.id
        attempt = leased.attempts
        self.settlement = settlement
        addressKey = leased.addressKey
        registeredAtMilliseconds = leased.registeredAtMilliseconds
    }

    func store(at now: UnixTime, _ topics: NoticeTopics, _ db: borrowing Connection) throws(SQLiteError) {
        guard let aspect = try OutboxTable.leased(id, attempt: attempt, db) else { return }
        let topic = topics[aspect]
        switch settlement {
        case .sent:
            try topic?.accepted(id, at: now, db)
            try OutboxTable.settle(id, .sent, nil, now, db)
            try AddressColumns.confirm(addressKey, registeredAtMilliseconds, at: now, db)
        case .dead(let reason, let uncertain):
            if uncertain { try topic?.doubted(id, at: now, db) }
            try OutboxTable.settle(id, .dead, reason, now, db)
        case .again(let time, let reason, let uncertain, let counts):
            if uncertain { try topic?.doubted(id, at: now, db) }
            try OutboxTable.again(id, at: time, reason: reason, uncertain: uncertain, counts: counts, db)
        case .addressGone(let reason):
            try OutboxTable.settle(id, .dropped, reason, now, db)
            try AddressColumns.disable(addressKey, registeredAtMilliseconds, reason: reason, db)
        }
    }
}
