import Core
import SystemSupport
import Testing

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("The arena beside a state that refuses")
struct ArenaStateFaultTests {
    @Test("what goes wrong in the state is no fault of the arena's: it is told once, and tried again")
    func follow() async throws {
        let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
            .database
        let file = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
            .database
        let said = Locked<[String]>([])
        let arena = ArenaService(
            try ConfigurationFixture.parse("[arena]\nenabled = true").arena,
            persons: DeviceStore(database: state, participants: []).persons,
            marks: PersonMarks(database: state),
            key: { () throws(FileError) in Secret(String(repeating: "7", count: 64)) },
            log: { words in said.withLock { $0.append(words) } },
            identities: { _ in }
        )
        let use = arena.databaseUse
        try await use.open(file)
        let now = Moment(wall: APIFixture.noon, monotonic: .seconds(1))
        try await use.tick(now)
        #expect(said.withLock { $0 } == [])
        await state.close()
        for _ in 0..<2 { try await use.tick(now) }
        let words = said.withLock { $0 }
        #expect(words.count == 1)
        #expect(words.first?.hasPrefix("the arena cannot follow persons") == true, "\(words)")
        await file.close()
        await #expect(throws: SQLiteError.self) { try await use.tick(now) }
    }
}
