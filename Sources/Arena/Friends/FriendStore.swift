import Core
import WatchpostModel

/// Friends, invitations and blocks of players in `arena.db`; what a call returned is durable.
struct FriendStore: Sendable {
    /// What else ends with a friendship, in the transaction that ends it.
    typealias EndFollower =
        @Sendable (FriendEnd, UnixTime, borrowing Connection) throws(SQLiteError) -> Void

    let database: Database
    private let onEnd: EndFollower

    /// `onEnd`: called inside of the transaction in which two players cease to be friends, or one blocks the other.
    init(database: Database, onEnd: @escaping EndFollower = FriendStore.endDuels) {
        (self.database, self.onEnd) = (database, onEnd)
    }

    /// What became of what somebody wants of another player.
    enum Outcome: Hashable, Sendable {
        case done(Change)
        case refused(Refusal)
        /// There is no such player, or none any more.
        case noPlayer
    }

    /// How two players stand now.
    struct Change: Hashable, Sendable {
        let other: PlayerFace
        let relation: Friendship.Relation
        /// Something on its way to phones was written.
        let hasNews: Bool
        /// Nil: nothing ended.
        let end: FriendEnd?
    }

    enum Refusal: Hashable, Sendable {
        case oneself
        case blockedByMe
        /// Who asks has as many friends as one may have, or the other one.
        case friendsFull(isOwn: Bool)
        /// Who asks waits for as many answers as one may; or the other one has as many to give.
        case invitationsFull(isOwn: Bool)
        case blocksFull
    }

    /// Does what a player wants of another one, who is named by the code.
    func change(
        _ event: Friendship.Event,
        by player: Int64,
        with code: String,
        at now: UnixTime
    ) async throws(SQLiteError) -> Outcome {
        let onEnd = onEnd
        return try await database.write("change friendship") { db throws(SQLiteError) in
            guard let me = try FriendTable.face(player, db), let other = try FriendTable.face(code: code, db)
            else { return .noPlayer }
            guard me.id != other.id else { return .refused(.oneself) }
            if event == .want { try FriendTable.forgetDeclined(by: other.id, at: now, db) }
            let writer = FriendWriter(me: me, other: other, now: now, onEnd: onEnd)
            return try writer.change(event, db)
        }
    }
}

extension FriendStore {
    /// What waits between the two is over; what runs goes on, unless one blocks the other.
    ///
    /// That one of them passed the other on a board is told to neither any more.
    static func endDuels(
        _ end: FriendEnd,
        _ now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let pair = FriendPair(end.actor, end.other)
        try DuelTable.pairEnded(pair.low, pair.high, block: end.cause == .blocked, at: now, db)
        for (player, other) in [(end.actor, end.other), (end.other, end.actor)] {
            guard let face = try FriendTable.face(other, db) else { continue }
            let subject = News.subject(ofPlayer: face.code)
            try NewsTable.withdraw(.passed, about: subject, from: player, at: now, db)
        }
    }
}

/// One change of one pair.
private struct FriendWriter {
    let me: PlayerFace
    let other: PlayerFace
    let now: UnixTime
    let onEnd: FriendStore.EndFollower

    private var pair: FriendPair { FriendPair(me.id, other.id) }
    private var side: Friendship.Side { pair.side(of: me.id) }

    func change(_ event: Friendship.Event, _ db: borrowing Connection) throws(SQLiteError)
        -> FriendStore.Outcome
    {
        let found = try FriendTable.find(pair, db)
        let before = found?.friendship ?? Friendship()
        var after = before
        let effects: [Friendship.Effect]
        do throws(Friendship.BlockedByMe) {
            effects = try after.handle(event, by: side)
        } catch {
            return .refused(.blockedByMe)
        }
        if let refusal = try refusal(of: after, before, db) { return .refused(refusal) }
        if after != before {
            let since = after.bond == before.bond ? found?.at : nil
            try FriendTable.store(after, of: pair, since: since ?? now, db)
        }
        var end: FriendEnd?
        for effect in effects {
            if case .end(let cause) = effect {
                let ended = FriendEnd(cause: cause, actor: me.id, other: other.id)
                end = ended
                try onEnd(ended, now, db)
            } else {
                try tell(effect, db)
            }
        }
        return .done(
            FriendStore.Change(
                other: other,
                relation: after.relation(of: side),
                hasNews: !effects.isEmpty,
                end: end
            )
        )
    }

    /// Why there is no room for it; what becomes less always has some.
    ///
    /// Nothing here depends on whether the other one has blocked who asks.
    private func refusal(of after: Friendship, _ before: Friendship, _ db: borrowing Connection)
        throws(SQLiteError) -> FriendStore.Refusal?
    {
        if after.areFriends, !before.areFriends {
            for player in [me.id, other.id] {
                guard try FriendCounts.friends(of: player, db) < ArenaRules.mostFriends else {
                    return .friendsFull(isOwn: player == me.id)
                }
            }
        }
        if after.isSent(by: side), !before.isSent(by: side) {
            guard try FriendCounts.friends(of: me.id, db) < ArenaRules.mostFriends else {
                return .friendsFull(isOwn: true)
            }
            guard try FriendCounts.sent(by: me.id, db) < ArenaRules.mostInvitations else {
                return .invitationsFull(isOwn: true)
            }
            guard try FriendCounts.received(by: other.id, db) < ArenaRules.mostReceived else {
                return .invitationsFull(isOwn: false)
            }
        }
        if after.blockers.contains(side), !before.blockers.contains(side) {
            guard try FriendCounts.blocks(of: me.id, db) < ArenaRules.mostBlocks else { return .blocksFull }
        }
        return nil
    }

    private func tell(_ effect: Friendship.Effect, _ db: borrowing Connection) throws(SQLiteError) {
        switch effect {
        case .tellInvited(let side): try tell(.invited, side, db)
        case .tellAccepted(let side): try tell(.accepted, side, db)
        case .withdrawInvited(let side): try withdraw(.invited, side, db)
        case .withdrawAccepted(let side): try withdraw(.accepted, side, db)
        case .end: return
        }
    }

    /// One side is told of the other one.
    private func tell(_ kind: NewsKind, _ side: Friendship.Side, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        try FriendNews.tell(kind, of: face(side.other), to: pair[side], at: now, db)
    }

    private func withdraw(_ kind: NewsKind, _ side: Friendship.Side, _ db: borrowing Connection)
        throws(SQLiteError)
    {
        try FriendNews.withdraw(kind, of: face(side.other), from: pair[side], at: now, db)
    }

    private func face(_ side: Friendship.Side) -> PlayerFace { pair[side] == me.id ? me : other }
}
