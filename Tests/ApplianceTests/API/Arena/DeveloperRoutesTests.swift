import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("Accounts of developers over the API")
struct DeveloperRoutesTests {
    @Test("who registers is signed in; the address is found in any case, and each session is listed")
    func comesIn() async throws {
        let fixture = try await DeveloperFixture()
        let new = try #require(await fixture.register("ola", ["company": " Rzeka "]))
        #expect(new.status == 201 && (new.json["codes"] as? [String])?.count == 8)
        let first = try #require(new.json["credential"] as? String)
        let developer = try #require(new.json["developer"] as? [String: Any])
        #expect(
            developer["email"] as? String == "ola@example.org" && developer["company"] as? String == "Rzeka"
        )
        #expect(developer["recoveryCodes"] as? Int == 8 && developer["games"] as? Int == 0)
        let again = try #require(await fixture.signIn("OLA@Example.ORG"))
        #expect(again.status == 201 && again.json["codes"] == nil)
        let second = try #require(again.json["credential"] as? String)
        let list = try #require(await fixture.ask("GET", "/developers/sessions", bearer: second))
        let sessions = try #require(list.json["sessions"] as? [[String: Any]])
        #expect(sessions.map { $0["isCaller"] as? Bool } == [true, false])
        #expect(sessions.map { $0["name"] as? String } == ["laptop", nil])
        #expect(first.contains(sessions[1]["session"] as? String ?? "?"))
        #expect(await fixture.ask("DELETE", "/developers/sessions", bearer: second)?.status == 204)
        #expect(await fixture.me(first) == 401)
        #expect(await fixture.me(second) == 200)
        let own = sessions[0]["session"] as? String ?? "?"
        #expect(await fixture.ask("DELETE", "/developers/sessions/\(own)", bearer: second)?.status == 204)
        #expect(await fixture.me(second) == 401)
    }

    @Test("a wrong password and an address that nobody has are one answer, after the same work")
    func unknown() async throws {
        let fixture = try await DeveloperFixture()
        _ = try await fixture.registered()
        let wrong = try #require(await fixture.signIn("ola@example.org", "wrong horse"))
        let nobody = try #require(await fixture.signIn("jan@example.org", "wrong horse"))
        #expect(wrong.status == 401 && wrong.problemCode == "sign-in-wrong" && wrong.text == nobody.text)
        let hash = DeveloperFixture.hash(DeveloperFixture.password)
        #expect(fixture.heard.checked == [hash, nil])
        // What cannot be an address or a password is the same answer, and costs nothing.
        for (email, password) in [("jan", "x"), ("ola@example.org", String(repeating: "x", count: 501))] {
            #expect(await fixture.signIn(email, password)?.text == wrong.text)
        }
        #expect(fixture.heard.checked.count == 2)
    }

    @Test("wrong passwords lock the network that they come from, for anybody's address, and nobody at home")
    func locked() async throws {
        let fixture = try await DeveloperFixture()
        _ = try await fixture.registered()
        for email in ["ola@example.org", "jan@example.org"] {
            for _ in 0..<5 {
                #expect(await fixture.signIn(email, "wrong horse", outside: "203.0.113.7")?.status == 401)
            }
        }
        let made = fixture.heard.checked.count
        let waits = try #require(await fixture.signIn("ola@example.org", outside: "203.0.113.99"))
        let nobody = try #require(await fixture.signIn("jan@example.org", outside: "203.0.113.7"))
        #expect(waits.status == 429 && waits.problemCode == "sign-in-locked" && waits.text == nobody.text)
        #expect(waits.headers["retry-after"] == "60")
        #expect(fixture.heard.checked.count == made)
        #expect(await fixture.signIn("ola@example.org", outside: "198.51.100.7")?.status == 201)
        #expect(await fixture.signIn()?.status == 201)
        fixture.wait(60)
        #expect(await fixture.signIn("ola@example.org", outside: "203.0.113.7")?.status == 201)
        // The right one forgets the wrong ones.
        #expect(await fixture.signIn("ola@example.org", "wrong horse", outside: "203.0.113.7")?.status == 401)
    }

    @Test(
        "another password ends every session at once, with the one that changed it; its answer begins another"
    )
    func password() async throws {
        let fixture = try await DeveloperFixture()
        let first = try await fixture.registered()
        let second = try #require(await fixture.signIn()?.json["credential"] as? String)
        #expect(await fixture.me(first) == 200)
        let path = "/developers/me/password"
        let wrong = await fixture.ask(
            "PUT",
            path,
            ["password": "wrong horse", "newPassword": "another horse"],
            bearer: second
        )
        #expect(wrong?.status == 403 && wrong?.problemCode == "password-wrong")
        #expect(await fixture.me(first) == 200)
        let changed = await fixture.ask(
            "PUT",
            path,
            ["password": DeveloperFixture.password, "newPassword": "another horse"],
            bearer: second
        )
        #expect(changed?.status == 201)
        for old in [first, second] { #expect(await fixture.me(old) == 401) }
        #expect(await fixture.me(changed?.json["credential"] as? String ?? "") == 200)
        #expect(await fixture.signIn()?.status == 401)
        #expect(await fixture.signIn("ola@example.org", "another horse")?.status == 201)
    }

    @Test("forged sessions, those of others, and credentials of phones are refused")
    func forged() async throws {
        let fixture = try await DeveloperFixture()
        let own = try await fixture.registered()
        let other = try await fixture.registered("jan")
        let parts = own.split(separator: ".").map(String.init)
        let session = other.split(separator: ".").map(String.init)[1]
        let forged = [
            "\(parts[0]).\(parts[1]).\(String(repeating: "A", count: 43))",
            "\(parts[0]).\(String(repeating: "A", count: 22)).\(parts[2])", "\(parts[1]).\(parts[2])",
            "session.\(session).\(parts[2])", "session.x.y", "", PersonalFixture.ownerKey,
            PersonalFixture.credential(1), own + "x", own.uppercased(),
        ]
        for bearer in forged { #expect(await fixture.me(bearer) == 401, "\(bearer)") }
        // Nobody ends somebody else's.
        let path = "/developers/sessions/\(session)"
        #expect(await fixture.ask("DELETE", path, bearer: own)?.status == 404)
        #expect(await fixture.me(other) == 200)
        #expect(await fixture.me(own) == 200)
    }

    @Test("a session ends when it was not used for thirty days, and each day's use makes it longer")
    func ages() async throws {
        let fixture = try await DeveloperFixture()
        let bearer = try await fixture.registered()
        for _ in 0..<5 {
            fixture.wait(29 * 86_400)
            // The gate's own memory of callers is of monotonic time, which stands here: the store is asked anew.
            fixture.arena.identities(.everybody)
            #expect(await fixture.me(bearer) == 200)
        }
        fixture.wait(30 * 86_400)
        fixture.arena.identities(.everybody)
        #expect(await fixture.me(bearer) == 401)
    }

    @Test("names change by their version, another address by the password alone")
    func changes() async throws {
        let fixture = try await DeveloperFixture()
        let bearer = try await fixture.registered()
        _ = try await fixture.registered("jan")
        func change(_ body: [String: Any]) async -> RawClient.Answer? {
            await fixture.ask("PUT", "/developers/me", body, bearer: bearer)
        }
        let named = await change(["version": 1, "firstName": "Żółć", "company": "Rzeka"])
        #expect(named?.status == 200 && named?.json["version"] as? Int == 2)
        #expect(named?.json["lastName"] as? String == "Nowak")
        let stale = await change(["version": 1, "firstName": "Eva"])
        #expect(stale?.status == 409 && (stale?.json["current"] as? [String: Any])?["version"] as? Int == 2)
        let bare = await change(["version": 2, "email": "eva@example.org"])
        #expect(bare?.status == 403 && bare?.problemCode == "password-wrong")
        let taken = await change(
            ["version": 2, "email": "Jan@example.org", "password": DeveloperFixture.password]
        )
        #expect(taken?.status == 409 && taken?.problemCode == "email-taken")
        let moved = await change(
            ["version": 2, "email": "Eva@example.org", "password": DeveloperFixture.password, "company": ""]
        )
        #expect(moved?.status == 200 && moved?.json["company"] == nil)
        #expect(await fixture.signIn()?.status == 401)
        #expect(await fixture.signIn("eva@example.org")?.status == 201)
    }

    @Test("who goes says the password, and is nobody from then on")
    func goes() async throws {
        let fixture = try await DeveloperFixture()
        let bearer = try await fixture.registered()
        func go(_ password: String, _ games: String) async -> RawClient.Answer? {
            await fixture.ask(
                "DELETE",
                "/developers/me",
                ["password": password, "games": games],
                bearer: bearer
            )
        }
        #expect(await go("wrong horse", "close")?.problemCode == "password-wrong")
        #expect(await go(DeveloperFixture.password, "burn")?.status == 400)
        #expect(await fixture.me(bearer) == 200)
        #expect(await go(DeveloperFixture.password, "owner")?.status == 204)
        #expect(await fixture.me(bearer) == 401)
        #expect(await fixture.signIn()?.status == 401)
        #expect(await fixture.register()?.status == 201)
    }

    static let refused: [(more: [String: String], word: String)] = [
        (["email": "ola"], "email"), (["email": ""], "email"), (["email": "a@b@c.org"], "email"),
        (["email": String(repeating: "x", count: 250) + "@example.org"], "email"),
        (["password": "1234567"], "shorter"), (["password": String(repeating: "x", count: 129)], "longer"),
        (["password": "OLA@example.org"], "address"), (["password": "horse\nhorse"], "typed"),
        (["firstName": ""], "firstName"), (["firstName": String(repeating: "x", count: 200)], "firstName"),
        (["lastName": "x\u{202E}y"], "lastName"), (["company": String(repeating: "ł", count: 51)], "company"),
    ]

    @Test("what makes no sense is refused in words, and nothing is stored or hashed", arguments: refused)
    func nonsense(more: [String: String], word: String) async throws {
        let fixture = try await DeveloperFixture()
        let answer = await fixture.register("ola", more)
        #expect(answer?.status == 400 && answer?.text.contains(word) == true, "\(answer?.text ?? "?")")
        #expect(fixture.heard.made == 0)
        let count = try await fixture.file.read("count") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM developers") { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect(count == 0)
    }

    @Test("nothing secret, and no address, is told to the log")
    func silent() async throws {
        let fixture = try await DeveloperFixture()
        let new = try #require(await fixture.register())
        _ = await fixture.signIn()
        let code = try #require((new.json["codes"] as? [String])?.first)
        let back = try #require(await fixture.recover("ola@example.org", code))
        let lines = fixture.heard.lines
        #expect(lines.count == 3 && lines.last?.contains("recovery code") == true)
        let secrets = [
            "ola@", DeveloperFixture.password, "another horse", code, new.json["credential"] as? String,
            back.json["credential"] as? String,
        ].compactMap { $0 }
        for line in lines {
            for secret in secrets { #expect(!line.contains(secret)) }
        }
        for answer in [new, back] { #expect(answer.headers["cache-control"] == "no-store") }
    }
}
