import CoreSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Persons who stay for what they have in the arena")
struct PersonMarksTests {
    private static func appliance() async throws -> (devices: DeviceFixture, marks: PersonMarks) {
        let devices = try await DeviceFixture(participants: [PersonMarksParticipant()])
        let tables = PersonMarks.tables.migrations.map(\.sql)
        try await devices.database.write("tables") { db throws(SQLiteError) in
            for table in tables { try db.execute(table) }
        }
        return (devices, PersonMarks(database: devices.database))
    }

    @Test("one who is marked outlives the last phone, and ends when the mark is gone")
    func holds() async throws {
        let (devices, marks) = try await Self.appliance()
        let (ann, bob) = (try await devices.register(1), try await devices.register(2))
        try await marks.set(ann.person)
        #expect(try await devices.store.delete(ann.id))
        #expect(try await devices.store.delete(bob.id))
        #expect(try await devices.persons.contains(ann.person))
        #expect(try await devices.persons.contains(bob.person) == false)
        #expect(try await devices.persons.release(ann.person) == false)
        try await marks.remove(ann.person)
        #expect(try await devices.persons.release(ann.person))
        #expect(try await devices.persons.contains(ann.person) == false)
    }

    @Test("of two who become one the mark goes to who remains")
    func join() async throws {
        let (devices, marks) = try await Self.appliance()
        let (ann, bob) = (try await devices.register(1), try await devices.register(2))
        try await marks.set(ann.person)
        let hash = [UInt8](repeating: 5, count: 32)
        _ = try await devices.store.addLinkCode(hash: hash, person: bob.person, at: devices.now)
        _ = try await devices.store.join(ann.id, codeHash: hash, at: devices.now)
        #expect(try await marks.all() == [bob.person])
        #expect(try await devices.persons.contains(ann.person) == false)
    }

    @Test("whoever is deleted ends all the same, and nobody is marked who is not there")
    func delete() async throws {
        let (devices, marks) = try await Self.appliance()
        let ann = try await devices.register(1)
        try await marks.set(ann.person)
        #expect(try await devices.persons.delete(ann.person))
        #expect(try await marks.all() == [])
        try await marks.set(ann.person)
        #expect(try await marks.all() == [])
    }

    @Test("held are those whose players have installations or codes that were not used")
    func held() async throws {
        let world = try await JoinFixture()
        let phones = [try await world.phone(1), try await world.phone(2), try await world.phone(3)]
        let (install, _) = try await world.guest(1)
        try await world.code("AAAA", of: phones[0])
        _ = try await world.join("AAAA", .install(install))
        try await world.arena.joins.setRecoveryCodes([JoinFixture.hash("R")], of: phones[1].id)
        #expect(try await world.arena.players.heldPersons() == [1, 2])
        _ = try await world.separate(1, of: phones[0])
        _ = try await world.join("R", .person(4))
        #expect(try await world.arena.players.heldPersons() == [])
    }
}
