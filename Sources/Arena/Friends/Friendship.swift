import Core

/// What two players are to each other: one value for both, whoever began.
///
/// A rule: it is told what one of them does, and says what follows. What somebody declines or blocks the other one never
/// learns: it sees an invitation that waits, or nothing.
struct Friendship: Hashable, Sendable {
    /// One of the two: the one with the lower row in the file, or the other one.
    enum Side: Hashable, Sendable, CaseIterable {
        case low, high

        var other: Side { self == .low ? .high : .low }
    }

    /// What there is between them, the seed's types 1, 2 and 3.
    enum Bond: Hashable, Sendable {
        case none
        case invited(by: Side)
        case friends(invitedBy: Side)
        /// The invitation was turned down; `again`: whoever sent it has asked once more since, and nobody was told.
        case declined(from: Side, again: Bool)
    }

    /// What one of them does.
    enum Event: Hashable, Sendable, CaseIterable {
        /// To be friends: invites, or accepts.
        case want
        /// Takes back, declines, or ends it.
        case unwant
        case block
        case unblock
    }

    /// What follows for others than the two rows of the pair.
    enum Effect: Hashable, Sendable {
        /// This side is told that the other one wants to be a friend.
        case tellInvited(Side)
        /// This side is told that its invitation was accepted.
        case tellAccepted(Side)
        /// What this side was to be told of that is not so any more.
        case withdrawInvited(Side)
        case withdrawAccepted(Side)
        case end(FriendEnd.Cause)
    }

    /// Who has blocked somebody wants nothing of them.
    struct BlockedByMe: Error, Hashable {}

    var bond = Bond.none
    var blockers: Set<Side> = []

    init() {}

    /// Does what one side wants; what is so already changes nothing.
    mutating func handle(_ event: Event, by side: Side) throws(BlockedByMe) -> [Effect] {
        switch event {
        case .want:
            guard !blockers.contains(side) else { throw BlockedByMe() }
            return want(side)
        case .unwant: return unwant(side)
        case .block:
            guard blockers.insert(side).inserted else { return [] }
            return unwant(side).filter { $0 != .end(.unfriended) } + [.end(.blocked)]
        case .unblock:
            blockers.remove(side)
            return []
        }
    }

    private mutating func want(_ side: Side) -> [Effect] {
        // It waits where nobody who matters sees it: after the block has ended it is one that was declined.
        guard !blockers.contains(side.other) else {
            bond = .declined(from: side, again: true)
            return []
        }
        switch bond {
        case .none:
            bond = .invited(by: side)
            return [.tellInvited(side.other)]
        case .invited(by: side), .friends: return []
        case .invited(let inviter):
            bond = .friends(invitedBy: inviter)
            return [.withdrawInvited(side), .tellAccepted(inviter)]
        case .declined(from: side, again: _):
            bond = .declined(from: side, again: true)
            return []
        case .declined(let inviter, _):
            bond = .friends(invitedBy: inviter)
            return [.tellAccepted(inviter)]
        }
    }

    private mutating func unwant(_ side: Side) -> [Effect] {
        switch bond {
        case .none: return []
        case .invited(by: side):
            bond = .none
            return [.withdrawInvited(side.other)]
        case .invited(let inviter):
            bond = .declined(from: inviter, again: false)
            return [.withdrawInvited(side)]
        case .friends(let inviter):
            bond = .none
            return [.withdrawAccepted(inviter), .end(.unfriended)]
        // It stays declined: who takes an invitation back and makes it anew would be told each time, and could wear the other out.
        case .declined(from: side, again: _):
            bond = .declined(from: side, again: false)
            return []
        case .declined: return []
        }
    }
}

/// As one of the two sees it.
extension Friendship {
    /// What the other one is to somebody.
    enum Relation: String, Hashable, Sendable, CaseIterable {
        case none
        /// Invited, and no answer came.
        case sent
        /// Has invited; also where that was declined, which may be taken back.
        case received
        case friend
        /// By whoever sees it.
        case blocked
        case me
    }

    func relation(of side: Side) -> Relation {
        if blockers.contains(side) { return .blocked }
        if isSent(by: side) { return .sent }
        if invitation(to: side) != nil { return .received }
        return areFriends ? .friend : .none
    }

    var areFriends: Bool {
        if case .friends = bond { blockers.isEmpty } else { false }
    }

    /// Whether a side sees an invitation of its own that waits.
    func isSent(by side: Side) -> Bool {
        !blockers.contains(side)
            && (bond == .invited(by: side) || bond == .declined(from: side, again: true))
    }

    /// How an invitation to a side is listed: 1, or 3 where it was declined; nil: there is none that it wants to see.
    func invitation(to side: Side) -> Int? {
        guard blockers.isEmpty else { return nil }
        switch bond {
        case .invited(by: side.other): return 1
        case .declined(from: side.other, again: _): return 3
        case .none, .invited, .friends, .declined: return nil
        }
    }

    /// Whether the pair needs no row.
    var isNothing: Bool { bond == .none && blockers.isEmpty }
}

/// Two players are no friends any more, or one has blocked the other, friends or not: what hangs on that is to follow in the
/// same transaction.
struct FriendEnd: Hashable, Sendable {
    enum Cause: Hashable, Sendable {
        case unfriended, blocked
    }

    let cause: Cause
    /// The rows of who did it and of the other one.
    let actor: Int64
    let other: Int64
}
