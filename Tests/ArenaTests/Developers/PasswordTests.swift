import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What may be a password, an address, a name of a developer")
struct PasswordTests {
    private static func refusal(_ text: String) throws -> Password.Refusal? {
        let address = try #require(DeveloperAddress("ola@example.org"))
        do throws(Password.Refusal) {
            _ = try Password(new: text, of: address)
            return nil
        } catch {
            return error
        }
    }

    static let texts: [(String, Password.Refusal?)] = [
        ("1234567", .tooShort), ("12345678", nil), (String(repeating: "x", count: 128), nil),
        (String(repeating: "x", count: 129), .tooLong), ("", .tooShort),
        // Letters of two and four bytes: characters are counted, and bytes as well.
        (String(repeating: "ł", count: 8), nil), (String(repeating: "ł", count: 7), .tooShort),
        (String(repeating: "🎮", count: 125), nil), (String(repeating: "🎮", count: 126), .tooLong),
        (String(repeating: "x", count: 100_000), .tooLong),
        ("e" + String(repeating: "\u{301}", count: 300), .tooLong),
        ("pass\nword", .control), ("password\u{0}", .control), ("a b c d e", nil),
        ("OLA@example.ORG", .isAddress),
    ]

    @Test("it is 8 to 128 characters, and no more bytes than are hashed", arguments: texts)
    func lengths(text: String, refusal: Password.Refusal?) throws {
        #expect(try Self.refusal(text) == refusal)
    }

    @Test("the same letters are the same password, however the keyboard writes them; and none is printed")
    func composed() throws {
        let one = try #require(Password(said: "Z\u{307}o\u{301}łć-2026"))
        let other = try #require(Password(said: "\u{17B}\u{F3}łć-2026"))
        #expect(one.exposed.utf8.elementsEqual(other.exposed.utf8))
        #expect(
            "\(one)" == "•••" && String(reflecting: one) == "•••" && Mirror(reflecting: one).children.isEmpty
        )
        #expect(Password(said: String(repeating: "x", count: 501)) == nil)
        #expect(Password(said: "x\u{0}y") == nil && Password(said: "short")?.exposed == "short")
    }

    static let addresses: [(String, String?)] = [
        ("Ola@Example.ORG", "ola@example.org"), ("ola+games@a.b", "ola+games@a.b"), ("ola", nil), ("", nil),
        ("ola@example", nil), ("ola@@example.org", nil), ("ola@exa mple.org", nil), ("öla@example.org", nil),
        ("ola@example.org\r\nBcc: x@example.org", nil),
    ]

    @Test("an address is compared without its capitals, and shown as it was typed", arguments: addresses)
    func address(text: String, folded: String?) {
        #expect(DeveloperAddress(text)?.folded == folded)
        if folded != nil { #expect(DeveloperAddress(text)?.text == text) }
    }

    @Test("names have a hundred bytes and nothing invisible; an empty company is none")
    func names() throws {
        let profile = try DeveloperProfile(firstName: " Ola ", lastName: "Żółć", company: "")
        #expect(profile.firstName == "Ola" && profile.company == nil)
        let long = String(repeating: "x", count: 100)
        #expect(try DeveloperProfile(firstName: long, lastName: long, company: long).company == long)
        let wrong: [(String, String, String?)] = [
            (String(repeating: "x", count: 200), "y", nil), ("", "y", nil), ("x", "  ", nil),
            ("x", "y", String(repeating: "ł", count: 51)), ("x\u{202E}", "y", nil), ("x", "y\u{7}", nil),
        ]
        for (first, last, company) in wrong {
            #expect(throws: ArenaText.Refusal.self) {
                try DeveloperProfile(firstName: first, lastName: last, company: company)
            }
        }
    }

    @Test("a session ends thirty days after its last use and half a year after its beginning")
    func sessions() {
        let noon = UnixTime(seconds: 1_795_348_800)
        let (idle, longest) = (SessionLife.idle, SessionLife.longest)
        #expect(SessionLife.end(since: noon, seen: noon) == noon.advanced(by: idle))
        let late = noon.advanced(by: longest - 5)
        #expect(SessionLife.end(since: noon, seen: late) == noon.advanced(by: longest))
        #expect(!SessionLife.isOver(since: noon, seen: noon, at: noon.advanced(by: idle - 1)))
        #expect(SessionLife.isOver(since: noon, seen: noon, at: noon.advanced(by: idle)))
        #expect(!SessionLife.isOver(since: noon, seen: noon, at: nil))
        #expect(!SessionLife.isOver(since: noon, seen: noon, at: noon.advanced(by: -idle)))
    }

    @Test("an invitation is for one use and a week")
    func invitations() {
        let noon = UnixTime(seconds: 1_795_348_800)
        let end = noon.advanced(by: ArenaRules.invitationLife)
        let waiting = Invitation(code: "x", note: nil, since: noon, expiresAt: end, usedAt: nil)
        #expect(
            waiting.isOpen(at: noon) && waiting.isOpen(at: end.advanced(by: -1)) && !waiting.isOpen(at: end)
        )
        #expect(!Invitation(code: "x", note: nil, since: noon, expiresAt: end, usedAt: noon).isOpen(at: noon))
    }
}
