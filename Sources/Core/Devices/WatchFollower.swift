package import WatchpostModel

/// A participant that also follows what persons want to be told, in the transaction in which that changes.
///
/// Those among the participants of a `DeviceStore` are told by it, in the order of their list. Everything here runs on the
/// database's thread, inside `Database.write`; what one of them throws undoes the change.
package protocol WatchFollower: PersonParticipant {
    /// A person has another list of a region than before; versions say nothing here.
    func changed(
        _ list: WatchList,
        from old: WatchList,
        of person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError)

    /// A person changed what it wants of one realm.
    func changed(
        _ wish: RealmWishChange,
        of person: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError)
}
