import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Letters that wait")
struct LetterStoreTests {
    private static let noon = DeveloperFixture.noon
    private static let code = [UInt8](repeating: 7, count: 32)

    private let fixture: DeveloperFixture
    private let letters: LetterStore

    init() async throws {
        fixture = try await DeveloperFixture()
        letters = LetterStore(database: fixture.arena.database)
    }

    private func next(at seconds: Int64 = 0, most: Int = 60, owner: String? = nil) async throws
        -> LetterStore.Next
    {
        let terms = LetterStore.Terms(most: most, owner: owner, confirmation: Self.code)
        return try await letters.lease(terms, at: Self.noon.advanced(by: seconds))
    }

    private func letter(at seconds: Int64 = 0, most: Int = 60) async throws -> LeasedLetter? {
        guard case .letter(let letter) = try await next(at: seconds, most: most) else { return nil }
        return letter
    }

    /// A developer whose address is confirmed.
    private func confirmed(_ name: String = "ola", _ number: Int = 1) async throws -> Developer {
        let developer = try await fixture.developer(name, number)
        try await letters.askForConfirmation(of: developer.id, language: nil, at: Self.noon)
        let leased = try #require(try await letter())
        try await letters.settle(leased, .accepted, at: Self.noon)
        return try #require(try await fixture.developers.confirm(developer.id, by: Self.code, at: Self.noon))
    }

    private func ask(_ name: String, at seconds: Int64 = 0) async throws {
        let now = Self.noon.advanced(by: seconds)
        try await letters.askForCode(try DeveloperFixture.address(name), language: "pl", at: now)
    }

    @Test("an address is confirmed by the newest code, once, for a day, and another address is none")
    func confirms() async throws {
        let developer = try await fixture.developer("ola", 1)
        #expect(!developer.isConfirmed)
        try await letters.askForConfirmation(of: developer.id, language: "pl", at: Self.noon)
        let leased = try #require(try await letter())
        #expect(
            leased.kind == .confirmation && leased.recipient == "ola@example.org" && leased.language == "pl"
        )
        let late = Self.noon.advanced(by: 86_400)
        #expect(try await fixture.developers.confirm(developer.id, by: Self.code, at: late) == nil)
        let other = [UInt8](repeating: 8, count: 32)
        #expect(try await fixture.developers.confirm(developer.id, by: other, at: Self.noon) == nil)
        let done = try await fixture.developers.confirm(developer.id, by: Self.code, at: Self.noon)
        #expect(done?.isConfirmed == true && done?.version == 2)
        #expect(try await fixture.developers.confirm(developer.id, by: Self.code, at: Self.noon) == nil)
        for (name, isConfirmed) in [("OLA", true), ("jan", false)] {
            let version = try #require(try await fixture.developers.developer(developer.id)).version
            let change = DeveloperStore.Change(profile: nil, address: try DeveloperFixture.address(name))
            let changed = try await fixture.developers.change(
                developer.id,
                change,
                version: version,
                at: Self.noon
            )
            guard case .changed(let now) = changed else {
                Issue.record("not changed: \(changed)")
                return
            }
            #expect(now.isConfirmed == isConfirmed)
        }
    }

    @Test("a code leaves for a confirmed address alone, and as much is written for any other")
    func asks() async throws {
        _ = try await confirmed()
        _ = try await fixture.developer("jan", 2)
        for name in ["ola", "jan", "nobody"] { try await ask(name) }
        #expect(try await letters.waiting() == 3)
        let leased = try #require(try await letter())
        #expect(leased.kind == .recovery && leased.recipient == "ola@example.org" && leased.language == "pl")
        #expect(try await next() == .nothing)
        #expect(try await letters.waiting() == 1)
    }

    @Test("who asks again while a letter waits gets one; more than three an hour are dropped")
    func bounded() async throws {
        _ = try await confirmed()
        var sent = 0
        for _ in 0..<5 {
            for _ in 0..<3 { try await ask("ola") }
            while let leased = try await letter() {
                try await letters.settle(leased, .accepted, at: Self.noon)
                sent += 1
            }
        }
        #expect(sent == 3)
        #expect(try await letters.waiting() == 0)
        try await ask("ola", at: 3_600)
        #expect(try await letter(at: 3_600) != nil)
    }

    @Test("what is in hand is nobody else's, and stays so until it is settled or the next start drops it")
    func leased() async throws {
        _ = try await confirmed()
        try await ask("ola")
        let leased = try #require(try await letter())
        #expect(try await next(at: 500) == .nothing)
        #expect(try await letters.dropHandedOver() == 1)
        #expect(try await next(at: 500) == .nothing)
        // Too late: it is gone, and comes back by nothing.
        try await letters.settle(leased, .later, at: Self.noon)
        #expect(try await letters.waiting() == 0)
    }

    @Test(
        "what surely did not arrive waits longer each time, counts for nobody, and is dropped when it is too old"
    )
    func later() async throws {
        _ = try await confirmed()
        try await ask("ola")
        var (at, pauses): (Int64, [Int64]) = (0, [])
        while let leased = try await letter(at: at) {
            try await letters.settle(leased, .later, at: Self.noon.advanced(by: at))
            guard case .wait(let pause) = try await next(at: at) else { break }
            pauses.append(pause)
            at += pause
        }
        #expect(pauses == [5, 10, 20, 40, 80, 160, 320, 600])
        #expect(try await letters.waiting() == 0)
    }

    @Test("one that is put back while another one waits for the same is that other one")
    func putBack() async throws {
        _ = try await confirmed()
        try await ask("ola")
        let leased = try #require(try await letter())
        try await ask("ola")
        #expect(try await letters.waiting() == 2)
        try await letters.settle(leased, .later, at: Self.noon)
        #expect(try await letters.waiting() == 1)
    }

    @Test("confirmations take half of an hour's letters, and whoever lost a password still gets one")
    func shares() async throws {
        _ = try await confirmed()
        for number in 2...6 {
            let developer = try await fixture.developer("x\(number)", number)
            try await letters.askForConfirmation(of: developer.id, language: nil, at: Self.noon)
        }
        var kinds: [LetterKind] = []
        while let leased = try await letter(most: 6) {
            try await letters.settle(leased, .accepted, at: Self.noon)
            kinds.append(leased.kind)
        }
        #expect(kinds == [.confirmation, .confirmation])
        try await ask("ola")
        #expect(try await letter(most: 6)?.kind == .recovery)
    }

    @Test("nothing of whoever goes waits any more")
    func gone() async throws {
        let developer = try await confirmed()
        try await ask("ola")
        let account = try #require(try await fixture.developers.account(developer.id))
        _ = try await fixture.developers.remove(account, games: .close, at: Self.noon) { _ in }
        #expect(try await letters.waiting() == 0)
    }
}

