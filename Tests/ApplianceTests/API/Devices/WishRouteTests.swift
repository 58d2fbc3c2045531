import Core
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Lists of administrators")
struct AdministratorListTests {
    @Test(
        "a flavour that is not polled is refused with those that are; a phone may wait for it, and what is there may stay"
    )
    func flavour() async throws {
        let fixture = try await PersonalFixture()
        await fixture.register(1)
        await fixture.register(2)
        let path = PersonalFixture.path(1, "/watchlist/eu")
        let early = #"{"version":0,"realms":["hardcore/kazzak"]}"#
        #expect(await fixture.ask("PUT", path, early, device: 1)?.status == 200)
        #expect(await fixture.pair(1)?.status == 200)
        #expect(await fixture.pair(2)?.status == 200)
        let both = #"{"version":1,"realms":["hardcore/kazzak","retail/kazzak"]}"#
        #expect(await fixture.ask("PUT", path, both, device: 1)?.status == 200)
        let refused = await fixture.ask("PUT", PersonalFixture.path(2, "/watchlist/eu"), early, device: 2)
        #expect(refused?.status == 400)
        let words = "realms[0]: this box does not ask for “hardcore” in eu; it asks for retail"
        #expect(refused?.json["detail"] as? String == words)
        #expect(refused?.json["code"] as? String == "unknown-realm")
    }
}

@Suite("What phones ask for beside lists")
struct WishRouteTests {
    /// A realm of the store, which wishes are judged by.
    private func place(_ slug: String, _ state: RealmState, _ fixture: PersonalFixture) async throws {
        var changes = RealmChanges()
        changes.realms = [
            RealmRecord(
                key: RealmKey(source: RealmFeed(region: .eu, flavour: .retail), slug: slug),
                name: slug,
                category: "English",
                connectedRealm: 1,
                state: state,
                since: APIFixture.noon,
                population: .unknown,
                hasQueue: false,
                isLocked: false,
                timezone: "Europe/Paris",
                type: "normal"
            )
        ]
        _ = try await RealmStore(database: fixture.database, participants: NoticeTables.announcing).commit(
            changes,
            events: []
        )
    }

