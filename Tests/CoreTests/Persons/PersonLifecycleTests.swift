import Core
import Testing
import WatchpostModel

private let day: Int64 = 86_400

@Suite("The life of persons")
struct PersonLifecycleTests {
    private func house(mostDevices: Int = 10_000, gives: Bool = true) async throws -> DeviceFixture {
        try await DeviceFixture(mostDevices: mostDevices, participants: [TrophyParticipant(gives: gives)])
    }

    @Test("who has something durable outlives the phone that makes room; others end with it")
    func evicted() async throws {
        let house = try await house(mostDevices: 2)
        let (ann, bob) = (try await house.register(1), try await house.register(2))
        _ = try await house.store.put(house.list(["retail/kazzak"]), of: ann.person)
        try await house.win("cup", ann.person)
        for number in 3...4 {
            let late = try house.registration(number, isLocal: true, after: 31 * day + Int64(number))
            guard case .registered = try await house.put(late) else {
                Issue.record("nobody made room for \(number)")
                return
            }
        }
        #expect(try await house.numbers() == [3, 4])
        #expect(try await house.everybody() == [ann.person, bob.person + 1, bob.person + 2])
        #expect(try await house.trophies() == ["cup": ann.person])
        #expect(try await house.store.watchList(.eu, of: ann.person).realms == ["retail/kazzak"])
        #expect(try await house.history() == [.phoneRemoved, .ended])
    }

    @Test("a person goes with its last phone, or when nothing hangs on it any more")
    func lastPhone() async throws {
        let house = try await house()
        let (ann, bob) = (try await house.register(1), try await house.register(2))
        try await house.win("cup", ann.person)
        #expect(try await house.store.delete(ann.id))
        #expect(try await house.store.delete(bob.id))
        #expect(try await house.everybody() == [ann.person])
        #expect(try await house.persons.release(ann.person) == false)
        try await house.database.write("lose") { db throws(SQLiteError) in
            try db.execute("DELETE FROM trophies")
        }
        #expect(try await house.persons.release(ann.person))
        #expect(try await house.persons.release(ann.person) == false)
        #expect(try await house.everybody() == [])
        #expect(try await house.history() == [.phoneRemoved, .ended, .ended])
    }

    @Test("a person without phones administers nothing", arguments: [false, true])
    func administrator(isRevoked: Bool) async throws {
        let house = try await house()
        let ann = try await house.register(1)
        _ = try await house.store.put(house.list(["retail/kazzak"]), of: ann.person)
        try await house.win("cup", ann.person)
        try await house.persons.setAdministrator(true, person: ann.person)
        let isGone =
            if isRevoked { try await house.store.revoke(ann.id, at: house.now) } else {
                try await house.store.delete(ann.id)
            }
        #expect(isGone)
        #expect(try await house.everybody() == [ann.person])
        #expect(try await house.store.administratorsRealms().isEmpty)
    }

    @Test("a join moves what is durable, and the one who is left over ends")
    func joins() async throws {
        let house = try await house()
        let (ann, bob) = (try await house.register(1), try await house.register(2))
        try await house.win("cup", bob.person)
        guard case .joined(let joined) = try await house.join(bob, to: ann) else {
            Issue.record("not joined")
            return
        }
        #expect(joined.person == ann.person)
        #expect(try await house.trophies() == ["cup": ann.person])
        #expect(try await house.everybody() == [ann.person])
        #expect(try await house.history() == [.joined(into: ann.person)])
    }

    @Test("what a feature does not give away in a join is not lost with the person")
    func keepsInJoin() async throws {
        let house = try await house(gives: false)
        let (ann, bob) = (try await house.register(1), try await house.register(2))
        try await house.win("cup", bob.person)
        _ = try await house.join(bob, to: ann)
        #expect(try await house.trophies() == ["cup": bob.person])
        #expect(try await house.everybody() == [ann.person, bob.person])
        #expect(try await house.store.device(bob.id)?.person == ann.person)
    }

    @Test(
        "an obstacle or a failure of one feature leaves everything as it was",
        arguments: ["too heavy", "broken"]
    )
    func undone(title: String) async throws {
        let house = try await house()
        let (ann, bob) = (try await house.register(1), try await house.register(2))
        _ = try await house.store.put(house.list(["retail/kazzak"]), of: bob.person)
        try await house.win(title, bob.person)
        do throws(any Error) {
            #expect(try await house.join(bob, to: ann) == .obstacle(.tooManyRealms))
            #expect(title == "too heavy")
        } catch {
            #expect(title == "broken" && error is SQLiteError)
        }
        #expect(try await house.store.device(bob.id)?.person == bob.person)
        #expect(try await house.store.watchList(.eu, of: ann.person) == .empty(.eu))
        #expect(try await house.trophies() == [title: bob.person])
        #expect(try await house.history() == [])
    }

    @Test("a phone that goes its own way takes along what each feature gives it")
    func parts() async throws {
        let house = try await house()
        let (ann, bob) = (try await house.register(1), try await house.register(2))
        try await house.win("cup", ann.person)
        _ = try await house.join(bob, to: ann)
        #expect(try await house.store.leave(bob.install, person: ann.person, at: house.now))
        let own = try #require(try await house.store.device(bob.id)).person
        #expect(try await house.trophies() == ["cup": ann.person, "copy of cup": own])
        #expect(try await house.history() == [.joined(into: ann.person), .parted(own: own)])
    }

    @Test("a deleted person leaves nothing in any feature")
    func deletes() async throws {
        let house = try await house()
        let (ann, bob) = (try await house.register(1), try await house.register(2))
        _ = try await house.join(bob, to: ann)
        _ = try await house.store.put(house.list(["retail/kazzak"]), of: ann.person)
        try await house.win("cup", ann.person)
        #expect(try await house.persons.delete(ann.person))
        #expect(try await house.persons.delete(ann.person) == false)
        #expect(try await house.everybody() == [])
        #expect(try await house.trophies() == [:])
        #expect(try await house.store.devices(after: 0, most: 10).total == 0)
        #expect(try await house.history().last == .ended)
    }

    @Test("a number is never another person's")
    func numbers() async throws {
        let house = try await house()
        let ann = try await house.register(1)
        #expect(try await house.store.delete(ann.id))
        let bob = try await house.register(2)
        #expect(bob.person > ann.person)
        let ada = try await house.register(3)
        _ = try await house.join(ada, to: bob)
        let eve = try await house.register(4)
        #expect(eve.person > ada.person)
    }
}
