import Core
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Starting a mode whose schedule has ended, over the API")
struct ScheduleStartTests {
    private static let path = "/v1/schedule/start"

    /// At noon on 30 November 2025: pubs ended, arena begins tomorrow, ranked has a map.
    private static let file = """
        source = "ended"
        [maps]
        OL = "Olympus"
        SP = "Storm Point"
        [[mode]]
        key = "pubs"
        name = "Casual"
        [[mode.schedule]]
        to = 2025-11-30T10:00:00Z
        anchor = 2025-11-30T08:00:00Z
        cycle = [{ map = "OL", minutes = 90 }, { map = "SP", minutes = 90 }]
        [[mode]]
        key = "ranked"
        name = "Ranked"
        [[mode.schedule]]
        anchor = 2025-11-30T00:00:00Z
        cycle = [{ map = "SP", minutes = 1440 }, { map = "OL", minutes = 1440 }]
        [[mode]]
        key = "arena"
        name = "Arena"
        [[mode.schedule]]
        from = 2025-12-01T00:00:00Z
        anchor = 2025-12-01T00:00:00Z
        cycle = [{ map = "SP", minutes = 60 }]
        """

    private func appliance() async throws -> PersonalFixture {
        let appliance = try await PersonalFixture()
        await appliance.rotations.take(.loaded(try ScheduleFile.read(Self.file, file: "s")))
        return appliance
    }

    private func body(_ mode: String, _ map: String) -> String { #"{"mode":"\#(mode)","map":"\#(map)"}"# }

    @Test(
        "at home without a phone that is paired: an ended mode alone",
        arguments: [
            ("pubs", "OL", 200, ""), ("pubs", "sp", 200, ""), ("pubs", "XX", 400, "in no cycle of pubs"),
            ("nothing", "OL", 400, "there is no mode"), ("ranked", "OL", 403, "has not ended"),
            ("arena", "SP", 403, "has not ended"), ("ranked", "SP", 200, ""),
        ]
    )
    func home(mode: String, map: String, status: Int, words: String) async throws {
        let appliance = try await appliance()
        await appliance.register(1)
        let before = await appliance.rotations.book.schedules
        for device in [nil, 1] {
            let answer = await appliance.ask("POST", Self.path, body(mode, map), device: device)
            #expect(answer?.status == status, "\(answer?.json ?? [:])")
            guard status == 200 else {
                #expect((answer?.json["detail"] as? String)?.contains(words) == true)
                continue
            }
            let current = answer?.json["current"] as? [String: Any]
            #expect(current?["code"] as? String == map.uppercased())
        }
        // The second of two who say the same changes nothing.
        let changes = status == 200 && mode == "pubs" ? 1 : 0
        #expect(await appliance.rotations.book.edits.version == Int64(changes))
        #expect((await appliance.rotations.book.schedules == before) == (changes == 0))
    }

    @Test(
        "the second of two who tap at once is told what is on, and that it needs a paired phone to change that"
    )
    func second() async throws {
        let appliance = try await appliance()
        let port = appliance.api.ports[0]
        async let one = RawClient.ask(port, "POST", Self.path, body("pubs", "OL"), [])
        async let other = RawClient.ask(port, "POST", Self.path, body("pubs", "SP"), [])
        let answers = await [one, other]
        #expect(answers.map { $0?.status ?? 0 }.sorted() == [200, 403])
        #expect(answers.compactMap { $0?.json["code"] as? String } == ["not-paired"])
        #expect(await appliance.rotations.book.edits.version == 1)
    }

    @Test("outside it is for administrators, who may start a mode in a gap, too")
    func outside() async throws {
        let appliance = try await appliance()
        for number in 1...2 { await appliance.register(number) }
        #expect(await appliance.pair(1)?.status == 200)
        let ask = { (mode: String, map: String, device: Int?) async -> RawClient.Answer? in
            await appliance.ask(
                "POST",
                Self.path,
                self.body(mode, map),
                device: device,
                headers: ["X-Forwarded-For: 203.0.113.9"],
                throughTunnel: true
            )
        }
        #expect(await ask("pubs", "OL", nil)?.status == 401)
        let unpaired = await ask("pubs", "OL", 2)
        #expect(unpaired?.status == 403 && unpaired?.json["code"] as? String == "not-paired")
        #expect(await appliance.rotations.book.edits.version == 0)
        #expect(await ask("arena", "SP", 1)?.status == 200)
        #expect(await ask("pubs", "OL", 1)?.status == 200)
        let running = await ask("ranked", "OL", 1)
        #expect(running?.status == 409, "\(running?.json ?? [:])")
    }

    @Test("the history says who it was: a phone by its name, and somebody at home without one")
    func history() async throws {
        let appliance = try await appliance()
        await appliance.register(1)
        #expect(await appliance.ask("POST", Self.path, body("pubs", "OL"))?.status == 200)
        #expect(await appliance.pair(1)?.status == 200)
        #expect(await appliance.ask("POST", Self.path, body("arena", "SP"), device: 1)?.status == 200)
        let list = await appliance.ask("GET", "/v1/admin/schedule", device: 1)
        let edits = list?.json["edits"] as? [[String: Any]]
        #expect(edits?.map { $0["by"] as? String } == ["phone", "home"])
    }
}
