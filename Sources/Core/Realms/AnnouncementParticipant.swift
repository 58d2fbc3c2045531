package import WatchpostModel

/// A feature that stores something with each announcement: its rows are there exactly when the events are.
///
/// Runs on the database's thread, inside `Database.write`; what one of them throws undoes the announcement, which is then
/// tried again, with the same events and those that came meanwhile. So nothing may be kept outside of the database, and what is
/// told to others is told after the commit: the announcer appends the events to the stream then, and rings the dispatcher.
///
/// An outage of a region is one event that names hundreds of realms; work here holds up the announcement of all of them.
package protocol AnnouncementParticipant: Sendable {
    /// Events that are about to get their numbers; the realms are stored already as they say.
    func announced(_ events: [EventBody], _ db: borrowing Connection) throws(SQLiteError)
}
