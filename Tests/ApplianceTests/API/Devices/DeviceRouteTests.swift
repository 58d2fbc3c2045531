import Foundation
import Testing
import WatchpostModel

@testable import Appliance

private typealias TestAppliance = PersonalFixture

/// What the black-box stories of phones do not tell.
@Suite("Device routes", .serialized)
struct DeviceRouteTests {
    @Test(
        "an answer about a phone is kept by nobody and does not repeat its secret; HEAD asks for it as well"
    )
    func answers() async throws {
        let appliance = try await TestAppliance()
        let first = try #require(await appliance.register(1))
        #expect(first.status == 201)
        #expect(first.headers["cache-control"] == "no-store")
        #expect(first.json["registeredAt"] as? String == APIFixture.noon.rfc3339)
        #expect(!first.text.contains("ssss"))
        #expect(await appliance.ask("GET", TestAppliance.path(1), device: 1)?.body == first.body)
        #expect(await appliance.ask("HEAD", TestAppliance.path(1), device: 1)?.status == 200)
    }

    @Test(
        "too long a list is refused with what its route takes",
        arguments: [
            ("watchlist/{region}", "realms", "", 400), ("alerts", "maps", "", 64),
            ("maps", "liked", #","avoided":[]"#, 128),
        ]
    )
    func longLists(route: String, list: String, rest: String, most: Int) async throws {
        let fixture = try await HandlerFixture()
        for (count, isTooLong) in [(most, false), (most + 1, true), (5_000, true)] {
            let values = Array(repeating: "\"\"", count: count).joined(separator: ",")
            let refusal = try await fixture.refusal(
                .put,
                "/v1/devices/{id}/\(route)",
                "{\"version\":0,\"\(list)\":[\(values)]\(rest)}",
                ["region": "eu"]
            )
            let words = "\(list): \(count) are too many; at most \(most) are taken"
            #expect((refusal?.detail == words) == isTooLong, "\(refusal?.detail ?? "")")
        }
    }

    @Test("push is set, kept when it is left out, and removed by null")
    func push() async throws {
        let appliance = try await TestAppliance()
        let push =
            #"{"locale":"pl","timeZone":"UTC","push":{"kind":"webpush","endpoint":"https://p.example/1"}}"#
        let set = await appliance.ask("PUT", TestAppliance.path(1), push, device: 1)
        #expect((set?.json["push"] as? [String: Any])?["state"] as? String == "active")
        #expect(appliance.heard.value.alertChanges == 1, "its map alerts are waited for from now on")
        #expect(
            (await appliance.register(1)?.json["push"] as? [String: Any])?["kind"] as? String == "webpush"
        )
        let none = #"{"locale":"pl","timeZone":"UTC","push":null}"#
        #expect(await appliance.ask("PUT", TestAppliance.path(1), none, device: 1)?.json["push"] is NSNull)
        let odd = #"{"locale":"pl","timeZone":"UTC","push":{"kind":"pigeon"}}"#
        let refused = await appliance.ask("PUT", TestAppliance.path(1), odd, device: 1)
        #expect(refused?.status == 200)
        #expect((refused?.json["pushRefused"] as? [String: Any])?["code"] as? String == "push-address")
        #expect(refused?.text.contains("push: unknown kind") == true)
    }

    @Test("an address that is not taken leaves the one before it, and is said once, with the registration")
    func refusedAddress() async throws {
        let appliance = try await TestAppliance()
        let good =
            #"{"locale":"pl","timeZone":"UTC","push":{"kind":"webpush","endpoint":"https://p.example/1"}}"#
        _ = await appliance.ask("PUT", TestAppliance.path(1), good, device: 1)
        let odd =
            #"{"locale":"de","timeZone":"Europe/Berlin","push":{"kind":"webpush","endpoint":"https://push.odd.example/1"}}"#
        let answer = await appliance.ask("PUT", TestAppliance.path(1), odd, device: 1)
        let refused = answer?.json["pushRefused"] as? [String: Any]
        #expect(refused?["service"] as? String == "push.odd.example")
        #expect(answer?.status == 200 && answer?.json["locale"] as? String == "de")
        let own = await appliance.ask("GET", TestAppliance.path(1), device: 1)
        #expect((own?.json["push"] as? [String: Any])?["state"] as? String == "active")
        #expect(own?.json["pushRefused"] == nil)
        #expect(appliance.heard.value.alertChanges == 1, "nothing became reachable by it")
    }

