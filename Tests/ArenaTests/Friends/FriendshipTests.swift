import Testing

@testable import Arena
@testable import Core

@Suite("What two players are to each other")
struct FriendshipTests {
    /// A state as one of the two sees it (m: mine, by me; t: theirs, by them), and what each event of mine makes of it.
    ///
    /// `+`: asked once more; `/`: blocked by me, by them, by both. Behind the new state stands what follows: told (`!`) or
    /// taken back (`x`) an invitation (i) or its acceptance (a), and to whom; `#u`, `#b`: it ended.
    struct Line: Sendable, CustomTestStringConvertible {
        let state: String
        let want: String
        let unwant: String
        let block: String
        let unblock: String

        var testDescription: String { state }

        init(_ state: String, _ want: String, _ unwant: String, _ block: String, _ unblock: String) {
            (self.state, self.want, self.unwant) = (state, want, unwant)
            (self.block, self.unblock) = (block, unblock)
        }

        func result(_ event: Friendship.Event) -> String {
            switch event {
            case .want: want
            case .unwant: unwant
            case .block: block
            case .unblock: unblock
            }
        }
    }

    static let table = [
        Line("0", "1m !it", "0", "0/m #b", "0"),
        Line("1m", "1m", "0 xit", "0/m xit #b", "1m"),
        Line("1t", "2t xim !at", "3t xim", "3t/m xim #b", "1t"),
        Line("2m", "2m", "0 xam #u", "0/m xam #b", "2m"),
        Line("2t", "2t", "0 xat #u", "0/m xat #b", "2t"),
        Line("3m", "3m+", "3m", "3m/m #b", "3m"),
        Line("3m+", "3m+", "3m", "3m/m #b", "3m+"),
        Line("3t", "2t !at", "3t", "3t/m #b", "3t"),
        Line("3t+", "2t !at", "3t+", "3t+/m #b", "3t+"),
        Line("0/m", "409", "0/m", "0/m", "0"),
        Line("3t/m", "409", "3t/m", "3t/m", "3t"),
        Line("3t+/m", "409", "3t+/m", "3t+/m", "3t+"),
        Line("0/t", "3m+/t", "0/t", "0/mt #b", "0/t"),
        Line("3m/t", "3m+/t", "3m/t", "3m/mt #b", "3m/t"),
        Line("3m+/t", "3m+/t", "3m/t", "3m/mt #b", "3m+/t"),
        Line("3m/m", "409", "3m/m", "3m/m", "3m"),
        Line("3t/t", "3m+/t", "3t/t", "3t/mt #b", "3t/t"),
        Line("3m/mt", "409", "3m/mt", "3m/mt", "3m/t"),
        Line("3t/mt", "409", "3t/mt", "3t/mt", "3t/t"),
        Line("0/mt", "409", "0/mt", "0/mt", "0/t"),
    ]

    @Test("whatever one of them does in whatever state, the table says what follows", arguments: table)
    func follows(line: Line) throws {
        for (me, event) in Friendship.Side.allCases.flatMap({ me in
            Friendship.Event.allCases.map { (me, $0) }
        }) {
            var friendship = try #require(FriendshipTests.state(line.state, me))
            let before = friendship
            let said: String
            do throws(Friendship.BlockedByMe) {
                let effects = try friendship.handle(event, by: me)
                let words = effects.map { FriendshipTests.word($0, me) }
                said = ([FriendshipTests.word(friendship, me)] + words).joined(separator: " ")
            } catch {
                said = "409"
                #expect(friendship == before)
            }
            #expect(said == line.result(event), "\(line.state), \(event), by \(me)")
        }
    }

    @Test("the table has every state that can come of nothing, and no other")
    func closed() throws {
        var known: Set<Friendship> = [Friendship()]
        var open = [Friendship()]
        while let next = open.popLast() {
            for side in Friendship.Side.allCases {
                for event in Friendship.Event.allCases {
                    var after = next
                    _ = try? after.handle(event, by: side)
                    if known.insert(after).inserted { open.append(after) }
                }
            }
        }
        let listed = FriendshipTests.table.flatMap { line in
            Friendship.Side.allCases.compactMap { FriendshipTests.state(line.state, $0) }
        }
        #expect(known == Set(listed))
    }

