import Core
import WatchpostModel

/// What follows from the friendships and blocks that stay when two players become one.
extension PlayerMerge {
    /// Duels of either end that the other side could not have begun, or not gone on with: a block ends each, and with a
    /// friend who does not come along what waits is over.
    ///
    /// `row`: what stays with another player. Both have twenty open duels at most.
    static func ended(
        of both: [Int64],
        leaving left: Set<Int64>,
        _ db: borrowing Connection,
        row: (Int64) -> FriendRow?
    ) throws(SQLiteError) -> [Int64: Duel.Event] {
        var ended: [Int64: Duel.Event] = [:]
        for player in both {
            for record in try DuelTable.open(of: player, db) {
                guard let side = record.side(of: player), let other = record.players[side.other],
                    !both.contains(other)
                else { continue }
                if row(other)?.isBlocked == true {
                    ended[record.id] = .blocked
                } else if left.contains(other), record.duel.state == .waiting {
                    ended[record.id] = .unfriended
                }
            }
        }
        return ended
    }

    /// Ends those, but for what results that count together now have decided.
    func endDuels(at now: UnixTime, _ db: borrowing Connection) throws(SQLiteError) {
        var changes = DuelChanges()
        for var record in try DuelTable.open(of: into.id, db) {
            guard let event = ended[record.id] else { continue }
            _ = try DuelTable.apply(event, to: &record, at: now, &changes, db)
        }
    }

    /// Invitations of who goes are those of who stays: that is told once, under the name that holds.
    ///
    /// What is no invitation any more is taken back. `before`: what who stays had with others. At most as many are told as one may have sent.
    func tellInvitations(since before: [Int64: FriendRow], at now: UnixTime, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        guard let me = try FriendTable.face(into.id, db) else { return }
        for (other, row) in friends.sorted(by: { $0.key < $1.key }) {
            let earlier = before[other].flatMap { $0.kind == .invited ? $0 : nil }
            let isInvited = row?.kind == .invited
            if let earlier, !isInvited {
                let inviter = earlier.isMine ? me : try FriendTable.face(other, db)
                guard let inviter else { continue }
                let told = earlier.isMine ? other : me.id
                try FriendNews.withdraw(.invited, of: inviter, from: told, at: now, db)
            }
            guard isInvited, row?.isMine == true, earlier?.isMine != true else { continue }
            try FriendNews.tell(.invited, of: me, to: other, at: now, db)
        }
    }
}