    @Test("administrators read which push services are not known")
    func unknownServices() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        _ = await appliance.pair(1)
        let before = await appliance.ask("GET", "/v1/admin/devices", device: 1)
        #expect(before?.json["unknownServices"] as? [String] == [])
        let odd = #"{"push":{"kind":"webpush","endpoint":"https://push.odd.example/1"}}"#
        _ = await appliance.ask("PUT", TestAppliance.path(2), odd, device: 2)
        let after = await appliance.ask("GET", "/v1/admin/devices", device: 1)
        #expect(after?.json["unknownServices"] as? [String] == ["push.odd.example"])
    }

    @Test(
        "who has its id and not its secret changes nothing of a phone, nor does another phone",
        arguments: ["PUT", "DELETE"]
    )
    func foreign(method: String) async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        await appliance.register(2)
        let body = method == "PUT" ? #"{"locale":"pl","timeZone":"UTC"}"# : nil
        let wrong = ["Authorization: Bearer \(TestAppliance.credential(1, secret: "x"))"]
        let answer = try #require(await appliance.ask(method, TestAppliance.path(1), body, headers: wrong))
        #expect(answer.status == 401)
        #expect(answer.headers["www-authenticate"] == "Bearer realm=\"watchpost\"")
        #expect(await appliance.ask(method, TestAppliance.path(1), body, device: 2)?.status == 403)
        let own = await appliance.ask("GET", TestAppliance.path(1), device: 1)
        #expect(own?.json["locale"] as? String == "en-GB")
    }

    @Test("a phone with a list says of which region, and of no region that there is not")
    func regions() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        let path = TestAppliance.path(1, "/watchlist/eu")
        let empty = await appliance.ask("GET", path, device: 1)
        #expect((empty?.json["kinds"] as? [String: Bool])?["status"] == true)
        let list = #"{"version":0,"realms":["retail/kazzak","retail/Draenor"]}"#
        let stored = await appliance.ask("PUT", path, list, device: 1)
        #expect(stored?.json["realms"] as? [String] == ["retail/draenor", "retail/kazzak"])
        let own = await appliance.ask("GET", TestAppliance.path(1), device: 1)
        #expect(own?.json["regions"] as? [String] == ["eu"])
        #expect(
            await appliance.ask("GET", TestAppliance.path(1, "/watchlist/mars"), device: 1)?.status == 404
        )
    }

    @Test("what an alert leaves out is any map and every day, and whoever waits for alerts hears of it")
    func alerts() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        let path = TestAppliance.path(1, "/alerts")
        let empty = #"{"maps":[],"quietHours":null,"version":0}"#
        #expect(await appliance.ask("GET", path, device: 1)?.text == empty)
        let sent = #"{"version":0,"maps":[{"mode":"ranked","minutesBefore":0,"repeat":"always"}]}"#
        let stored = await appliance.ask("PUT", path, sent, device: 1)
        let maps = try #require(stored?.json["maps"] as? [[String: Any]])
        #expect((maps.first?["days"] as? [String])?.count == 7 && maps.first?["map"] is NSNull)
        #expect(appliance.heard.value.alertChanges == 1)
    }

    @Test(
        "what cannot be meant is refused by its place",
        arguments: [
            ("", #"{"locale":7,"timeZone":"UTC"}"#, "locale: not a string"), ("", "{", "not valid JSON"),
            ("", "[]", "the body: not an object"),
            ("", #"{"locale":"\ud800","timeZone":"UTC"}"#, "wrong escape"),
            ("", #"{"locale":"en-GB","timeZone":"UTC","push":7}"#, "push: not an object"),
            ("", #"{"locale":"en-GB","timeZone":"UTC","push":{}}"#, "push.kind: missing"),
            (
                "", #"{"locale":"en-GB","timeZone":"UTC","push":{"kind":"webpush","keys":[]}}"#,
                "push.keys: not an"
            ),
            (
                "",
                #"{"push":"# + String(repeating: "[", count: 490) + String(repeating: "]", count: 490) + "}",
                "16 deep"
            ),
            ("/watchlist/eu", #"{"version":0,"realms":["retail/a",7]}"#, "realms[1]: not a string"),
            ("/watchlist/eu", #"{"version":"0","realms":[]}"#, "version: not a whole number"),
            ("/watchlist/eu", #"{"version":-1,"realms":[]}"#, "version: "),
            ("/watchlist/eu", #"{"version":9223372036854775807,"realms":[]}"#, "version: "),
            ("/watchlist/eu", #"{"version":0,"realms":["kazzak"]}"#, "realms[0]: "),
            ("/watchlist/eu", #"{"version":0,"region":"us","realms":[]}"#, "region: "),
            (
                "/watchlist/eu", #"{"version":0,"realms":[],"kinds":{"queue":1}}"#,
                "kinds.queue: not true or false"
            ),
            (
                "/alerts", #"{"version":0,"maps":[{"mode":"pubs","minutesBefore":1}]}"#,
                "maps[0].repeat: missing"
            ),
            (
                "/alerts", #"{"version":0,"maps":[{"mode":"pubs","minutesBefore":1,"repeat":"no"}]}"#,
                "maps[0].repeat: "
            ),
            (
                "/alerts", #"{"version":0,"maps":[],"quietHours":{"from":"24:00","to":"07:00"}}"#,
                "quietHours.from: "
            ),
            ("/join", #"{}"#, "code: missing"),
        ]
    )
    func refusals(rest: String, body: String, words: String) async throws {
        let pattern = rest.replacing("/eu", with: "/{region}")
        let refusal = try await HandlerFixture().refusal(
            rest == "/join" ? .post : .put,
            "/v1/devices/{id}\(pattern)",
            body,
            ["region": "eu"]
        )
        let problem = try #require(refusal)
        #expect(problem.kind == .badRequest && problem.detail.contains(words), "\(problem)")
    }
}
