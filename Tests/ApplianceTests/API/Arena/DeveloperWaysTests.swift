import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("Ways of developers into their accounts, and back")
struct DeveloperWaysTests {
    private static let owner = PersonalFixture.ownerKey

    private static func invite(_ fixture: DeveloperFixture, _ note: String = "") async throws -> [String: Any]
    {
        let answer = await fixture.ask("POST", "/admin/invitations", ["note": note], bearer: owner)
        #expect(answer?.status == 201)
        return try #require(answer?.json)
    }

    @Test("an invitation opens one account, in whatever letters it is typed, and may be taken back")
    func invitations() async throws {
        let fixture = try await DeveloperFixture(.invitation)
        let refusals = [await fixture.register(), await fixture.register("ola", ["invitation": "ABCD-EFGH"])]
        for refusal in refusals {
            #expect(refusal?.status == 403 && refusal?.problemCode == "invitation-invalid")
        }
        #expect(fixture.heard.made == 0)
        let made = try await Self.invite(fixture, "for Ola")
        let code = try #require(made["code"] as? String)
        let typed = code.lowercased().replacing("-", with: " ").replacing("0", with: "o")
        #expect(await fixture.register("ola", ["invitation": typed])?.status == 201)
        #expect(await fixture.register("jan", ["invitation": code])?.problemCode == "invitation-invalid")
        let second = try await Self.invite(fixture)
        let name = try #require((second["invitation"] as? [String: Any])?["invitation"] as? String)
        let list = await fixture.ask("GET", "/admin/invitations", bearer: Self.owner)
        let listed = try #require(list?.json["invitations"] as? [[String: Any]])
        #expect(listed.map { $0["note"] as? String } == [nil, "for Ola"])
        #expect(listed.map { $0["usedAt"] != nil } == [false, true])
        #expect(list?.text.contains(code) == false)
        let path = "/admin/invitations/\(name)"
        #expect(await fixture.ask("DELETE", path, bearer: Self.owner)?.status == 204)
        #expect(await fixture.ask("DELETE", path, bearer: Self.owner)?.status == 404)
        let late = await fixture.register("jan", ["invitation": second["code"] as? String ?? "?"])
        #expect(late?.problemCode == "invitation-invalid")
    }

    @Test("nobody but who administers invites, and an appliance that is closed takes nobody")
    func closed() async throws {
        let fixture = try await DeveloperFixture(.closed)
        for bearer in [PersonalFixture.credential(1), "session.\(PersonalFixture.credential(1))"] {
            #expect(await fixture.ask("POST", "/admin/invitations", [:], bearer: bearer)?.status == 401)
        }
        let code = try await Self.invite(fixture)["code"] as? String ?? "?"
        let refused = await fixture.register("ola", ["invitation": code])
        #expect(refused?.status == 403 && refused?.problemCode == "developers-closed")
        let long = ["note": String(repeating: "x", count: 101)]
        #expect(await fixture.ask("POST", "/admin/invitations", long, bearer: Self.owner)?.status == 400)
    }