    @Test(
        "each sees what it may: who was declined or blocked sees nothing of it",
        arguments: [
            ("0", "none", "none"), ("1m", "sent", "received"), ("2m", "friend", "friend"),
            ("2t", "friend", "friend"), ("3m", "none", "received"), ("3m+", "sent", "received"),
            ("0/m", "blocked", "none"), ("3t/m", "blocked", "none"), ("3t+/m", "blocked", "sent"),
            ("0/mt", "blocked", "blocked"),
        ]
    )
    func seen(state: String, mine: String, theirs: String) throws {
        for me in Friendship.Side.allCases {
            let friendship = try #require(FriendshipTests.state(state, me))
            #expect(friendship.relation(of: me).rawValue == mine)
            #expect(friendship.relation(of: me.other).rawValue == theirs)
            #expect(friendship.areFriends == (mine == "friend"))
            #expect(friendship.isSent(by: me.other) == (theirs == "sent"))
            #expect((friendship.invitation(to: me.other) != nil) == (theirs == "received"))
        }
    }

    @Test("who was blocked cannot tell that from a stranger by anything that it does")
    func quiet() throws {
        for events in [[.want], [.want, .want], [.want, .unwant], [.unwant], [.unwant, .want]]
            as [[Friendship.Event]]
        {
            var blocked = Friendship()
            _ = try blocked.handle(.block, by: .low)
            var open = Friendship()
            for event in events {
                let effects = try blocked.handle(event, by: .high)
                #expect(effects == [], "nothing arrives")
                _ = try open.handle(event, by: .high)
                #expect(blocked.relation(of: .high) == open.relation(of: .high))
            }
            _ = try blocked.handle(.unblock, by: .low)
            #expect(blocked.relation(of: .high) == open.relation(of: .high), "nor afterwards")
        }
    }

    private static func state(_ text: String, _ me: Friendship.Side) -> Friendship? {
        let parts = text.split(separator: "/")
        guard let start = parts.first else { return nil }
        var friendship = Friendship()
        let inviter = start.contains("m") ? me : me.other
        switch start.first {
        case "1": friendship.bond = .invited(by: inviter)
        case "2": friendship.bond = .friends(invitedBy: inviter)
        case "3": friendship.bond = .declined(from: inviter, again: start.hasSuffix("+"))
        default: break
        }
        let blockers = parts.count > 1 ? parts[1] : ""
        if blockers.contains("m") { friendship.blockers.insert(me) }
        if blockers.contains("t") { friendship.blockers.insert(me.other) }
        return friendship
    }

    private static func word(_ friendship: Friendship, _ me: Friendship.Side) -> String {
        func name(_ side: Friendship.Side) -> String { side == me ? "m" : "t" }
        var text: String
        switch friendship.bond {
        case .none: text = "0"
        case .invited(let side): text = "1\(name(side))"
        case .friends(let side): text = "2\(name(side))"
        case .declined(let side, let again): text = "3\(name(side))\(again ? "+" : "")"
        }
        if !friendship.blockers.isEmpty {
            text += "/" + friendship.blockers.map(name).sorted().joined()
        }
        return text
    }

    private static func word(_ effect: Friendship.Effect, _ me: Friendship.Side) -> String {
        func name(_ side: Friendship.Side) -> String { side == me ? "m" : "t" }
        switch effect {
        case .tellInvited(let side): return "!i\(name(side))"
        case .tellAccepted(let side): return "!a\(name(side))"
        case .withdrawInvited(let side): return "xi\(name(side))"
        case .withdrawAccepted(let side): return "xa\(name(side))"
        case .end(.unfriended): return "#u"
        case .end(.blocked): return "#b"
        }
    }
}
