import Foundation
import Testing
import WatchpostModel

@testable import Appliance

private typealias TestAppliance = PersonalFixture

@Suite("Device routes", .serialized)
struct DeviceRouteTests {
    @Test("a phone registers, reads, repeats and leaves")
    func life() async throws {
        let appliance = try await TestAppliance()
        let first = try #require(await appliance.register(1))
        #expect(first.status == 201)
        #expect(first.headers["cache-control"] == "no-store")
        #expect(first.json["name"] as? String == "Ann's phone")
        #expect(first.json["push"] is NSNull)
        #expect(first.json["registeredAt"] as? String == APIFixture.noon.rfc3339)
        #expect(!first.text.contains("ssss"), "no answer repeats the secret")
        let again = try #require(await appliance.register(1))
        #expect(again.status == 200)
        #expect(again.body == first.body)
        #expect(await appliance.ask("GET", TestAppliance.path(1), device: 1)?.body == first.body)
        #expect(await appliance.ask("HEAD", TestAppliance.path(1), device: 1)?.status == 200)
        #expect(await appliance.ask("DELETE", TestAppliance.path(1), device: 1)?.status == 204)
        #expect(await appliance.ask("GET", TestAppliance.path(1), device: 1)?.status == 401)
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
        #expect(refused?.status == 400)
        #expect(refused?.text.contains("push: unknown kind") == true)
    }

    @Test(
        "who does not prove to be the device is refused, in one way",
        arguments: [
            ("GET", nil), ("GET", "Bearer"), ("GET", "Bearer x.y"), ("GET", "Basic QTpC"),
            ("GET", "Bearer " + TestAppliance.credential(1, secret: "x")),
            ("PUT", "Bearer " + TestAppliance.credential(1, secret: "x")),
            ("DELETE", "Bearer " + TestAppliance.credential(1, secret: "x")),
        ] as [(String, String?)]
    )
    func unauthorized(method: String, authorization: String?) async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        let headers = authorization.map { ["Authorization: \($0)"] } ?? []
        let body = method == "PUT" ? TestAppliance.registration : nil
        let answer = try #require(await appliance.ask(method, TestAppliance.path(1), body, headers: headers))
        #expect(answer.status == 401)
        #expect(answer.headers["www-authenticate"] == "Bearer realm=\"watchpost\"")
        #expect(await appliance.ask("GET", TestAppliance.path(1), device: 1)?.status == 200)
    }

    @Test("another device's path answers alike whether it exists or not")
    func foreign() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        await appliance.register(2)
        let known = try #require(await appliance.ask("GET", TestAppliance.path(2), device: 1))
        let unknown = try #require(await appliance.ask("GET", TestAppliance.path(3), device: 1))
        #expect(known.status == 403)
        #expect(known.body == unknown.body)
        #expect(await appliance.ask("DELETE", TestAppliance.path(2), device: 1)?.status == 403)
        #expect(
            await appliance.ask("PUT", TestAppliance.path(2), TestAppliance.registration, device: 1)?.status
                == 403
        )
        #expect(await appliance.ask("GET", TestAppliance.path(2, "/watchlist/eu"), device: 1)?.status == 403)
    }

    @Test("lists are stored by the version that they replace")
    func lists() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        let path = TestAppliance.path(1, "/watchlist/eu")
        let empty = try #require(await appliance.ask("GET", path, device: 1))
        #expect(empty.json["version"] as? Int == 0)
        #expect((empty.json["kinds"] as? [String: Bool])?["status"] == true)
        let list = #"{"version":0,"realms":["retail/kazzak","retail/Draenor"]}"#
        let stored = try #require(await appliance.ask("PUT", path, list, device: 1))
        #expect(stored.status == 200)
        #expect(stored.json["version"] as? Int == 1)
        #expect(stored.json["realms"] as? [String] == ["retail/draenor", "retail/kazzak"])
        #expect(
            await appliance.ask("PUT", path, list, device: 1)?.body == stored.body,
            "a lost answer asked for again"
        )
        let conflict = try #require(
            await appliance.ask("PUT", path, #"{"version":0,"realms":[]}"#, device: 1)
        )
        #expect(conflict.status == 409)
        #expect((conflict.json["current"] as? [String: Any])?["version"] as? Int == 1)
        #expect(conflict.json["type"] as? String == "/problems/conflict")
        #expect(
            await appliance.ask("GET", TestAppliance.path(1), device: 1)?.json["regions"] as? [String] == [
                "eu"
            ]
        )
        #expect(
            await appliance.ask("GET", TestAppliance.path(1, "/watchlist/mars"), device: 1)?.status == 404
        )
    }

    @Test("alerts come back as they were sent")
    func alerts() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        let path = TestAppliance.path(1, "/alerts")
        #expect(
            await appliance.ask("GET", path, device: 1)?.text == #"{"maps":[],"quietHours":null,"version":0}"#
        )
        let sent = #"""
            {"version":0,"quietHours":{"from":"22:00","to":"07:00"},"maps":[{"mode":"pubs","map":"SP",
            "minutesBefore":15,"repeat":"once","days":["mon","sun"],"from":"18:00","to":"23:30"},
            {"mode":"ranked","minutesBefore":0,"repeat":"always"}]}
            """#
        let stored = try #require(await appliance.ask("PUT", path, sent, device: 1))
        #expect(stored.status == 200)
        let maps = try #require(stored.json["maps"] as? [[String: Any]])
        #expect(maps.first?["days"] as? [String] == ["mon", "sun"])
        #expect((maps.last?["days"] as? [String])?.count == 7)
        #expect(maps.last?["map"] is NSNull)
        #expect(await appliance.ask("GET", path, device: 1)?.body == stored.body)
        #expect(await appliance.ask("PUT", path, #"{"version":0,"maps":[]}"#, device: 1)?.status == 409)
        #expect(appliance.heard.value.alertChanges == 1)
    }

    @Test(
        "what cannot be meant is refused by its place",
        arguments: [
            ("", #"{"locale":"en-GB"}"#, "timeZone: missing"),
            ("", #"{"locale":7,"timeZone":"UTC"}"#, "locale: not a string"),
            ("", #"{"locale":null,"timeZone":"UTC"}"#, "locale: null"), ("", "{", "not valid JSON"),
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
            ("", #"{"locale":"en-GB","timeZone":"Mars/X"}"#, "timeZone: "),
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
        let appliance = try await TestAppliance()
        await appliance.register(1)
        let method = rest == "/join" ? "POST" : "PUT"
        let answer = try #require(await appliance.ask(method, TestAppliance.path(1, rest), body, device: 1))
        #expect(answer.status == 400)
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(
            (answer.json["detail"] as? String)?.hasPrefix(words) == true || answer.text.contains(words),
            "\(answer.text)"
        )
    }

    @Test("two devices are linked by a code, as people type it")
    func links() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        await appliance.register(2)
        let made = try #require(await appliance.ask("POST", TestAppliance.path(1, "/link"), device: 1))
        #expect(made.status == 201)
        let code = try #require(made.json["code"] as? String)
        #expect(code.count == 8)
        let typed = code.lowercased().prefix(4) + "-" + code.lowercased().suffix(4)
        let joined = try #require(
            await appliance.ask("POST", TestAppliance.path(2, "/join"), "{\"code\":\"\(typed)\"}", device: 2)
        )
        #expect(joined.status == 200)
        #expect(joined.json["linkedDevices"] as? Int == 2)
        let wrong = await appliance.ask(
            "POST",
            TestAppliance.path(2, "/join"),
            #"{"code":"00000000"}"#,
            device: 2
        )
        #expect(wrong?.status == 403)
    }
}
