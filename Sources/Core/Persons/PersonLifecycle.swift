import WatchpostModel

/// How persons begin, become one, part and end, inside a transaction.
struct PersonLifecycle: Sendable {
    /// Asked in this order.
    let participants: [any PersonParticipant]
    let log: PersonLog

    /// Makes one person of two; nothing is written when something stands in the way.
    func join(_ join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError) -> JoinObstacle? {
        for participant in participants {
            if let obstacle = try participant.obstacle(to: join, db) { return obstacle }
        }
        for participant in participants { try participant.join(join, db) }
        try log.append(.joined(into: join.other), of: join.person, db)
        if try !isHeld(join.person, db) { try erase(join.person, db) }
        return nil
    }

    /// A phone becomes a person of its own.
    func part(
        _ device: Int64,
        from person: Int64,
        isTrusted: Bool,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let own = try PersonTable.begin(at: now, db)
        let parting = PersonParting(device: device, person: person, own: own, isTrusted: isTrusted)
        for participant in participants { try participant.part(parting, db) }
        try log.append(.parted(own: own), of: person, db)
    }

    /// A phone begins like another one of its person.
    func begin(_ device: Int64, like other: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        for participant in participants { try participant.begin(device, like: other, db) }
    }

    /// A phone of the person was removed: the person ends with it unless something still hangs on it, and then true.
    func phoneRemoved(of person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        if try endIfUnused(person, db) { return true }
        try log.append(.phoneRemoved, of: person, db)
        return false
    }

    /// Ends a person on whom nothing hangs; false when it stays.
    func endIfUnused(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        guard try !isHeld(person, db) else { return false }
        return try delete(person, db)
    }

    /// Removes a person, whatever hangs on it; false when there is none.
    func delete(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        guard try PersonTable.exists(person, db) else { return false }
        try erase(person, db)
        try log.append(.ended, of: person, db)
        return true
    }

    private func isHeld(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        for participant in participants where try participant.holds(person, db) { return true }
        return false
    }

    private func erase(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        for participant in participants { try participant.delete(person, db) }
        try PersonTable.remove(person, db)
    }
}
