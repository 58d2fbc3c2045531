import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Which maps a phone likes", .serialized)
struct MapLikeRouteTests {
    private let path = PersonalFixture.path(1, "/maps")

    @Test("a list is stored for this phone alone, and answered with when a good map is on next")
    func stored() async throws {
        let fixture = try await PersonalFixture()
        _ = await fixture.register(1)
        _ = await fixture.register(2)
        let empty = await fixture.ask("GET", path, device: 1)
        #expect(empty?.json["version"] as? Int == 0)
        #expect((empty?.json["next"] as? [Any])?.isEmpty == true)
        let body = #"{"version":0,"liked":["SP"],"avoided":["KC"]}"#
        let put = await fixture.ask("PUT", path, body, device: 1)
        #expect(put?.status == 200)
        let got = await fixture.ask("GET", path, device: 1)
        for answer in [put, got] {
            #expect(answer?.json["version"] as? Int == 1)
            #expect(answer?.json["liked"] as? [String] == ["SP"])
            #expect(answer?.json["avoided"] as? [String] == ["KC"])
            let next = try #require(answer?.json["next"] as? [[String: Any]])
            #expect(next.map { $0["mode"] as? String } == ["pubs", "ranked"])
            let slots = next.map { $0["slots"] as? [[String: Any]] ?? [] }
            // Every three hours, an hour and a half after noon first.
            let start = slots[0].first?["start"] as? String
            #expect(start == APIFixture.noon.advanced(by: 5_400).rfc3339)
            #expect(slots.map(\.count) == [3, 0])
        }
        let other = await fixture.ask("GET", PersonalFixture.path(2, "/maps"), device: 2)
        #expect(other?.json["version"] as? Int == 0)
    }

    @Test("an older version is refused with the current list")
    func conflict() async throws {
        let fixture = try await PersonalFixture()
        _ = await fixture.register(1)
        _ = await fixture.ask("PUT", path, #"{"version":0,"liked":["SP"],"avoided":[]}"#, device: 1)
        let late = await fixture.ask("PUT", path, #"{"version":0,"liked":["OL"],"avoided":[]}"#, device: 1)
        #expect(late?.status == 409)
        let current = late?.json["current"] as? [String: Any]
        #expect(current?["liked"] as? [String] == ["SP"])
        #expect(current?["version"] as? Int == 1)
    }

    @Test(
        "what makes no sense is refused with its reason",
        arguments: [
            (#"{"version":0,"liked":["XX"],"avoided":[]}"#, "there are KC, OL, SP"),
            (#"{"version":0,"liked":["SP"],"avoided":["SP"]}"#, "both"),
            (#"{"version":0,"liked":["a b"],"avoided":[]}"#, "liked[0]"),
            (#"{"version":-1,"liked":[],"avoided":[]}"#, "version"),
            (#"{"version":0,"liked":[]}"#, "avoided"),
        ]
    )
    func refused(body: String, words: String) async throws {
        let fixture = try await PersonalFixture()
        _ = await fixture.register(1)
        let answer = await fixture.ask("PUT", path, body, device: 1)
        #expect(answer?.status == 400)
        #expect(answer?.text.contains(words) == true)
    }

    @Test("a map that left the schedules stays on a list that is sent back")
    func left() async throws {
        let fixture = try await PersonalFixture()
        _ = await fixture.register(1)
        let identity = try await fixture.services.store.identity(
            of: String(PersonalFixture.credential(1).prefix(22))
        )
        let device = try #require(identity).id
        // As it was stored when the schedules had it.
        _ = try await fixture.services.store.put(
            try MapLikes(version: 0, liked: ["OLD"], avoided: []),
            ofDevice: device
        )
        let both = #"{"version":1,"liked":["OLD","SP"],"avoided":[]}"#
        let answer = await fixture.ask("PUT", path, both, device: 1)
        #expect(answer?.status == 200)
        #expect(answer?.json["liked"] as? [String] == ["OLD", "SP"])
    }
}
