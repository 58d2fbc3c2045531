import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What players say of themselves")
struct PlayerChangeTests {
    @Test(
        "a link is an address with https and a host, and nothing that is shown as something else",
        arguments: [
            ("https://example.org", true), ("https://example.org/~ola?a=b#c", true),
            ("https://xn--d1acpjx3f.xn--p1ai", true),
            ("", true), ("http://example.org", false), ("javascript:alert(1)", false), ("https://", false),
            ("https://localhost", false), ("https://a..b", false), ("https://ola@evil.example", false),
            ("https://example.org:8443/", false), ("https://example.org/\u{202E}gro", false),
            ("https://пример.рф", false),
            ("https://example.org/<b>", false), ("https://example.org/a b", false),
            ("https://example.org\n", false),
            ("HTTPS://example.org", false),
            ("https://example.org/" + String(repeating: "a", count: 181), false),
            ("https://example.org/" + String(repeating: "a", count: 180), true),
        ]
    )
    func links(text: String, isLink: Bool) {
        #expect((ShownLink(text) != nil) == isLink, "\(text)")
        if isLink { #expect(ShownLink(text)?.text == (text.isEmpty ? nil : text)) }
    }

    @Test(
        "an address is a plain one",
        arguments: [
            ("ola@example.org", true), ("o.l+a@mail.example.org", true), ("", true), ("ola", false),
            ("ola@", false),
            ("@example.org", false), ("ola@localhost", false), ("ola@example.org@x.org", false),
            ("o la@example.org", false),
            ("ola@exa mple.org", false), ("ola@-example.org", false), ("ola@example..org", false),
            ("żółw@example.org", false),
            ("ola@example.org\r\nBcc: x@y.org", false), ("\"ola\"@example.org", false),
            (String(repeating: "a", count: 65) + "@example.org", false),
            ("ola@" + String(repeating: "a", count: 247) + ".org", false),
        ]
    )
    func addresses(text: String, isAddress: Bool) {
        #expect((PlayerEmail(text) != nil) == isAddress, "\(text)")
    }

    @Test("what is absent stays, what is empty goes, and only the current version is replaced")
    func change() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let ola = try #require(try await arena.player(1, name: "Ola"))
        let now = ArenaFixture.noon
        var change = PlayerChange()
        change.link = ShownLink("https://example.org")
        change.email = PlayerEmail("ola@example.org")
        (change.wanted, change.unwanted) = (NewsKind.passed.bit, NewsKind.invited.bit)
        guard case .renamed(let whole) = try await arena.players.change(ola.id, change, version: 1, at: now)
        else {
            Issue.record("not changed")
            return
        }
        #expect(whole.name == "Ola" && whole.version == 2 && whole.link == "https://example.org")
        #expect(whole.email == "ola@example.org" && whole.notices == 63 + 64 - 1)
        #expect(try await arena.players.change(ola.id, change, version: 1, at: now) == .unchanged(whole))
        var other = PlayerChange(name: try PlayerName("Ala"))
        other.link = ShownLink("")
        #expect(try await arena.players.change(ola.id, other, version: 1, at: now) == .conflict(whole))
        guard case .renamed(let after) = try await arena.players.change(ola.id, other, version: 2, at: now)
        else {
            Issue.record("not changed")
            return
        }
        #expect(after.name == "Ala" && after.link == nil && after.email == "ola@example.org")
    }

    @Test("players with the same picture share it, and it goes with the last of them")
    func pictures() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let players = [
            try #require(try await arena.player(1)), try #require(try await arena.player(2)),
        ]
        let picture = HashedPicture(try Picture(PictureSamples.png), hash: [UInt8](repeating: 1, count: 32))
        let other = HashedPicture(try Picture(PictureSamples.jpeg), hash: [UInt8](repeating: 2, count: 32))
        for player in players {
            let after = try await arena.players.setPicture(picture, of: player.id, at: ArenaFixture.noon)
            #expect(after?.picture == picture.hash && after?.version == 2)
        }
        #expect(try await arena.players.picture(picture.hash)?.bytes == PictureSamples.png)
        _ = try await arena.players.setPicture(other, of: players[0].id, at: ArenaFixture.noon)
        #expect(try await arena.players.picture(picture.hash) != nil)
        try await arena.players.remove(players[1].id)
        #expect(try await arena.players.picture(picture.hash) == nil)
        #expect(try await arena.players.picture(other.hash)?.kind == .jpeg)
        let bare = try await arena.players.setPicture(nil, of: players[0].id, at: ArenaFixture.noon)
        #expect(bare?.picture == nil)
        #expect(try await arena.players.picture(other.hash) == nil)
    }
}
