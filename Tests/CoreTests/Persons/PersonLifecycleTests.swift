import Core
import CoreSupport
import Testing
import WatchpostModel

private let day: Int64 = 86_400

@Suite("The life of persons")
struct PersonLifecycleTests {
    private func appliance(mostDevices: Int = 10_000, gives: Bool = true) async throws -> DeviceFixture {
        try await DeviceFixture(mostDevices: mostDevices, participants: [TrophyParticipant(gives: gives)])
    }

    @Test("who has something durable outlives the phone that makes room; others end with it")
    func evicted() async throws {
        let appliance = try await appliance(mostDevices: 2)
        let (ann, bob) = (try await appliance.register(1), try await appliance.register(2))
        _ = try await appliance.store.put(appliance.list(["retail/kazzak"]), of: ann.person)
        try await appliance.win("cup", ann.person)
        for number in 3...4 {
            let late = try appliance.registration(number, isLocal: true, after: 31 * day + Int64(number))
            guard case .registered = try await appliance.put(late) else {
                Issue.record("nobody made room for \(number)")
                return
            }
        }
        #expect(try await appliance.numbers() == [3, 4])
        #expect(try await appliance.everybody() == [ann.person, bob.person + 1, bob.person + 2])
        #expect(try await appliance.trophies() == ["cup": ann.person])
        #expect(try await appliance.store.watchList(.eu, of: ann.person).realms == ["retail/kazzak"])
        #expect(try await appliance.history() == [.phoneRemoved, .ended])
    }

    @Test("a person goes with its last phone, or when nothing hangs on it any more")
    func lastPhone() async throws {
        let appliance = try await appliance()
        let (ann, bob) = (try await appliance.register(1), try await appliance.register(2))
        try await appliance.win("cup", ann.person)
        #expect(try await appliance.store.delete(ann.id))
        #expect(try await appliance.store.delete(bob.id))
        #expect(try await appliance.everybody() == [ann.person])
        #expect(try await appliance.persons.release(ann.person) == false)
        try await appliance.database.write("lose") { db throws(SQLiteError) in
            try db.execute("DELETE FROM trophies")
        }
        #expect(try await appliance.persons.release(ann.person))
        #expect(try await appliance.persons.release(ann.person) == false)
        #expect(try await appliance.everybody() == [])
        #expect(try await appliance.history() == [.phoneRemoved, .ended, .ended])
    }

    @Test("a person without phones administers nothing", arguments: [false, true])
    func administrator(isRevoked: Bool) async throws {
        let appliance = try await appliance()
        let ann = try await appliance.register(1)
        _ = try await appliance.store.put(appliance.list(["retail/kazzak"]), of: ann.person)
        try await appliance.win("cup", ann.person)
        try await appliance.persons.setAdministrator(true, person: ann.person)
        let isGone =
            if isRevoked { try await appliance.store.revoke(ann.id, at: appliance.now) } else {
                try await appliance.store.delete(ann.id)
            }
        #expect(isGone)
        #expect(try await appliance.everybody() == [ann.person])
        #expect(try await appliance.store.administratorsRealms().isEmpty)
    }

    @Test("a join moves what is durable, and the one who is left over ends")
    func joins() async throws {
        let appliance = try await appliance()
        let (ann, bob) = (try await appliance.register(1), try await appliance.register(2))
        try await appliance.win("cup", bob.person)
        guard case .joined(let joined) = try await appliance.join(bob, to: ann) else {
            Issue.record("not joined")
            return
        }
        #expect(joined.person == ann.person)
        #expect(try await appliance.trophies() == ["cup": ann.person])
        #expect(try await appliance.everybody() == [ann.person])
        #expect(try await appliance.history() == [.joined(into: ann.person)])
    }

    @Test("what a feature does not give away in a join is not lost with the person")
    func keepsInJoin() async throws {
        let appliance = try await appliance(gives: false)
        let (ann, bob) = (try await appliance.register(1), try await appliance.register(2))
        try await appliance.win("cup", bob.person)
        _ = try await appliance.join(bob, to: ann)
        #expect(try await appliance.trophies() == ["cup": bob.person])
        #expect(try await appliance.everybody() == [ann.person, bob.person])
        #expect(try await appliance.store.device(bob.id)?.person == ann.person)
    }

    @Test(
        "an obstacle or a failure of one feature leaves everything as it was",
        arguments: ["too heavy", "broken"]
    )
    func undone(title: String) async throws {
        let appliance = try await appliance()
        let (ann, bob) = (try await appliance.register(1), try await appliance.register(2))
        _ = try await appliance.store.put(appliance.list(["retail/kazzak"]), of: bob.person)
        try await appliance.win(title, bob.person)
        do throws(any Error) {
            #expect(try await appliance.join(bob, to: ann) == .obstacle(.tooManyRealms))
            #expect(title == "too heavy")
        } catch {
            #expect(title == "broken" && error is SQLiteError)
        }
        #expect(try await appliance.store.device(bob.id)?.person == bob.person)
        #expect(try await appliance.store.watchList(.eu, of: ann.person) == .empty(.eu))
        #expect(try await appliance.trophies() == [title: bob.person])
        #expect(try await appliance.history() == [])
    }

    @Test("a phone that goes its own way takes along what each feature gives it")
    func parts() async throws {
        let appliance = try await appliance()
        let (ann, bob) = (try await appliance.register(1), try await appliance.register(2))
        try await appliance.win("cup", ann.person)
        _ = try await appliance.join(bob, to: ann)
        #expect(try await appliance.store.leave(bob.install, person: ann.person, at: appliance.now))
        let own = try #require(try await appliance.store.device(bob.id)).person
        #expect(try await appliance.trophies() == ["cup": ann.person, "copy of cup": own])
        #expect(try await appliance.history() == [.joined(into: ann.person), .parted(own: own)])
    }

    @Test("a deleted person leaves nothing in any feature")
    func deletes() async throws {
        let appliance = try await appliance()
        let (ann, bob) = (try await appliance.register(1), try await appliance.register(2))
        _ = try await appliance.join(bob, to: ann)
        _ = try await appliance.store.put(appliance.list(["retail/kazzak"]), of: ann.person)
        try await appliance.win("cup", ann.person)
        #expect(try await appliance.persons.delete(ann.person))
        #expect(try await appliance.persons.delete(ann.person) == false)
        #expect(try await appliance.everybody() == [])
        #expect(try await appliance.trophies() == [:])
        #expect(try await appliance.store.devices(after: 0, most: 10).total == 0)
        #expect(try await appliance.history().last == .ended)
    }

    @Test("a number is never another person's")
    func numbers() async throws {
        let appliance = try await appliance()
        let ann = try await appliance.register(1)
        #expect(try await appliance.store.delete(ann.id))
        let bob = try await appliance.register(2)
        #expect(bob.person > ann.person)
        let ada = try await appliance.register(3)
        _ = try await appliance.join(ada, to: bob)
        let eve = try await appliance.register(4)
        #expect(eve.person > ada.person)
    }
}
