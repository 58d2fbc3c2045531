import FoundationEssentials
package import WatchpostModel

/// A row of the outbox, as its topic wrote it.
package struct DueNotice: Hashable, Sendable {
    package var id: Int64
    package var device: Int64
    /// What it is about, in the words of its topic; a phone's unread notices are counted by it.
    package var subject: String
    /// Which of its topic's kinds it is.
    package var aspect: String
    package var word: String
    /// When it was decided.
    package var at: UnixTime
    /// JSON of the topic's own type.
    package var payload: String?
    /// It only updates one that rang already.
    package var isUpdate: Bool
    package var expiresAt: UnixTime
    package var attempts: Int

    /// What it carries; nil without, and for what another release wrote.
    package func content<Content: Decodable>(_ type: Content.Type) -> Content? {
        payload.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }

    /// The columns that `init` reads, first in a row of the outbox `o`.
    static let columns = """
        o.id, o.device, o.subject, o.aspect, o.word, o.at, o.payload, o.quiet, o.expires_at, o.attempts
        """

    init(_ row: borrowing Row) throws(SQLiteError) {
        id = try row.integer(0)
        device = try row.integer(1)
        subject = try row.text(2)
        aspect = try row.text(3)
        word = try row.text(4)
        at = try row.instant(5)
        payload = try row.optionalText(6)
        isUpdate = try row.flag(7)
        expiresAt = try row.instant(8)
        attempts = try row.count(9)
    }
}
