import Core
import WatchpostModel

/// How long nobody may try a password of one address from one place, after wrong ones.
///
/// A few are free; each further one doubles the wait, up to an hour, and a day without any forgets them all. A stranger locks
/// the place that it comes from, many strangers all of outside, and nobody ever those at home. Who waits is told the same
/// whether the address is anybody's or not.
struct LoginLock: Hashable, Sendable {
    /// Where somebody tries from.
    enum Place: Hashable, Sendable {
        /// This network.
        case home
        /// One network outside, as text.
        case network(String)
        /// All of outside together.
        case outside

        /// As it is stored.
        var text: String {
            switch self {
            case .home: "home"
            case .network(let name): "net \(name.prefix(60))"
            case .outside: "outside"
            }
        }

        /// How many wrong passwords cost no wait.
        var free: Int64 { self == .outside ? 50 : 5 }
    }

    let place: Place
    /// Wrong passwords in a row.
    private(set) var failures: Int64
    /// When the last of them was said.
    private(set) var at: UnixTime

    /// The first wait, and the longest, in seconds.
    private static let first: Int64 = 60
    private static let longest: Int64 = 3_600
    /// After so many seconds without a wrong password nothing is left of the others.
    static let memory: Int64 = 86_400

    init(_ place: Place, failures: Int64 = 0, at: UnixTime) {
        (self.place, self.failures, self.at) = (place, failures, at)
    }

    /// How many seconds are left before the next try; nil: go on.
    func wait(at now: UnixTime) -> Int64? {
        guard failures >= place.free else { return nil }
        let left = at.advanced(by: delay).since(now)
        // What a clock said that was far ahead locks nobody; one that is set back a little frees nobody.
        return (1...delay + LoginLock.longest).contains(left) ? min(left, delay) : nil
    }

    /// Somebody tries; taken back by `LoginLockTable.forget` when the password is right.
    mutating func count(at now: UnixTime) {
        if now.since(at) >= LoginLock.memory { failures = 0 }
        failures += 1
        at = now
    }

    private var delay: Int64 {
        let doublings = min(failures - place.free, 16)
        return min(LoginLock.first << max(doublings, 0), LoginLock.longest)
    }
}

/// Rows of locks, by the SHA-256 of addresses.
enum LoginLockTable {
    static func find(
        _ address: [UInt8],
        _ place: LoginLock.Place,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> LoginLock {
        let found = try db.first(
            "SELECT failures, at FROM login_locks WHERE address = ?1 AND place = ?2",
            .blob(address),
            .text(place.text)
        ) { row throws(SQLiteError) in
            LoginLock(place, failures: try row.number(0), at: try row.instant(1))
        }
        return found ?? LoginLock(place, at: now)
    }

    static func put(_ lock: LoginLock, _ address: [UInt8], _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "INSERT OR REPLACE INTO login_locks (address, place, failures, at) VALUES (?1, ?2, ?3, ?4)",
            .blob(address),
            .text(lock.place.text),
            .integer(lock.failures),
            .integer(lock.at.seconds)
        )
    }

    /// The password was right.
    static func forget(
        _ address: [UInt8],
        _ places: [LoginLock.Place],
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        for place in places {
            try db.execute(
                "DELETE FROM login_locks WHERE address = ?1 AND place = ?2",
                .blob(address),
                .text(place.text)
            )
        }
    }

    /// Those that say nothing any more go, and above the bound the oldest.
    static func sweep(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "DELETE FROM login_locks WHERE at <= ?1",
            .integer(now.seconds - LoginLock.memory)
        )
        let count = try db.first("SELECT count(*) FROM login_locks") { row throws(SQLiteError) in
            try row.integer(0)
        }
        guard let count, count >= ArenaRules.mostLoginLocks else { return }
        try db.execute(
            """
            DELETE FROM login_locks WHERE (address, place) IN
                (SELECT address, place FROM login_locks ORDER BY at LIMIT ?1)
            """,
            .integer(ArenaRules.mostLoginLocks / 8)
        )
    }
}
