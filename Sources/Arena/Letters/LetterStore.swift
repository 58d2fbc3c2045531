import Core
import WatchpostModel

/// Letters that wait in `arena.db`; what a call returned is durable.
///
/// A row says what a letter is for and no word of it: codes are made when it leaves, and are in no file. One that is leased was
/// handed over, or may have been: it is settled by whoever leased it, or dropped at the next start, and is never sent again
/// unless its server surely has not got it.
struct LetterStore: Sendable {
    let database: Database

    init(database: Database) {
        self.database = database
    }

    /// Wants a letter to whoever has this address, if that was confirmed.
    ///
    /// Whether anybody has it is asked when the letter leaves: the same is written here for everybody.
    func askForCode(
        _ address: DeveloperAddress,
        language: String?,
        at now: UnixTime
    ) async throws(SQLiteError) {
        try await database.write("ask for letter") { db throws(SQLiteError) in
            try LetterTable.ask(.recovery, address.folded, language: language, at: now, db)
        }
    }

    /// Wants a letter with a code to the owner of this address, for each player that has it, as above.
    func askForPlayer(
        _ address: DeveloperAddress,
        language: String?,
        at now: UnixTime
    ) async throws(SQLiteError) {
        try await database.write("ask for letter") { db throws(SQLiteError) in
            try LetterTable.ask(.player, address.folded, language: language, at: now, db)
        }
    }

    /// Wants a letter to a developer, whose address nobody confirmed yet.
    func askForConfirmation(
        of developer: Int64,
        language: String?,
        at now: UnixTime
    ) async throws(SQLiteError) {
        try await database.write("ask for letter") { db throws(SQLiteError) in
            try LetterTable.ask(.confirmation, "\(developer)", language: language, at: now, db)
        }
    }

    /// Letters that were in hand as the last run ended, of which nobody knows whether they arrived, are dropped.
    func dropHandedOver() async throws(SQLiteError) -> Int {
        try await database.write("drop letters") { db throws(SQLiteError) -> Int in
            try db.execute("DELETE FROM letters WHERE leased_at IS NOT NULL")
            return db.changes
        }
    }

    /// What the next letter is leased by.
    struct Terms: Sendable {
        /// Letters of this box in an hour.
        var most: Int
        /// To whom messages are passed on; nil: to nobody.
        var owner: String?
        /// The SHA-256 of the code with which an address is confirmed, should that be the next one.
        var confirmation: [UInt8]
        /// The SHA-256 of the codes by which players come back, should that be the next one: as many players get one.
        var players: [[UInt8]]

        init(most: Int, owner: String?, confirmation: [UInt8], players: [[UInt8]] = []) {
            (self.most, self.owner) = (most, owner)
            (self.confirmation, self.players) = (confirmation, players)
        }
    }

    enum Next: Hashable, Sendable {
        /// It is in the caller's hands.
        case letter(LeasedLetter)
        /// None may leave for so many seconds.
        case wait(Int64)
        /// None waits.
        case nothing
    }

    /// Gives the next letter that may leave, and notes that it does.
    func lease(_ terms: Terms, at now: UnixTime) async throws(SQLiteError) -> Next {
        try await database.write("lease letter") { db throws(SQLiteError) -> Next in
            try LetterLease(terms: terms, now: now).next(db)
        }
    }

    /// A letter is not in hand any more.
    func settle(_ letter: LeasedLetter, _ end: LetterEnd, at now: UnixTime) async throws(SQLiteError) {
        try await database.write("settle letter") { db throws(SQLiteError) in
            guard end == .later else {
                try db.execute("DELETE FROM letters WHERE id = ?1", .integer(letter.id))
                return
            }
            // It did not arrive: it counts for nobody.
            try db.execute("DELETE FROM letters_sent WHERE letter = ?1", .integer(letter.id))
            try LetterTable.putBack(letter, due: now.advanced(by: LetterPause.after(letter.tries)), db)
        }
    }

    /// How many wait, those in hand among them.
    func waiting() async throws(SQLiteError) -> Int {
        try await database.read("count letters") { db throws(SQLiteError) in
            Int(
                try db.first("SELECT count(*) FROM letters") { row throws(SQLiteError) in try row.integer(0) }
                    ?? 0
            )
        }
    }
}
