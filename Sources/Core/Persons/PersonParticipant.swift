/// A feature that keeps something of persons: asked about whatever happens to one, in the transaction in which it happens.
///
/// Everything here runs on the database's thread, inside `Database.write` (`export`: inside `Database.read`), and must not
/// rely on anything but the connection. What one of them throws undoes the whole change. They are asked in the order of
/// their list, in which phones are last: until then phones belong to whom they belonged to.
///
/// What can happen to a person: it joins another one (a code of that one's phone was typed in: `obstacle` of all, then `join`
/// of all), a phone parts from it (`part`), a phone is set up like another one (`begin`), or it ends (`delete`), because
/// somebody asked for that, or by itself when its last phone went and nobody `holds` it. It must be in the file what these
/// leave: rows of persons that are gone may not stay. Numbers of persons are never given twice.
///
/// A person may have very much here, so each is a few statements by index, and no loop over rows in memory. A feature whose
/// rows lie in a file of its own does here only what `state.db` has of it, and the rest when it sees the mark; see `holds`.
package protocol PersonParticipant: Sendable {
    /// The name of its part of an export, for example `watching`.
    var name: String { get }

    /// Whether something hangs on the person that must not end by itself: phones, or what a person without phones comes
    /// back for. Watch lists and notices are no such thing: they are for phones.
    ///
    /// A feature with a file of its own cannot ask that here and keeps a mark in a table of `state.db`: set before its file
    /// has what hangs on the person, and removed (then `PersonStore.release`) after it is gone from there. A kill in
    /// between leaves a mark without anything, never anything without a mark; the feature removes such marks when it opens
    /// its file.
    func holds(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool

    /// Why two persons cannot become one; nothing may be written. nil: they can.
    ///
    /// The words reach the person whose phone joins, with a code; all participants are asked before the first one joins.
    func obstacle(to join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError) -> JoinObstacle?

    /// Gives what the one person has to the other.
    ///
    /// What is not given away ends with the person that is left over, unless `holds` still says that something hangs on it.
    func join(_ join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError)

    /// A phone goes its own way as a new person: what it takes along is copied.
    func part(_ parting: PersonParting, _ db: borrowing Connection) throws(SQLiteError)

    /// A phone joined by the code of another one of the same person, and begins like that.
    func begin(_ device: Int64, like other: Int64, _ db: borrowing Connection) throws(SQLiteError)

    /// The person ends. Rows that refer to `persons` or `devices` with ON DELETE CASCADE go without being named here.
    func delete(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError)

    /// Everything that it keeps of the person in `state.db`, for the person to read; without secrets.
    ///
    /// What it has in a file of its own is a `PersonExport.Source` of the running feature. Times are RFC 3339, and nothing of
    /// another person may be in it but what this one sees anyway.
    func export(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> any Encodable & Sendable
}

/// What most features do: nothing. Only the export has no default, so that none is forgotten.
extension PersonParticipant {
    package func holds(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> Bool { false }

    package func obstacle(
        to join: PersonJoin,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> JoinObstacle? { nil }

    package func join(_ join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError) {}

    package func part(_ parting: PersonParting, _ db: borrowing Connection) throws(SQLiteError) {}

    package func begin(_ device: Int64, like other: Int64, _ db: borrowing Connection) throws(SQLiteError) {}

    package func delete(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) {}
}

/// Two persons turn out to be one.
package struct PersonJoin: Hashable, Sendable {
    /// Who is left over.
    package let person: Int64
    /// Who made the code and remains.
    package let other: Int64
}

/// A phone becomes a person of its own.
package struct PersonParting: Hashable, Sendable {
    package let device: Int64
    /// Whom it leaves.
    package let person: Int64
    /// Who it is from now on.
    package let own: Int64
    /// At home, or an administrator's: whole lists are copied, however full the appliance is.
    package let isTrusted: Bool
}
