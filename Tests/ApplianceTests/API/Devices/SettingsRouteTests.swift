import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance

private typealias TestAppliance = PersonalFixture

@Suite("Settings from a paired phone", .serialized)
struct SettingsRouteTests {
    private static let path = "/v1/admin/settings"

    @Test("only administrators and the owner's key read and change them")
    func gate() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        let path = SettingsRouteTests.path
        let change = #"{"version":0,"settings":{"name":"Cellar"}}"#
        #expect(await appliance.ask("GET", path)?.status == 401)
        #expect(await appliance.ask("PUT", path, change)?.status == 401)
        #expect(await appliance.ask("GET", path, device: 1)?.status == 403)
        #expect(await appliance.ask("PUT", path, change, device: 1)?.status == 403)
        #expect(appliance.heard.value.panels.isEmpty)
        _ = await appliance.pair(1)
        #expect(await appliance.ask("GET", path, device: 1, throughTunnel: true)?.status == 200)
        #expect(await appliance.ask("PUT", path, change, device: 1, throughTunnel: true)?.status == 200)
        let owner = ["Authorization: Bearer \(TestAppliance.ownerKey)"]
        #expect(await appliance.ask("GET", path, headers: owner)?.status == 200)
        #expect(await appliance.ask("GET", path, headers: owner, throughTunnel: true)?.status == 401)
    }

    @Test("a change counts at once, says who made it, and null gives it back")
    func changes() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        _ = await appliance.pair(1)
        let path = SettingsRouteTests.path
        let change = #"""
            {"version":0,"settings":{"name":"Cellar","secondsPerPage":9,
            "quietHours":{"on":true,"from":"23:00","to":"07:00"}}}
            """#
        let stored = try #require(await appliance.ask("PUT", path, change, device: 1))
        #expect(stored.status == 200)
        #expect(stored.json["version"] as? Int == 1)
        #expect(appliance.heard.value.panels.map(\.name) == ["Cellar"])
        #expect(appliance.heard.value.panels.last?.pageTime == .seconds(9))
        #expect(appliance.heard.value.panels.last?.quietHours != nil)
        #expect(await appliance.ask("GET", path, device: 1)?.body == stored.body)
        let again = await appliance.ask("PUT", path, change, device: 1)
        #expect(again?.body == stored.body, "a lost answer asked for again")
        let back = #"{"version":1,"settings":{"name":null,"quietHours":null,"clock":null}}"#
        let given = try #require(await appliance.ask("PUT", path, back, device: 1))
        let settings = try #require(given.json["settings"] as? [String: [String: Any]])
        #expect(settings["name"]?["source"] as? String == "file")
        #expect(settings["name"]?["value"] as? String == "box.local")
        #expect(settings["quietHours"]?["value"] is NSNull)
        #expect(settings["secondsPerPage"]?["source"] as? String == "phone")
        #expect(appliance.heard.value.panels.count == 2)
    }

    @Test("a phone that did not know gets what is current")
    func conflict() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        _ = await appliance.pair(1)
        let path = SettingsRouteTests.path
        _ = await appliance.ask("PUT", path, #"{"version":0,"settings":{"name":"A"}}"#, device: 1)
        let late = try #require(
            await appliance.ask("PUT", path, #"{"version":0,"settings":{"name":"B"}}"#, device: 1)
        )
        #expect(late.status == 409)
        #expect(late.json["type"] as? String == "/problems/conflict")
        #expect((late.json["current"] as? [String: Any])?["version"] as? Int == 1)
        #expect(appliance.heard.value.panels.map(\.name) == ["A"])
    }

    @Test(
        "what cannot be meant is refused by its place, and nothing of it is stored",
        arguments: [
            ("{", "not valid JSON"), ("[]", "the body: not an object"),
            (#"{"version":0}"#, "settings: missing"),
            (#"{"settings":{}}"#, "version: missing"), (#"{"version":-1,"settings":{}}"#, "version: "),
            (#"{"version":0,"settings":[]}"#, "settings: not an object"),
            (#"{"version":0,"settings":{"nmae":"x"}}"#, "settings.nmae: "),
            (#"{"version":0,"settings":{"watch":["eu"]}}"#, "settings.watch: "),
            (#"{"version":0,"settings":{"name":""}}"#, "settings.name: is empty"),
            (#"{"version":0,"settings":{"name":"  "}}"#, "settings.name: is blank"),
            (#"{"version":0,"settings":{"name":"a\u001b[2Jb"}}"#, "settings.name: contains control"),
            (#"{"version":0,"settings":{"name":"123456789012345678901"}}"#, "settings.name: has 21 char"),
            (#"{"version":0,"settings":{"name":["x"]}}"#, "settings.name: an array"),
            (#"{"version":0,"settings":{"name":{"x":{}}}}"#, "settings.name.x: an object"),
            (#"{"version":0,"settings":{"timeZone":"Mars/X"}}"#, "settings.timeZone: is not a time zone"),
            (#"{"version":0,"settings":{"timeZone":"../../etc/passwd"}}"#, "settings.timeZone: "),
            (#"{"version":0,"settings":{"clock":"25h"}}"#, "settings.clock: "),
            (#"{"version":0,"settings":{"secondsPerPage":1}}"#, "settings.secondsPerPage: is outside 2…60"),
            (#"{"version":0,"settings":{"secondsPerPage":2.5}}"#, "settings.secondsPerPage: "),
            (#"{"version":0,"settings":{"anyDownIsAll":"yes"}}"#, "settings.anyDownIsAll: is a string"),
            (#"{"version":0,"settings":{"quietHours":false}}"#, "settings.quietHours: "),
            (#"{"version":0,"settings":{"quietHours":{"from":"22:00"}}}"#, "settings.quietHours.to: is mis"),
            (
                #"{"version":0,"settings":{"quietHours":{"from":"24:00","to":"07:00"}}}"#,
                "settings.quietHours.from: not a time"
            ),
            (
                #"{"version":0,"settings":{"quietHours":{"from":"22:00","to":"07:00","on":null}}}"#,
                "settings.quietHours.on: null"
            ),
            (
                #"{"version":0,"settings":{"quietHours":{"from":"22:00","to":"07:00","off":true}}}"#,
                "settings.quietHours.off: is not a key"
            ),
            (#"{"version":0,"settings":{"name":"Good","clock":"bad"}}"#, "settings.clock: "),
        ]
    )
    func refusals(body: String, words: String) async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        _ = await appliance.pair(1)
        let answer = try #require(await appliance.ask("PUT", SettingsRouteTests.path, body, device: 1))
        #expect(answer.status == 400)
        let detail = try #require(answer.json["detail"] as? String)
        #expect(detail.contains(words), "\(detail)")
        #expect(appliance.heard.value.panels.isEmpty)
        let now = await appliance.ask("GET", SettingsRouteTests.path, device: 1)
        #expect(now?.json["version"] as? Int == 0)
    }

    @Test("other types and sizes of bodies are not taken")
    func bodies() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        _ = await appliance.pair(1)
        let plain = ["Content-Type: text/plain"]
        let path = SettingsRouteTests.path
        #expect(await appliance.ask("PUT", path, "{}", device: 1, headers: plain)?.status == 415)
        let long = #"{"version":0,"settings":{"name":"\#(String(repeating: "x", count: 5_000))"}}"#
        #expect(await appliance.ask("PUT", path, long, device: 1)?.status == 413)
        #expect(await appliance.ask("POST", path, "{}", device: 1)?.status == 405)
    }
}
