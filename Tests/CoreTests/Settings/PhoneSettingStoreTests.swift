import Core
import CoreSupport
import Testing

@Suite("What phones changed about the settings")
struct PhoneSettingStoreTests {
    private static func store(_ file: DatabaseFile = .memory) async throws -> PhoneSettingStore {
        let opened = try await Database.open(file, migrations: StateTables.core.migrations, now: nil)
        return PhoneSettingStore(database: opened.database)
    }

    @Test("a box that nobody changed has version 0 and nothing")
    func empty() async throws {
        #expect(try await PhoneSettingStoreTests.store().load() == PhoneSettings())
    }

    @Test("a change replaces what it names, and is there after the database was opened again")
    func changes() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let store = try await PhoneSettingStoreTests.store(file)
        _ = try await store.put(["name": "\"Attic\"", "clock": "\"12h\""], replacing: 0)
        let outcome = try await store.put(["name": "\"Cellar\"", "clock": nil], replacing: 1)
        let expected = PhoneSettings(version: 2, values: ["name": "\"Cellar\""])
        #expect(outcome == .stored(expected))
        #expect(try await PhoneSettingStoreTests.store(file).load() == expected)
    }

    @Test("an older version changes nothing and gets what is current")
    func conflict() async throws {
        let store = try await PhoneSettingStoreTests.store()
        _ = try await store.put(["name": "\"Attic\""], replacing: 0)
        let current = PhoneSettings(version: 1, values: ["name": "\"Attic\""])
        #expect(try await store.put(["clock": "\"12h\""], replacing: 0) == .conflict(current))
        #expect(try await store.put(["clock": "\"12h\""], replacing: 2) == .conflict(current))
        #expect(try await store.load() == current)
    }

    @Test("what changes nothing is no change, whatever its version")
    func unchanged() async throws {
        let store = try await PhoneSettingStoreTests.store()
        #expect(try await store.put(["clock": nil], replacing: 7) == .unchanged(PhoneSettings()))
        _ = try await store.put(["name": "\"Attic\""], replacing: 0)
        let current = PhoneSettings(version: 1, values: ["name": "\"Attic\""])
        #expect(try await store.put(["name": "\"Attic\""], replacing: 0) == .unchanged(current))
        #expect(try await store.put([:], replacing: 0) == .unchanged(current))
    }
}
