import Core
import Testing

private let minute = Duration.seconds(60)

/// A phone at home, each at an address of its own.
private func home(_ device: Int64) -> PairingState.Guesser {
    PairingState.Guesser(device: device, address: "192.168.1.\(device)", isHome: true)
}

/// A phone somewhere else.
private func outside(_ device: Int64, _ address: String = "") -> PairingState.Guesser {
    PairingState.Guesser(
        device: device,
        address: address.isEmpty ? "203.0.113.\(device)" : address,
        isHome: false
    )
}

@Suite("Pairing state")
struct PairingStateTests {
    private var state = PairingState()

    @Test("a code is shown for ten minutes, asking again shows the same one")
    mutating func shows() {
        #expect(
            state.handle(.ask(.network, fresh: "111111"), at: .zero) == [
                .show(code: "111111", for: minute * 10)
            ]
        )
        #expect(
            state.handle(.ask(.network, fresh: "222222"), at: minute) == [
                .show(code: "111111", for: minute * 9)
            ]
        )
        #expect(state.end == minute * 10)
        #expect(state.handle(.tick, at: minute * 10 - .milliseconds(1)) == [])
        #expect(state.handle(.tick, at: minute * 10) == [.hide])
        #expect(state.handle(.redeem(code: "111111", home(1)), at: minute * 10) == [.noCode])
    }

    @Test("the right code pairs once, and is confirmed to the same device when the answer was lost")
    mutating func pairs() {
        _ = state.handle(.ask(.owner, fresh: "111111"), at: .zero)
        #expect(state.handle(.redeem(code: "111111", home(1)), at: minute) == [.hide, .pair(device: 1)])
        #expect(state.handle(.redeem(code: "111111", home(1)), at: minute) == [.confirm(device: 1)])
        #expect(state.handle(.redeem(code: "111111", home(2)), at: minute) == [.noCode])
        #expect(state.handle(.redeem(code: "222222", home(1)), at: minute) == [.noCode])
        #expect(state.handle(.redeem(code: "111111", home(1)), at: minute * 10) == [.noCode])
    }

    @Test("once a device was revoked the code that paired it pairs nobody again")
    mutating func revoked() {
        _ = state.handle(.ask(.owner, fresh: "111111"), at: .zero)
        _ = state.handle(.redeem(code: "111111", home(1)), at: minute)
        #expect(state.handle(.revoked, at: minute) == [])
        #expect(state.handle(.redeem(code: "111111", home(1)), at: minute) == [.noCode])
        _ = state.handle(.ask(.owner, fresh: "222222"), at: minute)
        #expect(state.handle(.revoked, at: minute) == [], "a code that is shown stays")
        #expect(state.handle(.redeem(code: "222222", home(2)), at: minute) == [.hide, .pair(device: 2)])
    }

    @Test("five wrong codes of a phone, and it is not listened to any more; others are")
    mutating func tries() {
        _ = state.handle(.ask(.network, fresh: "111111"), at: .zero)
        for left in (0...4).reversed() {
            #expect(
                state.handle(.redeem(code: "00000\(left)", home(1)), at: minute) == [.wrong(triesLeft: left)]
            )
        }
        #expect(state.handle(.redeem(code: "111111", home(1)), at: minute) == [.wrong(triesLeft: 0)])
        #expect(state.end == minute * 10, "the code stays")
        #expect(state.handle(.redeem(code: "111111", home(2)), at: minute) == [.hide, .pair(device: 2)])
    }

    @Test("phones of one address share its tries")
    mutating func address() {
        _ = state.handle(.ask(.network, fresh: "111111"), at: .zero)
        for device in 1...5 {
            _ = state.handle(.redeem(code: "0", outside(Int64(device), "203.0.113.9")), at: .zero)
        }
        #expect(
            state.handle(.redeem(code: "111111", outside(6, "203.0.113.9")), at: .zero) == [
                .wrong(triesLeft: 0)
            ]
        )
        #expect(state.handle(.redeem(code: "111111", outside(7)), at: .zero) == [.hide, .pair(device: 7)])
    }

    @Test("however many strangers guess, a phone at home pairs with the code that is shown")
    mutating func crowd() {
        _ = state.handle(.ask(.network, fresh: "111111"), at: .zero)
        var compared = 0
        for device in 100..<2_000 {
            let effects = state.handle(.redeem(code: "222222", outside(Int64(device))), at: .zero)
            if effects != [.wrong(triesLeft: 0)] || compared < PairingState.rules.outsideTries {
                compared += 1
            }
        }
        #expect(compared == PairingState.rules.outsideTries, "so many of a million may be tried")
        #expect(state.handle(.redeem(code: "111111", outside(1)), at: .zero) == [.wrong(triesLeft: 0)])
        #expect(state.handle(.redeem(code: "111111", home(1)), at: .zero) == [.hide, .pair(device: 1)])
    }

    @Test("guessers at home are bounded together, too")
    mutating func visitors() {
        _ = state.handle(.ask(.network, fresh: "111111"), at: .zero)
        for device in 1...100 { _ = state.handle(.redeem(code: "0", home(Int64(device))), at: .zero) }
        #expect(state.handle(.redeem(code: "111111", home(101)), at: .zero) == [.wrong(triesLeft: 0)])
        #expect(
            state.handle(.redeem(code: "111111", outside(102)), at: .zero) == [.hide, .pair(device: 102)]
        )
    }

    @Test("asking again does not bring tries back, unless somebody has none left: then there is a new code")
    mutating func freshTries() {
        _ = state.handle(.ask(.network, fresh: "111111"), at: .zero)
        _ = state.handle(.redeem(code: "0", home(1)), at: .zero)
        _ = state.handle(.ask(.owner, fresh: "222222"), at: .zero)
        #expect(state.handle(.redeem(code: "0", home(1)), at: .zero) == [.wrong(triesLeft: 3)])
        for _ in 0..<3 { _ = state.handle(.redeem(code: "0", home(1)), at: .zero) }
        #expect(
            state.handle(.ask(.network, fresh: "333333"), at: minute) == [
                .show(code: "333333", for: minute * 10)
            ]
        )
        #expect(state.handle(.redeem(code: "111111", home(1)), at: minute) == [.wrong(triesLeft: 4)])
        #expect(state.handle(.redeem(code: "333333", home(1)), at: minute) == [.hide, .pair(device: 1)])
    }

    @Test("the network gets six codes an hour, the owner any number")
    mutating func ration() {
        for _ in 0..<6 {
            guard case .show? = state.handle(.ask(.network, fresh: "111111"), at: .zero).first else {
                Issue.record("no code")
                return
            }
            for _ in 0..<5 { _ = state.handle(.redeem(code: "0", home(1)), at: .zero) }
        }
        #expect(
            state.handle(.ask(.network, fresh: "222222"), at: minute) == [
                .show(code: "111111", for: minute * 9)
            ],
            "no new one; others may still use this"
        )
        #expect(
            state.handle(.ask(.owner, fresh: "333333"), at: minute) == [
                .show(code: "333333", for: minute * 10)
            ]
        )
    }
}
