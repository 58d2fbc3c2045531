import Core
import WatchpostModel

/// Two players who are one: what it comes to, read before anything of it is written.
///
/// Results hang on installations, so that none is written anew: the boards fold them together.
struct PlayerMerge {
    /// Who goes.
    let from: Player
    /// Who stays, with name, picture and link.
    let into: Player
    /// Installations that play for who stays then, by their rows.
    let moved: [Int64]
    /// What stays with each other player; nil: nothing does.
    let friends: [Int64: FriendRow?]
    /// Friends that who stays has then.
    let friendCount: Int
    /// Friends of who goes for whom there is no room.
    let left: Set<Int64>
    /// Duels with each other, by their rows, which are over then.
    let voided: [Int64]
    /// What ends duels with others, by their rows.
    let ended: [Int64: Duel.Event]

    /// Friends of one player: whoever is beyond them does not come along.
    private static let mostFriends = 500

    init(of from: Player, into: Player, _ db: borrowing Connection) throws(SQLiteError) {
        (self.from, self.into) = (from, into)
        moved = try PlayerMerge.installs(of: from.id, db)
        let mine = try FriendRows.all(of: into.id, db)
        let theirs = try FriendRows.all(of: from.id, db)
        (friends, friendCount, left) = PlayerMerge.unite(mine, of: into.id, theirs, of: from.id)
        voided = try db.rows(
            """
            SELECT id FROM duels WHERE state < 2
                AND ((creator = ?1 AND opponent = ?2) OR (creator = ?2 AND opponent = ?1))
            """,
            .integer(from.id),
            .integer(into.id)
        ) { row throws(SQLiteError) in try row.integer(0) }
        let changes = friends
        ended = try PlayerMerge.ended(of: [from.id, into.id], leaving: left, db) { other in
            changes[other, default: mine[other]]
        }
    }

    static func installs(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) -> [Int64] {
        try db.rows("SELECT id FROM installs WHERE player = ?1 ORDER BY id", .integer(player)) {
            row throws(SQLiteError) in try row.integer(0)
        }
    }

    private static func unite(
        _ mine: [Int64: FriendRow],
        of me: Int64,
        _ theirs: [Int64: FriendRow],
        of from: Int64
    ) -> (changes: [Int64: FriendRow?], count: Int, left: Set<Int64>) {
        var changes: [Int64: FriendRow?] = [:]
        var left: Set<Int64> = []
        var count = mine.filter { $0.key != from && $0.value.isFriend }.count
        let inOrder = theirs.filter { $0.key != me }.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }
        for (other, row) in inOrder {
            let before = mine[other]
            let after: FriendRow? = before.map { $0.united(with: row) } ?? row
            let (was, isNow) = (before?.isFriend ?? false, after?.isFriend ?? false)
            if isNow, !was, count >= mostFriends {
                left.insert(other)
                continue
            }
            count += (isNow ? 1 : 0) - (was ? 1 : 0)
            changes.updateValue(after, forKey: other)
        }
        return (changes, count, left)
    }
}

extension PlayerMerge {
    /// Writes it; who goes is a former guest from now on.
    ///
    /// `ahead`: what was counted of duels before the transaction. The instant at which it counts as done: see `stamp`.
    @discardableResult
    func write(
        at time: UnixTime,
        ahead: DuelCount?,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> UnixTime {
        let now = try stamp(time, db)
        let recount = try DuelRecount(merging: from.id, into: into.id, db)
        let before = try FriendRows.all(of: into.id, db)
        // While it has its name.
        try NewsTable.forgetPlayer(code: from.code, heir: (into.name, into.code), db)
        try moveInstalls(at: now, db)
        try BanTable.merge(from.id, into: into.id, db)
        try FriendRows.remove(of: from.id, db)
        try FriendRows.store(nil, of: into.id, with: from.id, db)
        for (other, row) in friends { try FriendRows.store(row, of: into.id, with: other, db) }
        try DuelTable.merged(from.id, into: into.id, recount, ahead, at: now, db)
        try endDuels(at: now, db)
        try tellInvitations(since: before, at: time, db)
        // Nobody comes back by them as somebody who is nobody now.
        try db.execute("DELETE FROM recovery_codes WHERE player = ?1", .integer(from.id))
        try db.execute(
            "UPDATE players SET merged_into = ?2 WHERE merged_into = ?1",
            .integer(from.id),
            .integer(into.id)
        )
        try db.execute(
            "UPDATE players SET person = NULL, merged_into = ?2, until = ?3, updated_at = ?4 WHERE id = ?1",
            .integer(from.id),
            .integer(into.id),
            .integer(now.seconds + ArenaRules.formerLife),
            .integer(now.seconds)
        )
        return now
    }

    /// Now, or so much later that it is after all merges into who goes: by their instants it is told what each of them
    /// brought, also if they were in the same second or the clock was set back.
    private func stamp(_ now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) -> UnixTime {
        let last = try db.first("SELECT max(until) FROM players WHERE merged_into = ?1", .integer(from.id)) {
            row throws(SQLiteError) in try row.optionalInstant(0)
        }
        guard case .some(let until?) = last else { return now }
        return max(now, until.advanced(by: 1 - ArenaRules.formerLife))
    }

    /// Each remembers the guest that it began as, as long as that one is kept; somebody is there, and it is not idle any more.
    ///
    /// Nor are those that play for that player already.
    private func moveInstalls(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute("UPDATE installs SET played = 1 WHERE player = ?1 AND played = 0", .integer(into.id))
        try db.execute(
            """
            UPDATE installs SET player = ?2, linked_at = ?3, played = max(played, 1), former_player = CASE
                WHEN former_player IN (SELECT id FROM players WHERE merged_into = ?1) THEN former_player
                ELSE ?1 END
            WHERE player = ?1
            """,
            .integer(from.id),
            .integer(into.id),
            .integer(now.seconds)
        )
    }
}