    @Test("a wish is stored, shared by linked phones, and named by a realm's own name")
    func wishes() async throws {
        let fixture = try await PersonalFixture()
        try await place("gordunni", .down, fixture)
        await fixture.register(1)
        let path = PersonalFixture.path(1, "/wishes/eu")
        let first = await fixture.ask("PUT", path, #"{"id":"retail/Гордунни","tellOnce":true}"#, device: 1)
        #expect(first?.status == 200)
        #expect(fixture.heard.value.alertChanges == 0)
        _ = await fixture.ask("PUT", path, #"{"id":"retail/gordunni","muteMinutes":60}"#, device: 1)
        // What a mute keeps back may be due now.
        #expect(fixture.heard.value.alertChanges == 1)
        let both = await fixture.ask("PUT", path, #"{"id":"retail/gordunni","urgent":true}"#, device: 1)
        let stored = try #require(both?.json["realms"] as? [[String: Any]])
        #expect(stored.count == 1)
        #expect(stored[0]["id"] as? String == "retail/gordunni")
        #expect(stored[0]["tellOnce"] as? Bool == true)
        #expect(stored[0]["urgent"] as? Bool == true)
        #expect(stored[0]["mutedUntil"] as? String == APIFixture.noon.advanced(by: 3_600).rfc3339)
        // Everything taken back is nothing.
        let none = #"{"id":"retail/gordunni","tellOnce":false,"urgent":false,"muteMinutes":0}"#
        let gone = await fixture.ask("PUT", path, none, device: 1)
        #expect((gone?.json["realms"] as? [Any])?.count == 0)
    }

    @Test(
        "a wish that makes no sense is refused with a word for the app",
        arguments: [
            (#"{"id":"retail/up-realm","tellOnce":true}"#, 409, "already-up"),
            (#"{"id":"retail/nosuch","urgent":true}"#, 404, "unknown-realm"),
            (#"{"id":"retail/up-realm","muteMinutes":1441}"#, 400, nil),
            (#"{"id":"retail/up-realm"}"#, 400, nil), (#"{"id":"no slash","urgent":true}"#, 400, nil),
        ] as [(String, Int, String?)]
    )
    func refused(body: String, status: Int, code: String?) async throws {
        let fixture = try await PersonalFixture()
        try await place("up-realm", .up, fixture)
        await fixture.register(1)
        let answer = await fixture.ask("PUT", PersonalFixture.path(1, "/wishes/eu"), body, device: 1)
        #expect(answer?.status == status)
        #expect(answer?.json["code"] as? String == code)
    }

    @Test("a list takes realms in native script and with brackets, and answers with their ids")
    func nativeScript() async throws {
        let fixture = try await PersonalFixture()
        await fixture.register(1)
        let body = #"{"version":0,"realms":["retail/гордунни","retail/aggra portugues","retail/kel'thuzad"]}"#
        let answer = await fixture.ask("PUT", PersonalFixture.path(1, "/watchlist/eu"), body, device: 1)
        #expect(answer?.status == 200)
        #expect(
            answer?.json["realms"] as? [String]
                == ["retail/aggra-português", "retail/gordunni", "retail/kelthuzad"]
        )
    }

    @Test("a realm that is none is refused with the nearest one, unless it stood on the list before")
    func unheardOf() async throws {
        let fixture = try await PersonalFixture()
        let path = PersonalFixture.path(1, "/watchlist/eu")
        await fixture.register(1)
        fixture.heard.note { $0.europe.freshness.state = .stale }
        let early = #"{"version":0,"realms":["retail/Kazak","retail/gor'dunny"]}"#
        let stored = await fixture.ask("PUT", path, early, device: 1)
        // Nobody can say while the source does not answer.
        #expect(stored?.json["realms"] as? [String] == ["retail/gordunny", "retail/kazak"])
        fixture.heard.note { $0.europe.freshness.state = .fresh }
        let more = #"{"version":1,"realms":["retail/draenor","retail/kazak"]}"#
        let kept = await fixture.ask("PUT", path, more, device: 1)
        #expect(kept?.json["realms"] as? [String] == ["retail/draenor", "retail/kazak"])
        let other = #"{"version":2,"realms":["retail/draenor","retail/Dreanor","classic/nobody"]}"#
        let refused = await fixture.ask("PUT", path, other, device: 1)
        #expect(refused?.status == 400)
        #expect(refused?.json["code"] as? String == "unknown-realm")
        let words = "realms[1]: there is no realm “retail/Dreanor” in eu; did you mean “retail/draenor”?"
        #expect(refused?.json["detail"] as? String == words)
        let hostile = #"{"version":2,"realms":["retail/\u202ekazzak"]}"#
        let control = await fixture.ask("PUT", path, hostile, device: 1)
        #expect(control?.status == 400)
        let now = await fixture.ask("GET", path, device: 1)
        #expect(now?.json["realms"] as? [String] == ["retail/draenor", "retail/kazak"])
        let wish = await fixture.ask(
            "PUT",
            PersonalFixture.path(1, "/wishes/eu"),
            #"{"id":"retail/kazak","urgent":true}"#,
            device: 1
        )
        #expect((wish?.json["detail"] as? String)?.hasSuffix("did you mean “retail/kazzak”?") == true)
    }

    @Test(
        "a region that is not polled and a flavour misspelt are refused with a hint",
        arguments: [
            ("eu", "retial/kazzak", "does not ask for “retial” in eu; did you mean “retail”?"),
            ("kr", "retail/azshara", "this box does not ask for kr; it asks for eu"),
        ]
    )
    func unpolled(region: String, realm: String, words: String) async throws {
        let fixture = try await PersonalFixture()
        await fixture.register(1)
        let body = #"{"version":0,"realms":["\#(realm)"]}"#
        let refused = await fixture.ask(
            "PUT",
            PersonalFixture.path(1, "/watchlist/\(region)"),
            body,
            device: 1
        )
        #expect(refused?.status == 400)
        #expect(refused?.json["code"] as? String == "unknown-realm")
        let detail = refused?.json["detail"] as? String
        #expect(detail?.hasPrefix("realms[0]: ") == true)
        #expect(detail?.hasSuffix(words) == true, "\(detail ?? "")")
    }

    @Test("a list that was emptied is not counted as one that watches anything")
    func emptied() async throws {
        let fixture = try await PersonalFixture()
        await fixture.register(1)
        let path = PersonalFixture.path(1, "/watchlist/eu")
        _ = await fixture.ask("PUT", path, #"{"version":0,"realms":["retail/kazzak"]}"#, device: 1)
        let full = await fixture.ask("GET", PersonalFixture.path(1), device: 1)
        #expect(full?.json["regions"] as? [String] == ["eu"])
        _ = await fixture.ask("PUT", path, #"{"version":1,"realms":[]}"#, device: 1)
        let empty = await fixture.ask("GET", PersonalFixture.path(1), device: 1)
        #expect(empty?.json["regions"] as? [String] == [])
    }
}

@Suite("Phones that are removed, linked and unlinked")
struct LeavingRouteTests {
    @Test("a removed phone is told so, whatever it asks; who lacks its secret learns nothing")
    func removed() async throws {
        let fixture = try await PersonalFixture()
        for number in [1, 2] { await fixture.register(number) }
        _ = await fixture.pair(1)
        let victim = PersonalFixture.credential(2).prefix(22)
        let answer = await fixture.ask("DELETE", "/v1/admin/devices/\(victim)", device: 1)
        #expect(answer?.status == 204)
        let look = await fixture.ask("GET", PersonalFixture.path(2), device: 2)
        #expect(look?.status == 401)
        #expect(look?.json["code"] as? String == "device-removed")
        // An app registers at each start: that must not bring it back.
        let again = await fixture.register(2)
        #expect(again?.status == 401)
        #expect(again?.json["code"] as? String == "device-removed")
        let stranger = PersonalFixture.credential(2, secret: "x")
        let guess = await fixture.ask(
            "GET",
            PersonalFixture.path(2),
            headers: ["Authorization: Bearer \(stranger)"]
        )
        #expect(guess?.json["code"] as? String == "unknown-device")
        let unheard = await fixture.ask("GET", PersonalFixture.path(3), device: 3)
        #expect(guess?.body == unheard?.body)
    }

    @Test("a phone that left by itself may come back")
    func leftItself() async throws {
        let fixture = try await PersonalFixture()
        await fixture.register(1)
        _ = await fixture.ask("DELETE", PersonalFixture.path(1), device: 1)
        let look = await fixture.ask("GET", PersonalFixture.path(1), device: 1)
        #expect(look?.json["code"] as? String == "unknown-device")
        #expect(await fixture.register(1)?.status == 201)
    }

    @Test("a move to another address keeps lists, map alerts and administration")
    func move() async throws {
        let fixture = try await PersonalFixture()
        await fixture.register(1)
        _ = await fixture.pair(1)
        let list = #"{"version":0,"realms":["retail/kazzak"]}"#
        _ = await fixture.ask("PUT", PersonalFixture.path(1, "/watchlist/eu"), list, device: 1)
        let alerts = """
            {"version":0,"quietHours":{"from":"22:00","to":"07:00"},
             "maps":[{"mode":"pubs","map":"SP","minutesBefore":15,"repeat":"always"}]}
            """
        _ = await fixture.ask("PUT", PersonalFixture.path(1, "/alerts"), alerts, device: 1)
        let made = await fixture.ask("POST", PersonalFixture.path(1, "/link"), device: 1)
        let code = try #require(made?.json["code"] as? String)
        #expect(made?.json.keys.contains("link") == true)
        await fixture.register(2)
        // As people type it.
        let body = "{\"code\":\"\(code.prefix(4))-\(code.suffix(4))\"}"
        let joined = await fixture.ask("POST", PersonalFixture.path(2, "/join"), body, device: 2)
        #expect(joined?.json["administrator"] as? Bool == true)
        #expect(joined?.json["regions"] as? [String] == ["eu"])
        let kept = await fixture.ask("GET", PersonalFixture.path(2, "/alerts"), device: 2)
        #expect((kept?.json["maps"] as? [Any])?.count == 1)
        #expect((kept?.json["quietHours"] as? [String: Any])?["from"] as? String == "22:00")
        // A phone that has alerts of its own keeps those.
        await fixture.register(3)
        let none = #"{"version":0,"maps":[]}"#
        _ = await fixture.ask("PUT", PersonalFixture.path(3, "/alerts"), none, device: 3)
        let second = await fixture.ask("POST", PersonalFixture.path(1, "/link"), device: 1)
        let next = "{\"code\":\"\(second?.json["code"] as? String ?? "")\"}"
        _ = await fixture.ask("POST", PersonalFixture.path(3, "/join"), next, device: 3)
        let own = await fixture.ask("GET", PersonalFixture.path(3, "/alerts"), device: 3)
        #expect((own?.json["maps"] as? [Any])?.count == 0)
    }

    @Test("a linked phone is listed, and leaves with a copy of the lists and without administration")
    func unlink() async throws {
        let fixture = try await PersonalFixture()
        for number in [1, 2] { await fixture.register(number) }
        _ = await fixture.pair(1)
        let list = #"{"version":0,"realms":["retail/kazzak"]}"#
        _ = await fixture.ask("PUT", PersonalFixture.path(1, "/watchlist/eu"), list, device: 1)
        let made = await fixture.ask("POST", PersonalFixture.path(1, "/link"), device: 1)
        let body = "{\"code\":\"\(made?.json["code"] as? String ?? "")\"}"
        _ = await fixture.ask("POST", PersonalFixture.path(2, "/join"), body, device: 2)
        let both = await fixture.ask("GET", PersonalFixture.path(1, "/link"), device: 1)
        let devices = try #require(both?.json["devices"] as? [[String: Any]])
        #expect(devices.map { $0["this"] as? Bool } == [true, false])
        // The owner of the first lets the second go.
        let other = PersonalFixture.credential(2).prefix(22)
        let left = await fixture.ask("DELETE", PersonalFixture.path(1, "/link/\(other)"), device: 1)
        #expect(left?.json["linkedDevices"] as? Int == 1)
        #expect(left?.json["administrator"] as? Bool == true)
        let gone = await fixture.ask("GET", PersonalFixture.path(2), device: 2)
        #expect(gone?.json["administrator"] as? Bool == false)
        #expect(gone?.json["linkedDevices"] as? Int == 1)
        #expect(gone?.json["regions"] as? [String] == ["eu"])
        // Each goes its own way from now on.
        let more = #"{"version":1,"realms":["retail/draenor","retail/kazzak"]}"#
        _ = await fixture.ask("PUT", PersonalFixture.path(2, "/watchlist/eu"), more, device: 2)
        let first = await fixture.ask("GET", PersonalFixture.path(1, "/watchlist/eu"), device: 1)
        #expect(first?.json["realms"] as? [String] == ["retail/kazzak"])
        let stranger = await fixture.ask("DELETE", PersonalFixture.path(1, "/link/\(other)"), device: 1)
        #expect(stranger?.status == 404)
        // Nobody is left to leave.
        let alone = await fixture.ask("DELETE", PersonalFixture.path(2, "/link"), device: 2)
        #expect(alone?.status == 200)
    }
}
