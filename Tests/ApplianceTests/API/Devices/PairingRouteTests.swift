import Foundation
import Testing
import WatchpostModel

@testable import Appliance

private typealias TestAppliance = PersonalFixture

@Suite("Pairing and administration", .serialized)
struct PairingRouteTests {
    @Test("a code that is shown at home makes an administrator, also through the tunnel")
    func pairs() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        _ = await appliance.ask(
            "PUT",
            TestAppliance.path(1, "/watchlist/eu"),
            #"{"version":0,"realms":["retail/kazzak"]}"#,
            device: 1
        )
        #expect(appliance.heard.value.watched.isEmpty)
        let asked = try #require(await appliance.ask("POST", "/v1/pairing"))
        #expect(asked.status == 202)
        #expect(asked.json["shownOn"] as? String == "display")
        #expect(asked.json["code"] == nil)
        let code = try #require(appliance.heard.value.codes.last)
        #expect(code.count == 6)
        let body = "{\"code\":\"\(code.prefix(3)) \(code.suffix(3))\"}"
        let paired = try #require(
            await appliance.ask("POST", "/v1/pairing/redeem", body, device: 1, throughTunnel: true)
        )
        #expect(paired.status == 200)
        #expect(paired.json["administrator"] as? Bool == true)
        #expect(appliance.heard.value.isHidden)
        #expect(appliance.heard.value.watched == [[.eu: ["retail/kazzak"]]])
        let list = #"{"version":1,"realms":["retail/kazzak","retail/draenor"]}"#
        _ = await appliance.ask("PUT", TestAppliance.path(1, "/watchlist/eu"), list, device: 1)
        #expect(appliance.heard.value.watched.last == [.eu: ["retail/draenor", "retail/kazzak"]])
    }

    @Test("a lost answer is asked for again; for others the code is used up")
    func replay() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        await appliance.register(2)
        #expect(await appliance.pair(1)?.status == 200)
        let body = "{\"code\":\"\(appliance.heard.value.codes.last ?? "")\"}"
        #expect(await appliance.ask("POST", "/v1/pairing/redeem", body, device: 1)?.status == 200)
        #expect(await appliance.ask("POST", "/v1/pairing/redeem", body, device: 2)?.status == 409)
    }

    @Test("a revoked administrator does not come back with the code", arguments: ["/administrator", ""])
    func revoked(path: String) async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        #expect(await appliance.pair(1)?.status == 200)
        let body = "{\"code\":\"\(appliance.heard.value.codes.last ?? "")\"}"
        let own = TestAppliance.path(1, path).replacingOccurrences(of: "/v1/", with: "/v1/admin/")
        let key = ["Authorization: Bearer \(TestAppliance.ownerKey)"]
        #expect(await appliance.ask("DELETE", own, headers: key)?.status == 204)
        // With a deleted one's number, which the next to register gets.
        await appliance.register(path.isEmpty ? 2 : 1)
        let thief = path.isEmpty ? 2 : 1
        #expect(await appliance.ask("POST", "/v1/pairing/redeem", body, device: thief)?.status == 409)
        #expect(await appliance.ask("GET", "/v1/admin/devices", device: thief)?.status == 403)
    }

    @Test("five wrong codes, then none")
    func guesses() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        #expect(
            await appliance.ask("POST", "/v1/pairing/redeem", #"{"code":"000000"}"#, device: 1)?.status == 409
        )
        _ = await appliance.ask("POST", "/v1/pairing")
        let body =
            appliance.heard.value.codes.last == "000000" ? #"{"code":"000001"}"# : #"{"code":"000000"}"#
        for left in (0...4).reversed() {
            let answer = await appliance.ask("POST", "/v1/pairing/redeem", body, device: 1)
            #expect(answer?.status == 403)
            #expect(answer?.json["triesLeft"] as? Int == left)
        }
        #expect(await appliance.ask("POST", "/v1/pairing/redeem", body, device: 1)?.status == 429)
    }

    @Test("what cannot be a code costs no try, and digits may be grouped")
    func noCodes() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        _ = await appliance.ask("POST", "/v1/pairing")
        let code = try #require(appliance.heard.value.codes.last)
        for text in ["", "x", "１２３４５６", "1234567"] {
            let answer = await appliance.ask("POST", "/v1/pairing/redeem", #"{"code":"\#(text)"}"#, device: 1)
            #expect(answer?.status == 400, "\(text)")
        }
        let grouped = "\(code.prefix(3))-\(code.suffix(3)) "
        let paired = await appliance.ask("POST", "/v1/pairing/redeem", #"{"code":"\#(grouped)"}"#, device: 1)
        #expect(paired?.status == 200)
    }

    @Test("nobody outside can make the appliance show a code")
    func outside() async throws {
        let appliance = try await TestAppliance()
        let refused = await appliance.ask("POST", "/v1/pairing", throughTunnel: true)
        #expect(refused?.status == 403)
        #expect(refused?.json["code"] as? String == "not-at-home")
        for header in [
            "X-Forwarded-For: 127.0.0.1", "CF-Connecting-IP: 127.0.0.1", "Forwarded: for=127.0.0.1",
        ] {
            #expect(await appliance.ask("POST", "/v1/pairing", headers: [header])?.status == 403)
        }
        let key = ["Authorization: Bearer \(TestAppliance.ownerKey)"]
        #expect(await appliance.ask("POST", "/v1/pairing", headers: key, throughTunnel: true)?.status == 403)
        #expect(appliance.heard.value.codes.isEmpty)
        let shown = try #require(await appliance.ask("POST", "/v1/pairing", headers: key))
        #expect(shown.json["code"] as? String == appliance.heard.value.codes.last)
    }

    @Test("a web page of somebody else cannot ask for a code in a browser at home")
    func foreignPage() async throws {
        let appliance = try await TestAppliance()
        let key = "Authorization: Bearer \(TestAppliance.ownerKey)"
        for page in ["https://evil.example", "null", "http://localhost.evil.example"] {
            #expect(await appliance.ask("POST", "/v1/pairing", headers: ["Origin: \(page)"])?.status == 403)
            #expect(
                await appliance.ask("POST", "/v1/pairing", headers: [key, "Origin: \(page)"])?.status == 403
            )
        }
        #expect(appliance.heard.value.codes.isEmpty)
        #expect(
            await appliance.ask("POST", "/v1/pairing", headers: ["Origin: http://localhost"])?.status == 202
        )
    }

    @Test("only paired devices and the owner administer")
    func administers() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        await appliance.register(2)
        #expect(await appliance.ask("GET", "/v1/admin/devices", device: 1)?.status == 403)
        #expect(await appliance.ask("GET", "/v1/admin/devices")?.status == 401)
        #expect(await appliance.pair(1)?.status == 200)
        let page = try #require(await appliance.ask("GET", "/v1/admin/devices", device: 1))
        #expect(page.json["total"] as? Int == 2)
        #expect((page.json["devices"] as? [[String: Any]])?.first?["administrator"] as? Bool == true)
        let first = try #require(await appliance.ask("GET", "/v1/admin/devices?limit=1", device: 1))
        let next = try #require(first.json["next"] as? Int)
        let second = await appliance.ask("GET", "/v1/admin/devices?limit=1&after=\(next)", device: 1)
        #expect((second?.json["devices"] as? [[String: Any]])?.count == 1)
        #expect(await appliance.ask("POST", "/v1/admin/identify", device: 1)?.status == 204)
        #expect(appliance.heard.value.identified == 1)
        let other = TestAppliance.path(2).replacingOccurrences(of: "/v1/", with: "/v1/admin/")
        #expect(await appliance.ask("DELETE", other, device: 2)?.status == 403)
        #expect(await appliance.ask("DELETE", other, device: 1, throughTunnel: true)?.status == 204)
        #expect(await appliance.ask("DELETE", other, device: 1)?.status == 404)
        let own = TestAppliance.path(1, "/administrator").replacingOccurrences(of: "/v1/", with: "/v1/admin/")
        let key = ["Authorization: Bearer \(TestAppliance.ownerKey)"]
        #expect(await appliance.ask("DELETE", own, headers: key)?.status == 204)
        #expect(await appliance.ask("GET", "/v1/admin/devices", device: 1)?.status == 403)
        // The code that it paired with is spent, though a lost answer could have been asked for again with it.
        let code = try #require(appliance.heard.value.codes.last)
        let again = await appliance.ask("POST", "/v1/pairing/redeem", #"{"code":"\#(code)"}"#, device: 1)
        #expect(again?.status == 409)
        #expect(await appliance.ask("GET", "/v1/admin/devices", device: 1)?.status == 403)
    }

    @Test("notices are the port's to answer")
    func notices() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        #expect(
            await appliance.ask("GET", TestAppliance.path(1, "/notices"), device: 1)?.text
                == #"{"notices":[],"unread":0}"#
        )
        let test = await appliance.ask("POST", TestAppliance.path(1, "/test"), device: 1)
        #expect(
            test?.text
                == #"{"accepted":false,"code":null,"detail":"no address","push":null,"reason":null}"#
        )
        let key = ["Authorization: Bearer \(TestAppliance.ownerKey)"]
        #expect(
            await appliance.ask("GET", "/v1/admin/notices/dead", headers: key)?.text == #"{"notices":[]}"#
        )
        #expect(await appliance.ask("POST", "/v1/admin/notices/dead/7/replay", headers: key)?.status == 204)
        #expect(await appliance.ask("DELETE", "/v1/admin/notices/dead/7", headers: key)?.status == 204)
        #expect(await appliance.ask("DELETE", "/v1/admin/notices/dead/8", headers: key)?.status == 404)
        #expect(await appliance.ask("DELETE", "/v1/admin/notices/dead/-7", headers: key)?.status == 404)
    }

    @Test("about tells from where the request came")
    func about() async throws {
        let appliance = try await TestAppliance { $0.clients.publicHost = "pi.example.org" }
        #expect(await appliance.ask("GET", "/v1/about")?.json["access"] as? String == "local")
        #expect(
            await appliance.ask("GET", "/v1/about", throughTunnel: true)?.json["access"] as? String
                == "public"
        )
        let named = await appliance.ask("GET", "/v1/about", headers: ["Host: PI.example.org:443"])
        #expect(named?.json["access"] as? String == "public")
        #expect(named?.json["webPush"] is NSNull)
    }
}
