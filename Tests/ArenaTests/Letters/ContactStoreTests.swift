import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Messages to the owner")
struct ContactStoreTests {
    private static let noon = ArenaFixture.noon

    private let contact: ContactStore
    private let letters: LetterStore

    init() async throws {
        let arena = try await ArenaFixture()
        contact = ContactStore(database: arena.database)
        letters = LetterStore(database: arena.database)
    }

    private func keep(_ text: String, isHome: Bool = false, isPassedOn: Bool = false) async throws -> Int64? {
        let new = try NewContactMessage(name: "Ola", address: "ola@example.org", text: text)
        return try await contact.keep(new, isHome: isHome, isPassedOn: isPassedOn, at: Self.noon)
    }

    @Test("strangers fill their own places, push nothing out, and take none of home's")
    func full() async throws {
        for number in 0..<ContactRules.mostUnreadOutside { #expect(try await keep("\(number)") != nil) }
        #expect(try await keep("one too many") == nil)
        #expect(try await keep("from home", isHome: true) != nil)
        var (before, texts): (Int64?, [String]) = (nil, [])
        while true {
            let page = try await contact.page(before: before)
            texts += page.messages.map(\.text)
            before = page.messages.last?.id
            guard page.hasMore else { break }
        }
        #expect(texts == ["from home"] + (0..<ContactRules.mostUnreadOutside).reversed().map { "\($0)" })
        let oldest = try #require(before)
        #expect(try await contact.mark(oldest, isRead: true, at: Self.noon)?.isRead == true)
        #expect(try await keep("now") != nil)
    }

    @Test("of those that were read the newest stay, and what nobody read stays whatever is read")
    func swept() async throws {
        let first = try #require(try await keep("first"))
        for _ in 0..<ContactRules.mostRead + 3 {
            let id = try #require(try await keep("x"))
            _ = try await contact.mark(id, isRead: true, at: Self.noon)
        }
        #expect(try await contact.mark(first, isRead: false, at: Self.noon)?.text == "first")
        #expect(try await contact.mark(first + 1, isRead: true, at: Self.noon) == nil)
        #expect(try await contact.page(before: nil).unread == 1)
    }

    @Test("one that is passed on waits for its letter, and goes with it when it is deleted")
    func passedOn() async throws {
        let id = try #require(try await keep("hello", isPassedOn: true))
        let terms = LetterStore.Terms(most: 60, owner: "owner@example.net", confirmation: [])
        guard case .letter(let leased) = try await letters.lease(terms, at: Self.noon) else {
            Issue.record("no letter")
            return
        }
        #expect(leased.kind == .contact && leased.recipient == "owner@example.net")
        #expect(leased.message?.text == "hello")
        try await letters.settle(leased, .later, at: Self.noon)
        #expect(try await contact.remove(id))
        #expect(try await contact.remove(id) == false)
        #expect(try await letters.lease(terms, at: Self.noon.advanced(by: 60)) == .nothing)
    }

    @Test("lines of forms are lines, and what nobody sees is refused")
    func words() throws {
        let message = try NewContactMessage(name: " Ola ", address: "ola@example.org", text: "a\r\nb\n")
        #expect(message.name == "Ola" && message.text == "a\nb")
        for (name, address, text) in [
            ("a\nb", "ola@example.org", "x"), ("Ola", "ola@example.org\n", "x"), ("Ola", "", "x"),
            ("Ola", "ola@example.org", "\u{202E}x"), ("Ola", "ola@example.org", "a\rb"),
            ("Ola", "ola@example.org", String(repeating: "ł", count: 2_001)),
        ] {
            #expect(throws: ArenaText.Refusal.self) {
                try NewContactMessage(name: name, address: address, text: text)
            }
        }
    }
}
