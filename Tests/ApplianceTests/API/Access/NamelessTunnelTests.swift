import Core
import Testing

@testable import Appliance
@testable import Serving

@Suite("Games behind a tunnel that says nobody's address")
struct NamelessTunnelTests {
    private static let outside = ClientRule().client(
        RequestOrigin(peer: ClientAddress(ipv4: 0x7F00_0001), isTunnel: true)
    )
    private static let home = ClientRule().client(
        RequestOrigin(peer: ClientAddress(ipv4: 0x7F00_0001), isTunnel: false)
    )

    private static func gate(_ table: AccessLimits.Table) -> Gate {
        Gate(limits: AccessLimits(table), now: { .seconds(1) })
    }

    private static func player(_ number: Int64) -> Caller {
        .install(InstallIdentity(id: number, install: "", player: number, key: 7))
    }

    /// How many are let in before one is refused.
    private static func granted(of most: Int, _ work: (Int64) throws -> Void) -> Int {
        for number in 0..<most {
            do { try work(Int64(number)) } catch { return number }
        }
        return most
    }

    @Test("its address is nobody's network")
    func nameless() {
        #expect(!Self.outside.isLocal && Self.outside.address.network == nil)
        #expect(Self.home.isLocal)
    }

    @Test("who plays behind it takes from the part of its game that is for outside")
    func requests() {
        let gate = Self.gate([.keyOutside: [.request: .aMinute(3)], .key: [.request: .aMinute(5)]])
        let outside = Self.granted(of: 10) { number in
            try gate.countRequest(of: Self.player(number), from: Self.outside)
        }
        #expect(outside == 3)
        let home = Self.granted(of: 10) { number in
            try gate.countRequest(of: Self.player(number), from: Self.home)
        }
        #expect(home == 2, "the rest of the game's is for those at home")
    }

    @Test("new installations behind it are counted together and by game, those at home by game alone")
    func installations() throws {
        let gate = Self.gate([
            .outside: [.installation: .anHour(4)], .network: [.installation: .anHour(2)],
            .keyOutside: [.registration: .anHour(7)], .key: [.registration: .anHour(10)],
        ])
        let named = ClientRule().client(
            RequestOrigin(peer: ClientAddress(ipv4: 0x7F00_0001), isTunnel: true, forwarded: ["203.0.113.7"])
        )
        let other = ClientRule().client(
            RequestOrigin(peer: ClientAddress(ipv4: 0x7F00_0001), isTunnel: true, forwarded: ["198.51.100.7"])
        )
        func newcomers(_ client: Client) -> Int {
            Self.granted(of: 10) { _ in try gate.countInstallation(of: 1, from: client) }
        }
        #expect(newcomers(Self.outside) == 4)
        #expect(newcomers(named) == 2, "by its network")
        #expect(newcomers(other) == 1, "by the game")
        #expect(newcomers(Self.home) == 3)
    }

    @Test("who plays behind a flooded address has some to spare, and not where nothing is said of that")
    func spare() throws {
        let named = ClientRule().client(
            RequestOrigin(peer: ClientAddress(ipv4: 0x7F00_0001), isTunnel: true, forwarded: ["203.0.113.7"])
        )
        for (spare, left) in [(Optional(3), 3), (nil, 0)] {
            var own: [AccessLimits.Action: RateLimit] = [.request: .aMinute(20)]
            if let spare { own[.spareRequest] = .aMinute(spare) }
            let table: AccessLimits.Table = [
                .install: own, .network: [.request: .aMinute(12)], .keyOutside: [.request: .aMinute(100)],
            ]
            let gate = Self.gate(table)
            let flood = Self.granted(of: 40) { _ in try gate.countRequest(of: Self.player(1), from: named) }
            #expect(flood == 12 + left)
            let honest = Self.granted(of: 40) { _ in try gate.countRequest(of: Self.player(2), from: named) }
            #expect(honest == left)
        }
    }

    @Test("results are counted one by one from outside, and at home not at all")
    func results() throws {
        let gate = Self.gate([
            .install: [.result: .anHour(100)], .keyOutside: [.result: .anHour(170)],
        ])
        func batches(_ player: Int64, _ client: Client) -> Int {
            Self.granted(of: 10) { _ in try gate.countResults(50, of: Self.player(player), from: client) }
        }
        #expect(batches(1, Self.outside) == 2)
        #expect(batches(2, Self.outside) == 1, "twenty are left of the game's, which is less than fifty")
        #expect(batches(1, Self.home) == 10)
        #expect(throws: Never.self) { try gate.countResults(20, of: Self.player(3), from: Self.outside) }
    }
}
