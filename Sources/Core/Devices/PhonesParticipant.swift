import WatchpostModel

/// The phones of persons: a person with phones stays.
struct PhonesParticipant: PersonParticipant {
    let name = "phones"

    func holds(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        try DeviceTable.hasAny(of: person, db)
    }

    func join(_ join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE devices SET person = ?2 WHERE person = ?1",
            .integer(join.person),
            .integer(join.other)
        )
    }

    /// Codes of the person end: who leaves may have made one.
    func part(_ parting: PersonParting, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE devices SET person = ?2 WHERE id = ?1",
            .integer(parting.device),
            .integer(parting.own)
        )
        try db.execute("DELETE FROM link_codes WHERE person = ?1", .integer(parting.person))
    }

    /// Named here because phones keep their person's row: they do not go with it by themselves.
    func delete(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute("DELETE FROM devices WHERE person = ?1", .integer(person))
    }

    func export(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> any Encodable & Sendable {
        try DeviceTable.records(of: person, db).map {
            Export(
                id: $0.install,
                name: $0.name,
                locale: $0.locale,
                timeZone: $0.zone,
                registeredAt: $0.registeredAt,
                seenAt: $0.seenAt,
                network: $0.network
            )
        }
    }

    /// What a phone said about itself.
    private struct Export: Encodable {
        let id: String
        let name: String
        let locale: String
        let timeZone: String
        let registeredAt: UnixTime
        let seenAt: UnixTime
        let network: String?
    }
}
