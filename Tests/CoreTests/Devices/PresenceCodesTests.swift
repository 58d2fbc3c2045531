import Core
import Testing

private let minute = Duration.seconds(60)

private typealias Codes = PresenceCodes<String>

private func home(_ device: Int64?, _ address: String = "192.168.1.9") -> PresenceGuesser {
    PresenceGuesser(device: device, address: address, isHome: true)
}

@Suite("Codes that prove presence, for named subjects")
struct PresenceCodesTests {
    private var codes = Codes(.reset)

    @Test("a reset has eight digits, pairing six")
    func digits() {
        #expect(PresenceRules.reset.digits == 8 && PresenceRules.pairing.digits == 6)
        #expect(PairingState.rules == .pairing)
    }

    @Test("a code opens what it was asked for, and nothing else")
    mutating func subjects() {
        let shown = codes.handle(.ask("ann", .network, fresh: "11111111"), at: .zero)
        #expect(shown == [.show("ann", code: "11111111", for: minute * 10)])
        #expect(codes.handle(.redeem("bob", code: "11111111", home(1)), at: minute) == [.noCode])
        let proven = codes.handle(.redeem("ann", code: "11111111", home(1)), at: minute)
        #expect(proven == [.hide, .prove("ann", home(1))])
        #expect(codes.handle(.redeem("bob", code: "11111111", home(1)), at: minute) == [.noCode])
        let again = codes.handle(.redeem("ann", code: "11111111", home(1)), at: minute)
        #expect(again == [.confirm("ann", home(1))], "the answer may have been lost")
        #expect(codes.handle(.revoked, at: minute) == [])
        #expect(codes.handle(.redeem("ann", code: "11111111", home(1)), at: minute) == [.noCode])
    }

    @Test("while a code is shown for one, the network waits with another, and the owner takes its place")
    mutating func oneAtATime() {
        _ = codes.handle(.ask("ann", .network, fresh: "11111111"), at: .zero)
        let waits = codes.handle(.ask("bob", .network, fresh: "22222222"), at: minute)
        #expect(waits == [.wait(minute * 9)])
        let replaced = codes.handle(.ask("bob", .owner, fresh: "33333333"), at: minute)
        #expect(replaced == [.show("bob", code: "33333333", for: minute * 10)])
        #expect(codes.handle(.redeem("ann", code: "11111111", home(1)), at: minute) == [.noCode])
        let proven = codes.handle(.redeem("bob", code: "33333333", home(1)), at: minute)
        #expect(proven == [.hide, .prove("bob", home(1))])
    }

    @Test("who is no device is counted by address alone, and confirmed to that address only")
    mutating func browsers() {
        _ = codes.handle(.ask("ann", .owner, fresh: "11111111"), at: .zero)
        for left in (0...4).reversed() {
            let effects = codes.handle(.redeem("ann", code: "0", home(nil)), at: minute)
            #expect(effects == [.wrong(triesLeft: left)])
        }
        let refused = codes.handle(.redeem("ann", code: "11111111", home(nil)), at: minute)
        #expect(refused == [.wrong(triesLeft: 0)])
        let other = home(nil, "192.168.1.10")
        let proven = codes.handle(.redeem("ann", code: "11111111", other), at: minute)
        #expect(proven == [.hide, .prove("ann", other)])
        #expect(codes.handle(.redeem("ann", code: "11111111", other), at: minute) == [.confirm("ann", other)])
        #expect(codes.handle(.redeem("ann", code: "11111111", home(nil)), at: minute) == [.noCode])
    }

    @Test("codes for all subjects together are rationed for the network")
    mutating func ration() {
        var now = Duration.zero
        var granted = 0
        for number in 0..<20 {
            let effects = codes.handle(.ask("person \(number)", .network, fresh: "11111111"), at: now)
            if case .show? = effects.last { granted += 1 }
            _ = codes.handle(.redeem("person \(number)", code: "11111111", home(1)), at: now)
            now += .seconds(1)
        }
        #expect(granted == 6)
    }
}
