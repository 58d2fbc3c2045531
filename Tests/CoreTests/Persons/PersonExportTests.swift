import Core
import CoreSupport
import Foundation
import Testing
import WatchpostModel

@Suite("The export of a person")
struct PersonExportTests {
    @Test("holds what every feature keeps, of this person alone, and no secret")
    func everything() async throws {
        let appliance = try await DeviceFixture(participants: [TrophyParticipant()])
        let address = AddressChange.set(DeviceFixture.address(9))
        _ = try await appliance.put(try appliance.registration(1, name: "Ann's phone", address: address))
        let ann = try #require(try await appliance.store.identity(of: DeviceFixture.install(1)))
        let bob = try await appliance.register(2)
        _ = try await appliance.store.put(appliance.list(["retail/kazzak"]), of: ann.person)
        _ = try await appliance.store.put(appliance.list(["retail/draenor"]), of: bob.person)
        let alert = try MapAlert(mode: "pubs", map: "SP", minutes: 5, once: true, days: .all, hours: nil)
        let quiet = MinuteSpan(from: 1_320, to: 420)
        _ = try await appliance.store.put(
            AlertList(version: 0, quiet: quiet, maps: [alert]),
            ofDevice: ann.id
        )
        try await appliance.win("cup", ann.person)
        try await appliance.database.write("live") { db throws(SQLiteError) in
            try db.execute(
                "INSERT INTO realm_wishes VALUES ('us', 'retail/illidan', ?1, 1, 0, 0)",
                .integer(ann.person)
            )
            try db.execute(
                """
                INSERT INTO outbox (device, subject, aspect, word, version, at, not_before, expires_at, state, title, body)
                VALUES (?1, 'eu/retail/kazzak', 'status', 'down', 1, 1, 1, 1, 2, 'Kazzak is down', 'EU')
                """,
                .integer(ann.id)
            )
        }
        let likes = try MapLikes(version: 0, liked: ["BM"], avoided: [])
        _ = try await appliance.store.put(likes, ofDevice: ann.id)
        let export = try #require(try await appliance.persons.export(ann.person))
        let text = String(decoding: try JSONEncoder().encode(export), as: UTF8.self)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            Set(json.keys) == ["person", "phones", "watching", "alerts", "map likes", "notices", "trophies"]
        )
        let wanted = ["Ann's phone", "kazzak", "illidan", "22:00", "pubs", "Kazzak is down", "\"BM\"", "cup"]
        #expect(wanted.filter { !text.contains($0) } == [])
        #expect(["draenor", "push.example.org", "secret"].filter { text.contains($0) } == [])
        #expect((json["phones"] as? [[String: Any]])?.count == 1)
    }

    @Test("nobody has none")
    func nobody() async throws {
        let appliance = try await DeviceFixture()
        let export = try await appliance.persons.export(7)
        #expect(export == nil)
    }
}