    @Test(
        "a recovery code opens its own account once, ends all sessions, and is refused in the same words as none"
    )
    func code() async throws {
        let fixture = try await DeveloperFixture()
        let new = try #require(await fixture.register())
        let old = try #require(new.json["credential"] as? String)
        _ = try await fixture.registered("jan")
        let codes = try #require(new.json["codes"] as? [String])
        let wrong = try #require(await fixture.recover("ola@example.org", "AAAA-BBBB-CCCC-DDDD"))
        #expect(wrong.status == 403 && wrong.problemCode == "code-invalid")
        for (email, code) in [
            ("jan@example.org", codes[0]), ("nobody@example.org", codes[0]), ("ola@example.org", ""),
            ("ola@example.org", "12345678"), ("ola@example.org", String(repeating: "x", count: 100)),
        ] {
            #expect(await fixture.recover(email, code)?.text == wrong.text)
        }
        #expect(await fixture.me(old) == 200)
        let typed = codes[0].lowercased().replacing("-", with: "")
        let back = try #require(await fixture.recover("OLA@example.org", typed))
        #expect(
            back.status == 201 && (back.json["developer"] as? [String: Any])?["recoveryCodes"] as? Int == 7
        )
        #expect(await fixture.me(old) == 401)
        #expect(await fixture.me(back.json["credential"] as? String ?? "") == 200)
        #expect(await fixture.recover("ola@example.org", codes[0])?.text == wrong.text)
        #expect(await fixture.signIn("ola@example.org", "another horse")?.status == 201)
    }

    @Test("new codes take the place of the old ones, with the password alone")
    func codes() async throws {
        let fixture = try await DeveloperFixture()
        let new = try #require(await fixture.register())
        let bearer = try #require(new.json["credential"] as? String)
        let old = try #require((new.json["codes"] as? [String])?.first)
        let path = "/developers/me/recovery"
        #expect(await fixture.ask("POST", path, ["password": "wrong horse"], bearer: bearer)?.status == 403)
        let made = await fixture.ask("POST", path, ["password": DeveloperFixture.password], bearer: bearer)
        let codes = try #require(made?.json["codes"] as? [String])
        #expect(made?.status == 201 && Set(codes).count == 8)
        #expect(await fixture.recover("ola@example.org", old)?.status == 403)
        #expect(await fixture.recover("ola@example.org", codes[7])?.status == 201)
    }

    private static func show(
        _ fixture: DeveloperFixture,
        _ email: String = "ola@example.org",
        bearer: String? = nil,
        outside: String? = nil
    ) async -> RawClient.Answer? {
        let body = ["email": email, "by": "display"]
        return await fixture.ask("POST", "/developers/recovery", body, bearer: bearer, outside: outside)
    }

    @Test("the display shows eight digits to somebody at home, for an address that nobody has as well")
    func display() async throws {
        let fixture = try await DeveloperFixture()
        let old = try await fixture.registered()
        let outside = await Self.show(fixture, outside: "203.0.113.7")
        #expect(outside?.status == 403 && outside?.problemCode == "not-at-home" && fixture.heard.codes == [])
        let shown = try #require(await Self.show(fixture))
        #expect(
            shown.status == 202 && shown.json["code"] == nil && shown.json["shownOn"] as? String == "display"
        )
        let code = try #require(fixture.heard.codes.last)
        #expect(code.utf8.count == 8 && !shown.text.contains(code))
        // Said from anywhere: who can read it was there.
        let spoken = "\(code.prefix(4)) \(code.suffix(4))"
        let wrong = await fixture.recover("jan@example.org", spoken)
        #expect(wrong?.status == 403 && wrong?.problemCode == "code-invalid")
        let back = await fixture.recover("ola@example.org", spoken, outside: "203.0.113.7")
        #expect(back?.status == 201 && fixture.heard.isHidden)
        #expect(await fixture.me(old) == 401)
        for outside in ["203.0.113.7", nil] {
            #expect(await fixture.recover("ola@example.org", code, outside: outside)?.status == 403)
        }
        let nobody = try #require(await Self.show(fixture, "nobody@example.org"))
        #expect(nobody.text == shown.text)
        let right = try #require(fixture.heard.codes.last)
        #expect(await fixture.recover("nobody@example.org", right)?.text == wrong?.text)
    }

    @Test("five wrong tries from one place are all it has, and home has its own")
    func guessed() async throws {
        let fixture = try await DeveloperFixture()
        _ = try await fixture.registered()
        _ = await Self.show(fixture)
        let code = try #require(fixture.heard.codes.last)
        let other = code == "00000000" ? "11111111" : "00000000"
        for _ in 0..<5 {
            #expect(await fixture.recover("ola@example.org", other, outside: "203.0.113.7")?.status == 403)
        }
        #expect(await fixture.recover("ola@example.org", code, outside: "203.0.113.7")?.status == 403)
        #expect(await fixture.recover("ola@example.org", code)?.status == 201)
    }

    @Test("a code ends after ten minutes")
    func ends() async throws {
        let fixture = try await DeveloperFixture()
        _ = try await fixture.registered()
        _ = await Self.show(fixture)
        let code = try #require(fixture.heard.codes.last)
        fixture.wait(600)
        #expect(await fixture.recover("ola@example.org", code)?.status == 403)
    }

    @Test("the owner is given the code, and told when nobody has the address")
    func owner() async throws {
        let fixture = try await DeveloperFixture()
        _ = try await fixture.registered()
        #expect(await Self.show(fixture, "nobody@example.org", bearer: Self.owner)?.status == 404)
        #expect(fixture.heard.codes == [])
        let shown = try #require(await Self.show(fixture, bearer: Self.owner))
        let code = try #require(shown.json["code"] as? String)
        #expect(fixture.heard.codes == [code])
        #expect(await fixture.recover("ola@example.org", code, outside: "203.0.113.7")?.status == 201)
        for body in [["email": "ola@example.org", "by": "pigeon"], ["email": "x", "by": "display"], [:]] {
            let answer = await fixture.ask("POST", "/developers/recovery", body, bearer: Self.owner)
            #expect(answer?.status == 400)
        }
    }

    @Test(
        "an address, a network and all outside together have their tries, and those at home lose none by them"
    )
    func limits() async throws {
        let fixture = try await DeveloperFixture(limits: true)
        _ = try await fixture.registered()
        func statuses(_ count: Int, _ outside: String?) async -> [Int] {
            var found: [Int] = []
            for _ in 0..<count {
                let answer = await fixture.recover("ola@example.org", "AAAA-BBBB-CCCC-DDDD", outside: outside)
                found.append(answer?.status ?? 0)
            }
            return found
        }
        #expect(await statuses(6, "203.0.113.7") == [403, 403, 403, 403, 403, 429])
        #expect(await statuses(5, "203.0.113.8") == [403, 403, 403, 403, 403])
        #expect(await statuses(1, nil) == [403])
        var enrolled: [Int] = []
        for number in 0..<12 {
            enrolled.append(await fixture.register("x\(number)", outside: "203.0.113.7")?.status ?? 0)
        }
        #expect(enrolled == [Int](repeating: 201, count: 10) + [429, 429])
        #expect(await fixture.register("y")?.status == 201)
    }

    @Test("who finds the line of passwords full has tried nothing, at each of its ways in")
    func full() async throws {
        let fixture = try await DeveloperFixture(limits: true)
        let session = try await fixture.registered()
        func ways() async -> [RawClient.Answer?] {
            let change = ["password": "wrong horse", "newPassword": "another horse"]
            return [
                await fixture.signIn("ola@example.org", "wrong horse"),
                await fixture.recover("ola@example.org", "AAAA-BBBB-CCCC-DDDD"),
                await fixture.ask("PUT", "/developers/me/password", change, bearer: session),
                await fixture.ask("POST", "/developers/me/recovery", ["password": "wrong"], bearer: session),
            ]
        }
        let passwords = fixture.office.passwords
        for _ in 0..<PasswordDesk.most { try passwords.enter(PasswordDesk.Place(side: .home)) }
        for _ in 0..<12 {
            #expect(await ways().map { $0?.status } == [503, 503, 503, 503])
        }
        for _ in 0..<PasswordDesk.most { passwords.leave(PasswordDesk.Place(side: .home)) }
        let answers = await ways()
        #expect(answers.allSatisfy { [401, 403].contains($0?.status) }, "\(answers.map { $0?.status })")
        // And its place in the line is given back where it was one try too many.
        var statuses: [Int?] = []
        for _ in 0..<3 * PasswordDesk.most {
            statuses.append(await fixture.signIn("jan@example.org")?.status)
        }
        #expect(statuses.last == 429 && !statuses.contains(503))
    }
}