@Suite("Codes that went by mail")
struct MailCodesTests {
    private func guesser(_ address: String) -> PresenceGuesser {
        PresenceGuesser(device: nil, address: address, isHome: false)
    }

    @Test("a code opens its own account, for half an hour, until it is spent or another one leaves")
    func opens() throws {
        let (ola, jan) = (try DeveloperFixture.address("ola"), try DeveloperFixture.address("jan"))
        var codes = MailCodes()
        codes.issue("12345678", to: 1, ola, at: .zero)
        codes.issue("87654321", to: 2, jan, at: .zero)
        let me = guesser("203.0.113.7")
        #expect(codes.developer("87654321", ola, me, at: .seconds(1)) == nil)
        #expect(codes.developer("12345678", ola, me, at: .seconds(1)) == 1)
        #expect(codes.developer("12345678", ola, me, at: .seconds(2)) == 1)
        codes.spent(ola)
        #expect(codes.developer("12345678", ola, me, at: .seconds(3)) == nil)
        codes.issue("11112222", to: 2, jan, at: .seconds(10))
        #expect(codes.developer("87654321", jan, me, at: .seconds(11)) == nil)
        #expect(codes.developer("11112222", jan, me, at: .seconds(1_810)) == nil)
    }

    @Test("five wrong ones are all that one place may try")
    func guessed() throws {
        let ola = try DeveloperFixture.address("ola")
        var codes = MailCodes()
        codes.issue("12345678", to: 1, ola, at: .zero)
        for _ in 0..<5 { #expect(codes.developer("00000000", ola, guesser("a"), at: .zero) == nil) }
        #expect(codes.developer("12345678", ola, guesser("a"), at: .zero) == nil)
        #expect(codes.developer("12345678", ola, guesser("b"), at: .zero) == 1)
    }
}
