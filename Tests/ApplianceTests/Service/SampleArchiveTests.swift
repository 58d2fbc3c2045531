import Core
import FoundationEssentials
import Testing
import TestSupport

@testable import Appliance
@testable import SystemSupport

/// A further database of the state folder in backups.
@Suite("A further file in backups")
struct SampleArchiveTests {
    private typealias Place = SampleFile.Place

    @Test("a backup holds it, and a restore brings both back and keeps what was there")
    func restored() async throws {
        let place = try Place()
        try await place.fill(SampleFile.state)
        try await place.fill(SampleFile.sample, score: 1)
        #expect(place.backup("one") == 0)
        try await place.fill(SampleFile.sample, score: 2)
        // A log of the former database must not be replayed into the one that takes its place.
        try Data("log".utf8).write(to: URL(filePath: place.folder.file("sample.db-wal")))
        #expect(place.restore("one") == 0)
        #expect(try await place.score() == 1)
        let aside = try #require(try place.names().first { $0.hasPrefix("before-restore-") })
        #expect(try place.names("state/\(aside)") == ["sample.db", "sample.db-wal", "state.db"])
        #expect(try place.names("") == ["one", "state"])
    }

    @Test("what others refer to is copied after them: whom a file of a backup names its state knows")
    func order() async throws {
        let place = try Place()
        try await place.fill(SampleFile.state)
        try await place.fill(SampleFile.sample, score: 0)
        let (folder, isOver, written) = (place.folder, Locked(false), Locked<Int64>(0))
        let writer = Task {
            let state = try await Place.open(SampleFile.state, in: folder)
            let sample = try await Place.open(SampleFile.sample, in: folder)
            while !isOver.withLock({ $0 }) {
                let person = written.withLock { $0 } + 1
                try await state.write("person") { db throws(SQLiteError) in
                    try db.execute("INSERT INTO persons VALUES (?1, 0, 0)", .integer(person))
                }
                try await sample.write("score") { db throws(SQLiteError) in
                    try db.execute("UPDATE scores SET score = ?1", .integer(person))
                }
                written.withLock { $0 = person }
            }
            await state.close()
            await sample.close()
        }
        let backups = TestEffort.rounds(2)
        for number in 1...backups {
            let before = written.withLock { $0 }
            #expect(await becomesTrue { written.withLock { $0 } > before })
            let status = await BlockingCall.run { place.backup("busy-\(number)") }
            #expect(status == 0)
        }
        isOver.withLock { $0 = true }
        try await writer.value
        for number in 1...backups {
            #expect(place.restore("busy-\(number)") == 0)
            let score = try #require(try await place.score())
            let newest = try #require(try await place.newestPerson())
            #expect(score <= newest, "a person whom the state does not have")
        }
    }

    @Test("whom a file that a restore leaves alone names is nobody whom the restored state meets later")
    func strangers() async throws {
        let place = try Place()
        try await place.fill(SampleFile.state)
        let first = try await place.register(1)
        #expect(place.backup("early") == 0)
        var named = [first, try await place.register(2)]
        for number in 3...4 {
            #expect(place.restore("early") == 0)
            named.append(try await place.register(number))
            #expect(Set(named).count == named.count, "\(named)")
        }
        #expect(try await place.newestPerson() == named.last)
    }

    @Test("an archive without it, of an earlier release, restores what it has and leaves this one alone")
    func earlier() async throws {
        let place = try Place()
        try await place.fill(SampleFile.state)
        #expect(place.backup("early") == 0)
        try await place.fill(SampleFile.sample, score: 3)
        #expect(place.restore("early") == 0)
        #expect(try await place.score() == 3)
    }

    @Test("an archive with a file of which this release knows nothing changes nothing")
    func unknown() async throws {
        let place = try Place()
        try await place.fill(SampleFile.state)
        try await place.fill(SampleFile.sample, score: 4)
        #expect(place.backup("later") == 0)
        let before = try place.names()
        #expect(place.restore("later", knowing: Feature.all) == 1)
        #expect(try place.names() == before)
    }

    @Test("a value that its rules refuse changes nothing, neither in it nor in the state")
    func bounds() async throws {
        let place = try Place()
        try await place.fill(SampleFile.state)
        try await place.fill(SampleFile.sample, score: -1)
        #expect(place.backup("odd") == 0, "a copy of one's own is never refused for a value")
        try await place.fill(SampleFile.sample, score: 5)
        let before = try place.names()
        #expect(place.restore("odd") == 1)
        #expect(try await place.score() == 5)
        #expect(try place.names() == before)
    }

    @Test("one that is damaged is left out of a backup, and one that the box needs refuses it")
    func damaged() async throws {
        let place = try Place()
        try await place.fill(SampleFile.state)
        try await SampleFile.spoil(place.folder.file("sample.db"), "damage")
        #expect(place.backup("partly") == 0)
        #expect(try ArchiveReader(path: "\(place.path)/partly").files.map(\.name) == ["state.db"])
        try await SampleFile.spoil(place.folder.file("state.db"), "damage")
        #expect(place.backup("not") == 1)
        #expect(try place.names("") == ["partly", "state"])
    }
}
