import CoreSupport
import Testing
import WatchpostModel

@testable import Core

@Suite("The log of persons")
struct PersonLogTests {
    /// The numbers that follow a cursor; nil: too old.
    private func numbers(_ appliance: DeviceFixture, after cursor: Int64, most: Int = 100) async throws
        -> [Int64]?
    {
        let start = PersonLogCursor(era: try await appliance.start().era, sequence: cursor)
        guard case .entries(let entries, let end) = try await appliance.persons.log(after: start, most: most)
        else { return nil }
        #expect(end.sequence == entries.last?.sequence ?? cursor)
        return entries.map(\.sequence)
    }

    @Test("is followed by a cursor, page by page, and tells nothing twice")
    func follows() async throws {
        let appliance = try await DeviceFixture()
        #expect(try await numbers(appliance, after: 0) == [])
        for number in 1...5 {
            let record = try await appliance.register(number)
            #expect(try await appliance.store.delete(record.id))
        }
        #expect(try await numbers(appliance, after: 0, most: 3) == [1, 2, 3])
        #expect(try await numbers(appliance, after: 3, most: 3) == [4, 5])
        #expect(try await numbers(appliance, after: 5) == [])
        let era = try await appliance.start().era
        let ahead = try await appliance.persons.log(after: PersonLogCursor(era: era, sequence: 6), most: 3)
        #expect(ahead == .tooOld(newest: PersonLogCursor(era: era, sequence: 5)))
        let foreign = try await appliance.persons.log(
            after: PersonLogCursor(era: era + 1, sequence: 3),
            most: 3
        )
        #expect(foreign == .tooOld(newest: PersonLogCursor(era: era, sequence: 5)), "another state's")
    }

    @Test("says once what was asked for twice because an answer was lost")
    func once() async throws {
        let appliance = try await DeviceFixture()
        let (ann, bob) = (try await appliance.register(1), try await appliance.register(2))
        let hash = [UInt8](repeating: 5, count: 32)
        _ = try await appliance.store.addLinkCode(hash: hash, person: ann.person, at: appliance.now)
        for _ in 1...2 { _ = try await appliance.store.join(bob.id, codeHash: hash, at: appliance.now) }
        for _ in 1...2 {
            _ = try await appliance.store.leave(bob.install, person: ann.person, at: appliance.now)
        }
        for _ in 1...2 { _ = try await appliance.store.delete(ann.id) }
        let own = try #require(try await appliance.store.device(bob.id)).person
        let expected: [PersonLogEntry.Kind] = [.joined(into: ann.person), .parted(own: own), .ended]
        #expect(try await appliance.history() == expected)
    }

    @Test("is bounded, and who stayed away too long is told to compare everything")
    func bounded() async throws {
        let appliance = try await DeviceFixture(keepingPersonLog: 10)
        for number in 1...40 {
            let record = try await appliance.register(number)
            #expect(try await appliance.store.delete(record.id))
        }
        let rows = try await appliance.database.read("count") { db throws(SQLiteError) in
            try db.rows("SELECT count(*) FROM person_log") { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect((10...11).contains(try #require(rows.first)))
        let era = try await appliance.start().era
        let stale = try await appliance.persons.log(after: PersonLogCursor(era: era, sequence: 5), most: 100)
        #expect(stale == .tooOld(newest: PersonLogCursor(era: era, sequence: 40)))
        #expect(try await numbers(appliance, after: 35) == [36, 37, 38, 39, 40])
    }

    @Test("goes on after a restart, and is undone with the change that it tells of")
    func durable() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let first = try await DeviceFixture(file, participants: [TrophyParticipant()])
        let (ann, bob) = (try await first.register(1), try await first.register(2))
        try await first.win("broken", bob.person)
        await #expect(throws: SQLiteError.self) { _ = try await first.join(bob, to: ann) }
        #expect(try await first.store.delete(ann.id))
        await first.database.close()
        let second = try await DeviceFixture(file, participants: [TrophyParticipant()])
        #expect(try await numbers(second, after: 0) == [1])
        #expect(try await second.store.delete(bob.id))
        #expect(try await numbers(second, after: 1) == [2])
        await second.database.close()
    }
}
