import CoreSupport
import Testing
import WatchpostModel

@testable import Core

@Suite("Liked and avoided maps")
struct MapLikesTests {
    private func likes(
        _ liked: [String],
        _ avoided: [String] = [],
        version: Int64 = 0
    ) throws(DeviceRefusal) -> MapLikes {
        try MapLikes(version: version, liked: liked, avoided: avoided)
    }

    @Test("codes are sorted and count once; what is none, in both, or too much is refused")
    func values() throws {
        let sorted = try likes(["SP", "OL", "SP"], ["KC"])
        #expect(sorted.liked == ["OL", "SP"] && sorted.avoided == ["KC"])
        let most = (0..<32).map { "M\($0)" }
        let whole = try likes(most, (32..<64).map { "M\($0)" })
        #expect(whole.size == 64)
        for (liked, avoided, words) in [
            (["OL"], ["OL"], "both"), ([""], [], "liked[0]"), (["OL"], ["KC", "a b"], "avoided[1]"),
            ([String(repeating: "x", count: 65)], [], "liked[0]"), (["Ö"], [], "liked[0]"),
            (most, (32..<65).map { "M\($0)" }, "more than 64"),
        ] as [([String], [String], String)] {
            do throws(DeviceRefusal) {
                _ = try likes(liked, avoided)
                Issue.record("\(liked) and \(avoided) were taken")
            } catch {
                #expect(error.words.contains(words))
            }
        }
    }

    @Test("a good map is a liked one, without liked ones any that is not avoided, and for an empty list none")
    func good() throws {
        let snapshot = RotationSnapshot(
            schedules: try RotationScript.usual(),
            at: UnixTime(seconds: 100)
        )
        func first(_ likes: MapLikes) -> [String?] {
            likes.next(in: snapshot).map { $0.slots.first?.code }
        }
        let ed = try likes(["ED"], ["KC"])
        let notKC = try likes([], ["KC"])
        let none = try likes([])
        let gone = try likes(["XX"])
        #expect(first(ed) == ["ED", nil])
        #expect(first(notKC) == ["OL", "OL"])
        #expect(first(none) == [])
        #expect(first(gone) == [nil, nil])
        #expect(ed.next(in: snapshot)[0].slots.map(\.start.seconds) == [9_000, 19_800, 30_600])
    }

    @Test("a list is stored by its version, one from before is refused, and the same again is no change")
    func stored() async throws {
        let fixture = try await DeviceFixture()
        let device = try await fixture.register(1).id
        let first = try await fixture.store.put(try likes(["OL"], ["KC"]), ofDevice: device)
        let stored = try likes(["OL"], ["KC"], version: 1)
        #expect(first == .stored(stored))
        let again = try await fixture.store.put(try likes(["OL"], ["KC"]), ofDevice: device)
        #expect(again == .unchanged(stored))
        let late = try await fixture.store.put(try likes(["SP"]), ofDevice: device)
        #expect(late == .conflict(stored))
        let empty = try await fixture.store.put(try likes([], version: 1), ofDevice: device)
        let second = try likes([], version: 2)
        #expect(empty == .stored(second))
        let other = try await fixture.register(2).id
        let others = try await fixture.store.mapLikes(of: other)
        #expect(others == .none)
        let nobody = try await fixture.store.put(try likes(["OL"]), ofDevice: 99)
        #expect(nobody == .conflict(.none))
    }

    @Test("where the quota is used up a stranger's list grows to its share only")
    func quota() async throws {
        let fixture = try await DeviceFixture(quota: StorageQuota(bytes: 0))
        let device = try await fixture.register(1).id
        let many = try likes((0..<20).map { "M\($0)" })
        let refused = try await fixture.store.put(many, ofDevice: device)
        #expect(refused == .full(StorageQuota.share))
        let trusted = try await fixture.store.put(many, ofDevice: device, isTrusted: true)
        var expected = many
        expected.version = 1
        #expect(trusted == .stored(expected))
    }

    @Test("they go with their phone")
    func gone() async throws {
        let fixture = try await DeviceFixture()
        let record = try await fixture.register(1)
        _ = try await fixture.store.put(try likes(["OL"]), ofDevice: record.id)
        let wasThere = try await fixture.persons.delete(record.person)
        #expect(wasThere)
        let left = try await fixture.database.read("count") { db throws(SQLiteError) in
            try db.first("SELECT (SELECT count(*) FROM map_likes) + (SELECT count(*) FROM map_like_versions)")
            {
                row throws(SQLiteError) in try row.integer(0)
            }
        }
        #expect(left == 0)
    }
}
