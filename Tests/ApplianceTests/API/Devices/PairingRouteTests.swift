import Foundation
import Testing
import WatchpostModel

@testable import Appliance

private typealias TestAppliance = PersonalFixture

/// What the black-box stories of pairing do not tell.
@Suite("Pairing and administration", .serialized)
struct PairingRouteTests {
    @Test(
        "a code is shown and not told, is hidden once somebody has paired, and then its lists count at home"
    )
    func pairs() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        let list = #"{"version":0,"realms":["retail/kazzak"]}"#
        _ = await appliance.ask("PUT", TestAppliance.path(1, "/watchlist/eu"), list, device: 1)
        #expect(appliance.heard.value.watched.isEmpty)
        let asked = try #require(await appliance.ask("POST", "/v1/pairing"))
        #expect(asked.status == 202 && asked.json["shownOn"] as? String == "display")
        #expect(asked.json["code"] == nil)
        let code = try #require(appliance.heard.value.codes.last)
        let body = "{\"code\":\"\(code.prefix(3)) \(code.suffix(3))\"}"
        #expect(await appliance.ask("POST", "/v1/pairing/redeem", body, device: 1)?.status == 200)
        #expect(appliance.heard.value.isHidden)
        #expect(appliance.heard.value.watched == [[.eu: ["retail/kazzak"]]])
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

    @Test("a web page of somebody else cannot ask for a code in a browser at home")
    func foreignPage() async throws {
        let appliance = try await TestAppliance()
        let key = "Authorization: Bearer \(TestAppliance.ownerKey)"
        for page in ["https://evil.example", "null", "http://localhost.evil.example"] {
            for headers in [["Origin: \(page)"], [key, "Origin: \(page)"]] {
                let refused = await appliance.ask("POST", "/v1/pairing", headers: headers)
                #expect(refused?.status == 403 && refused?.json["code"] as? String == "not-at-home")
            }
        }
        #expect(appliance.heard.value.codes.isEmpty)
        #expect(
            await appliance.ask("POST", "/v1/pairing", headers: ["Origin: http://localhost"])?.status == 202
        )
    }

    @Test("devices are listed in pages, the box is told apart by a word, and who is gone is not there")
    func administers() async throws {
        let appliance = try await TestAppliance()
        await appliance.register(1)
        await appliance.register(2)
        #expect(await appliance.pair(1)?.status == 200)
        let first = try #require(await appliance.ask("GET", "/v1/admin/devices?limit=1", device: 1))
        #expect(first.json["total"] as? Int == 2)
        let next = try #require(first.json["next"] as? Int)
        let second = await appliance.ask("GET", "/v1/admin/devices?limit=1&after=\(next)", device: 1)
        #expect((second?.json["devices"] as? [[String: Any]])?.count == 1)
        #expect(await appliance.ask("POST", "/v1/admin/identify", device: 1)?.status == 204)
        #expect(appliance.heard.value.identified == 1)
        let other = TestAppliance.path(2).replacingOccurrences(of: "/v1/", with: "/v1/admin/")
        #expect(await appliance.ask("DELETE", other, device: 1, throughTunnel: true)?.status == 204)
        #expect(await appliance.ask("DELETE", other, device: 1)?.status == 404)
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
}
