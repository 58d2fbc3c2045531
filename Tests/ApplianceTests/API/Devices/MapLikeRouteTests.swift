import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Serving

/// What the black-box stories of liked maps do not tell.
@Suite("Which maps a phone likes")
struct MapLikeRouteTests {
    private let path = PersonalFixture.path(1, "/maps")

    @Test(
        "what makes no sense is refused by its place",
        arguments: [
            (#"{"version":0,"liked":["XX"],"avoided":[]}"#, "there are KC, OL, SP"),
            (#"{"version":0,"liked":["SP"],"avoided":["SP"]}"#, "both"),
            (#"{"version":0,"liked":["a b"],"avoided":[]}"#, "liked[0]"),
            (#"{"version":-1,"liked":[],"avoided":[]}"#, "version"),
            (#"{"version":0,"liked":[]}"#, "avoided"),
        ]
    )
    func refused(body: String, words: String) async throws {
        let refusal = try await HandlerFixture().refusal(.put, "/v1/devices/{id}/maps", body)
        let problem = try #require(refusal)
        #expect(problem.kind == .badRequest && problem.detail.contains(words), "\(problem)")
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
