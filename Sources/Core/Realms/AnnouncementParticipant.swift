package import WatchpostModel

/// A feature that stores something with each announcement: its rows are there exactly when the events are.
///
/// Runs on the database's thread, inside `Database.write`; what one of them throws undoes the announcement, which is then
/// tried again.
package protocol AnnouncementParticipant: Sendable {
    /// Events that are about to get their numbers; the realms are stored already as they say.
    func announced(_ events: [EventBody], _ db: borrowing Connection) throws(SQLiteError)
}
