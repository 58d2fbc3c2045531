package import WatchpostModel

/// Everything that the appliance keeps of a person, a part for each feature; encodes as one object of those parts.
///
/// Secrets and push addresses are no part of it: nobody reads them again.
package struct PersonExport: Encodable, Sendable {
    /// What a feature keeps.
    package struct Part: Sendable {
        package let name: String
        package let value: any Encodable & Sendable
    }

    /// A part that a feature keeps in a file of its own.
    package struct Source: Sendable {
        /// Another one than that of any participant.
        let name: String
        /// Everything that the file has of a person, without secrets; nil: nothing.
        let read: @Sendable (_ person: Int64) async throws(SQLiteError) -> (any Encodable & Sendable)?

        package init(
            _ name: String,
            read:
                @escaping @Sendable (_ person: Int64) async throws(SQLiteError) -> (any Encodable & Sendable)?
        ) {
            self.name = name
            self.read = read
        }
    }

    /// The person itself.
    package struct Facts: Encodable, Hashable, Sendable {
        package let isAdministrator: Bool
        package let since: UnixTime
    }

    package let person: Facts
    /// In the order of the participants, then what files of their own hold.
    package internal(set) var parts: [Part]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(person, forKey: Key(stringValue: "person"))
        for part in parts { try container.encode(part.value, forKey: Key(stringValue: part.name)) }
    }
}

extension PersonExport.Facts {
    /// nil when there is no such person.
    init?(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        let rows = try db.rows(
            "SELECT administrator, created_at FROM persons WHERE id = ?1",
            .integer(person)
        ) { row throws(SQLiteError) in (try row.flag(0), try row.instant(1)) }
        guard let (isAdministrator, since) = rows.first else { return nil }
        self.init(isAdministrator: isAdministrator, since: since)
    }
}
