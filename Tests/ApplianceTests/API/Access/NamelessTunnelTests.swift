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

    @Test("new installations behind it are counted together, and those at home are not")
    func installations() throws {
        let gate = Self.gate([.outside: [.installation: .anHour(4)], .network: [.installation: .anHour(2)]])
        #expect(Self.granted(of: 10) { _ in try gate.countInstallation(from: Self.outside) } == 4)
        #expect(Self.granted(of: 10) { _ in try gate.countInstallation(from: Self.home) } == 10)
        let named = ClientRule().client(
            RequestOrigin(peer: ClientAddress(ipv4: 0x7F00_0001), isTunnel: true, forwarded: ["203.0.113.7"])
        )
        #expect(Self.granted(of: 10) { _ in try gate.countInstallation(from: named) } == 2, "by its network")
        let table = AccessLimits.table(registrationsPerHour: 20, requestsPerMinute: 120)
        #expect(table[.outside]?[.installation] == .anHour(600))
    }
}
