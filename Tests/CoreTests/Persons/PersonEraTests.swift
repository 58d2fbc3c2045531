import CoreSupport
import Testing
import WatchpostModel

@testable import Core

@Suite("Eras of persons' numbers")
struct PersonEraTests {
    /// The persons of so many new phones, and where the log ends.
    private func grow(
        _ file: DatabaseFile,
        _ numbers: ClosedRange<Int>
    ) async throws -> (persons: [Int64], cursor: PersonLogCursor) {
        let appliance = try await DeviceFixture(file)
        var persons: [Int64] = []
        for number in numbers { persons.append(try await appliance.register(number).person) }
        let last = try #require(
            try await appliance.store.identity(of: DeviceFixture.install(numbers.upperBound))
        )
        #expect(try await appliance.store.delete(last.id))
        guard case .tooOld(let cursor) = try await appliance.persons.log(after: .none, most: 1) else {
            throw SQLiteError(code: .error, message: "nobody follows from nowhere", path: file.path)
        }
        await appliance.database.close()
        return (persons, cursor)
    }

    private func file(_ folder: ScratchFolder, _ name: String) -> DatabaseFile {
        DatabaseFile(path: "\(folder.path)/\(name)", durability: .full, damage: .report)
    }

    @Test("a copy that is put back meets nobody whom the state met after it, nor another copy of the same")
    func restored() async throws {
        let folder = try ScratchFolder()
        let state = file(folder, "state.db")
        let before = try await grow(state, 1...3)
        var known = before.persons
        var cursors = [before.cursor]
        for name in ["one.db", "two.db"] {
            try StateSnapshot.copy(state.path, to: "\(folder.path)/\(name)")
            try StateSnapshot.renew("\(folder.path)/\(name)", .core)
        }
        for name in ["state.db", "one.db", "two.db"] {
            let after = try await grow(file(folder, name), 4...9)
            known += after.persons
            cursors.append(after.cursor)
            #expect(after.persons.first.map { $0 + 5 } == after.persons.last, "neighbours within an era")
        }
        #expect(Set(known).count == known.count, "\(known)")
        #expect(Set(cursors.map(\.era)).count == 3, "\(cursors)")
        #expect(known.allSatisfy { $0 < 1 << 52 })
        let appliance = try await DeviceFixture(file(folder, "one.db"))
        // The log of the copy is as long as that of the state, and tells of others.
        guard case .tooOld = try await appliance.persons.log(after: cursors[1], most: 10) else {
            Issue.record("another state's cursor is followed")
            return
        }
        #expect(try await appliance.everybody().prefix(2) == known.prefix(2), "who was there is there")
        await appliance.database.close()
    }

    @Test("a new state begins somewhere else than the one that was lost")
    func lost() async throws {
        let folder = try ScratchFolder()
        let (old, new) = (
            try await grow(file(folder, "a.db"), 1...3), try await grow(file(folder, "b.db"), 1...3)
        )
        #expect(Set(old.persons).isDisjoint(with: new.persons))
        #expect(old.cursor.era != new.cursor.era && old.cursor.sequence == new.cursor.sequence)
    }

    @Test(
        "persons of an earlier release keep their numbers, and a copy of its state is not renewed before it is opened"
    )
    func earlier() async throws {
        let folder = try ScratchFolder()
        let state = file(folder, "state.db")
        let earlier = StateTables.core.migrations.filter { $0.name != "persons/2" }
        let opened = try await Database.open(state, migrations: earlier, now: nil)
        try await opened.database.write("persons") { db throws(SQLiteError) in
            try db.execute("INSERT INTO persons VALUES (1, 0, 0), (2, 1, 0)")
        }
        await opened.database.close()
        try StateSnapshot.check(state.path, .core, comesFromElsewhere: true)
        try StateSnapshot.renew(state.path, .core)
        let appliance = try await DeviceFixture(state)
        let later = try await appliance.register(1).person
        #expect(later > 2)
        #expect(try await appliance.everybody() == [1, 2, later])
        await appliance.database.close()
    }
}
