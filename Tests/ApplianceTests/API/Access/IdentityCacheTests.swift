import Core
import Testing

@testable import Appliance
@testable import Serving

extension Caller {
    /// The ID of its credential.
    fileprivate var publicID: String? {
        switch self {
        case .device(let identity): identity.install
        case .install(let identity): identity.install
        case .stranger, .developer, .server, .owner: nil
        }
    }
}

@Suite("Identity cache")
struct IdentityCacheTests {
    private var cache = IdentityCache(most: 4, age: .seconds(900))

    private static func device(_ id: Int64, person: Int64 = 1) -> Caller {
        .device(
            DeviceIdentity(id: id, install: "\(id)", secretHash: [], person: person, isAdministrator: false)
        )
    }

    private static func hash(_ number: Int64) -> CredentialHash { CredentialHash(Array("\(number)".utf8)) }

    private mutating func keep(_ caller: Caller, _ number: Int64, at now: Duration = .zero) {
        cache.keep(caller, IdentityCacheTests.hash(number), since: cache.version, at: now)
    }

    private mutating func words(_ number: Int64, at now: Duration = .zero) -> String {
        switch cache.find(IdentityCacheTests.hash(number), at: now) {
        case .fresh(let caller): "fresh \(caller.kind) \(caller.publicID ?? "")"
        case .aged: "aged"
        case .unknown: "unknown"
        }
    }

    @Test("an identity counts for a quarter of an hour, then only for its pool")
    mutating func ages() {
        keep(IdentityCacheTests.device(1), 1)
        #expect(words(1, at: .seconds(899)) == "fresh device 1")
        #expect(words(1, at: .seconds(900)) == "aged")
        #expect(words(2) == "unknown")
        keep(IdentityCacheTests.device(1), 1, at: .seconds(900))
        #expect(words(1, at: .seconds(1_799)) == "fresh device 1")
    }

    @Test("however many come, no more than two generations are kept, and who asks stays")
    mutating func bounded() {
        keep(IdentityCacheTests.device(1), 1)
        for number in 2...1_000 {
            keep(IdentityCacheTests.device(Int64(number)), Int64(number))
            #expect(words(1) == "fresh device 1")
            #expect(cache.count <= 8)
        }
        #expect(words(2) == "unknown" && words(1_000) == "fresh device 1000")
    }

    private static let changes: [(IdentityChange, [Int64])] = [
        (.device(1), [2, 3, 4, 5, 6, 7]), (.person(1), [3, 4, 5]), (.person(9), [1, 2, 3, 4, 5, 6, 7]),
        (.install(1), [1, 2, 3, 5, 6, 7]), (.session(1), [1, 2, 3, 4, 6, 7]), (.everybody, []),
        (.game(1), [1, 2, 3, 5, 7]), (.game(2), [1, 2, 3, 4, 5, 6, 7]),
    ]

    @Test("a change drops those whom it concerns, and nobody else", arguments: changes)
    mutating func forgets(change: IdentityChange, left: [Int64]) {
        cache = IdentityCache(most: 8)
        keep(IdentityCacheTests.device(1), 1)
        keep(IdentityCacheTests.device(2), 2)
        keep(IdentityCacheTests.device(3, person: 2), 3)
        keep(.install(InstallIdentity(id: 1, install: "1", player: 1, key: 1)), 4)
        keep(.developer(SessionIdentity(id: 1, developer: 1)), 5)
        keep(.install(InstallIdentity(id: 2, install: "2", player: 1, person: 1, key: 1)), 6)
        keep(.developer(SessionIdentity(id: 2, developer: 2, person: 1)), 7)
        cache.forget(change)
        var known: [Int64] = []
        for number in 1...7 as ClosedRange<Int64> where words(number) != "unknown" { known.append(number) }
        #expect(known == left)
    }

    @Test("what was read before a change is not kept after it")
    mutating func race() {
        let version = cache.version
        cache.forget(.device(7))
        cache.keep(IdentityCacheTests.device(1), IdentityCacheTests.hash(1), since: version, at: .zero)
        #expect(words(1) == "unknown")
    }

    @Test("players of games do not drive phones out, and are forgotten as they are")
    func games() {
        let known = KnownIdentities(IdentityCache(most: 4))
        func isFresh(_ number: Int64) -> Bool {
            if case .fresh = known.find(IdentityCacheTests.hash(number), at: .zero) { true } else { false }
        }
        known.keep(IdentityCacheTests.device(1), IdentityCacheTests.hash(1), since: known.version, at: .zero)
        for number in Int64(2)...100 {
            let install = InstallIdentity(id: number, install: "\(number)", player: number, key: 1)
            known.keep(.install(install), IdentityCacheTests.hash(number), since: known.version, at: .zero)
        }
        #expect(isFresh(1) && isFresh(100) && !isFresh(2))
        let version = known.version
        known.forget(.install(100))
        #expect(isFresh(1) && !isFresh(100))
        let late = InstallIdentity(id: 101, install: "101", player: 1, key: 1)
        known.keep(.install(late), IdentityCacheTests.hash(101), since: version, at: .zero)
        #expect(!isFresh(101), "what was read before is not kept")
    }

    @Test("a credential is known byte by byte, with its form, and its hash is not its text")
    func hashes() throws {
        let text = PersonalFixture.credential(1)
        let one = try #require(Credential(text))
        let session = try #require(Credential("session.\(text)"))
        #expect(one.form == .client && session.form == .session)
        #expect(one.hash == Credential(text)?.hash)
        #expect(one.hash != session.hash)
        #expect(one.hash != Credential(PersonalFixture.credential(1, secret: "t"))?.hash)
        #expect(Credential("session.\(text).") == nil && Credential("owner.\(text)") == nil)
        #expect(!"\(one)".contains("sss"), "no secret in a log line")
    }
}
