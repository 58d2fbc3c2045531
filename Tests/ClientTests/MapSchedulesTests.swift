import Foundation
import Testing
import TestSupport
import WatchpostClient
import WatchpostModel

@Suite("Schedules through the library, with an appliance that is a script")
struct MapSchedulesTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    static let hash = String(repeating: "a1", count: 32)

    static let hashes = """
        {"hash":"unused","schedules":"\(hash)","modes":{"pubs":"\(hash)"}}
        """

    static let list = """
        {"hash":"\(hash)","source":"script","modes":[{"mode":"pubs","name":"Casual","hash":"\(hash)",
        "schedules":[{"anchor":"2026-01-01T00:00:00Z",
        "cycle":[{"code":"OL","map":"Olympus","minutes":90}]}]}]}
        """

    /// An appliance that answers as the real one does.
    static let answers: ScriptedTransport.Script = { request in
        .success(ScriptedTransport.json(request.path == "/v1/hash" ? hashes : list))
    }

    /// Its limits of time never end: on a slow machine three seconds pass before an answer that is there at once.
    private func maps(
        _ transport: ScriptedTransport,
        folder: URL? = nil,
        builtIn: RotationSchedules? = .builtIn
    ) -> MapSchedules {
        MapSchedules(
            transport: transport,
            folder: folder ?? self.folder.url,
            builtIn: builtIn,
            pause: { _ in try? await Task.sleep(nanoseconds: 3_600_000_000_000) }
        )
    }

    @Test("the first refresh fetches, the second asks for the hash alone, a forced one fetches")
    func requests() async throws {
        let transport = ScriptedTransport(Self.answers)
        let maps = maps(transport)
        let first = await maps.refresh("pubs")
        #expect(first.isAccurate && first.origin == .fetched && first.source == "script")
        #expect(first.slot(at: Date(timeIntervalSince1970: 1_767_225_600))?.map.code == "OL")
        let second = await maps.refresh("pubs")
        #expect(second.isAccurate && second.origin == .stored && second.mode == first.mode)
        _ = await maps.refresh("pubs", force: true)
        let asked = await transport.asked
        #expect(
            asked == [
                "GET /v1/hash", "GET /v1/schedules", "GET /v1/hash", "GET /v1/hash", "GET /v1/schedules",
            ]
        )
    }

    @Test("a box that tells no hash of its schedules is asked for its rotations and their tag")
    func rotations() async throws {
        let body = """
            {"source":"script","modes":[{"mode":"pubs","name":"Casual","state":"running","schedules":[
            {"anchor":"2026-01-01T00:00:00Z","cycle":[{"code":"OL","map":"Olympus","minutes":90}]}]}]}
            """
        let transport = ScriptedTransport { request in
            switch request.path {
            case "/v1/hash": .success(ScriptedTransport.json("{\"hash\":\"\(Self.hash)\"}"))
            case "/v1/rotations":
                .success(ScriptedTransport.json(body, headers: ["etag": "W/\"\(Self.hash.prefix(32))-gz\""]))
            default: .success(ScriptedTransport.problem(404, nil))
            }
        }
        let maps = maps(transport)
        let first = await maps.refresh("pubs")
        #expect(first.isAccurate && first.origin == .fetched)
        let second = await maps.refresh("pubs")
        #expect(second.isAccurate && second.origin == .stored)
    }

    @Test("another process finds what this one stored; without an answer it is marked")
    func otherProcess() async {
        _ = await maps(ScriptedTransport(Self.answers)).refresh()
        let widget = maps(ScriptedTransport { _ in .failure(.unreachable("cut")) })
        let schedule = await widget.refresh("pubs")
        #expect(schedule.origin == .stored)
        #expect(schedule.mark == .unchecked(.unreachable("cut")))
        #expect(schedule.confirmedAt != nil)
    }

    /// Bodies that a login page, a broken proxy or an appliance of another kind might send for the hash.
    static let foreign = [
        HTTPReply(status: 200, body: Data("<html>Welcome to our hotel</html>".utf8)),
        HTTPReply(status: 302, headers: ["location": "http://login.example/"]),
        HTTPReply(status: 404, body: Data("a1a1".utf8)),
        ScriptedTransport.json("{\"hash\":\"not sixty-four digits\"}"),
        ScriptedTransport.json("{\"hash\":\"\(hash)\",\"schedules\":\"\",\"modes\":{}}"),
        ScriptedTransport.json(
            "{\"hash\":\"\(hash)\",\"schedules\":\"\(hash)\",\"modes\":{\"pubs\":\"no hash\"}}"
        ),
        ScriptedTransport.json("[]"),
    ]

    @Test("what is no hash is never taken for one", arguments: foreign)
    func foreignHash(reply: HTTPReply) async {
        let schedule = await maps(ScriptedTransport { _ in .success(reply) }).refresh("pubs")
        #expect(schedule.origin == .builtIn)
        #expect(schedule.mark == .unchecked(.notWatchpost(status: reply.status)))
    }

    /// Bodies for the schedules that cannot be believed.
    static let broken = [
        ScriptedTransport.json(list.replacingOccurrences(of: "\"hash\":\"\(hash)\",", with: "")),
        ScriptedTransport.json(String(list.dropLast(4))),
        ScriptedTransport.json(list.replacingOccurrences(of: "90", with: "0")),
    ]

    @Test("schedules without their hash, cut off or impossible are not stored", arguments: broken)
    func brokenSchedules(reply: HTTPReply) async {
        let transport = ScriptedTransport { request in
            request.path == "/v1/hash" ? Self.answers(request) : .success(reply)
        }
        let schedule = await maps(transport).refresh("pubs")
        #expect(schedule.mark == .outdated(.notWatchpost(status: 200)))
        #expect(ScheduleStore(folder: folder.url).read() == nil)
    }

    @Test("a store that cannot be read is none, and is replaced")
    func unreadableStore() async throws {
        let file = folder.url.appendingPathComponent("schedules.json")
        for text in ["", "{", "{\"version\":0}", "null"] {
            try Data(text.utf8).write(to: file)
            let schedule = await maps(ScriptedTransport(Self.answers)).refresh("pubs")
            #expect(schedule.isAccurate && schedule.origin == .fetched, "\(text)")
            #expect(ScheduleStore(folder: folder.url).read() != nil, "\(text)")
        }
    }

    @Test("what a newer release of the library stored is left alone, and costs a fetch each time")
    func newerStore() async throws {
        let file = folder.url.appendingPathComponent("schedules.json")
        let newer = Data("{\"version\":2,\"more\":true}".utf8)
        try newer.write(to: file)
        for _ in 0..<2 {
            let schedule = await maps(ScriptedTransport(Self.answers)).refresh("pubs")
            #expect(schedule.isAccurate && schedule.origin == .fetched)
            #expect(try Data(contentsOf: file) == newer)
        }
    }

    @Test("a folder that cannot be written costs no truth")
    func noFolder() async throws {
        let plain = folder.url.appendingPathComponent("plain")
        try Data().write(to: plain)
        let maps = maps(ScriptedTransport(Self.answers), folder: plain, builtIn: nil)
        let schedule = await maps.refresh("pubs")
        #expect(schedule.isAccurate && schedule.origin == .fetched)
    }

    /// Who waited for the limit instead would never hear of anything.
    @Test(
        "who is cancelled has an answer at once, marked as that",
        .timeLimit(.minutes(Patience.hungMinutes)),
        arguments: [false, true]
    )
    func cancelled(hasBegun: Bool) async throws {
        _ = await maps(ScriptedTransport(Self.answers)).refresh()
        let silent = ScriptedTransport { _ in nil }
        let maps = maps(silent)
        let task = Task { await maps.refresh("pubs") }
        if hasBegun { #expect(await becomesTrue { await !silent.asked.isEmpty }) }
        task.cancel()
        let schedule = await task.value
        #expect(schedule.mark == .unchecked(.cancelled))
    }
}
