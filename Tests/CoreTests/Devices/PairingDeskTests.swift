import Core
import Testing

private let minute = Duration.seconds(60)

@Suite("Pairing desk")
struct PairingDeskTests {
    private var desk = PairingDesk()

    @Test("a code is shown for ten minutes, asking again shows the same one")
    mutating func shows() {
        #expect(
            desk.handle(.ask(.network, fresh: "111111"), at: .zero) == [
                .show(code: "111111", for: minute * 10)
            ]
        )
        #expect(
            desk.handle(.ask(.network, fresh: "222222"), at: minute) == [
                .show(code: "111111", for: minute * 9)
            ]
        )
        #expect(desk.end == minute * 10)
        #expect(desk.handle(.tick, at: minute * 10 - .milliseconds(1)) == [])
        #expect(desk.handle(.tick, at: minute * 10) == [.hide])
        #expect(desk.handle(.redeem(code: "111111", device: 1), at: minute * 10) == [.noCode])
    }

    @Test("the right code pairs once, and is confirmed to the same device when the answer was lost")
    mutating func pairs() {
        _ = desk.handle(.ask(.owner, fresh: "111111"), at: .zero)
        #expect(desk.handle(.redeem(code: "111111", device: 1), at: minute) == [.hide, .pair(device: 1)])
        #expect(desk.handle(.redeem(code: "111111", device: 1), at: minute) == [.confirm(device: 1)])
        #expect(desk.handle(.redeem(code: "111111", device: 2), at: minute) == [.noCode])
        #expect(desk.handle(.redeem(code: "222222", device: 1), at: minute) == [.noCode])
        #expect(desk.handle(.redeem(code: "111111", device: 1), at: minute * 10) == [.noCode])
    }

    @Test("once a device was revoked the code that paired it pairs nobody again")
    mutating func revoked() {
        _ = desk.handle(.ask(.owner, fresh: "111111"), at: .zero)
        _ = desk.handle(.redeem(code: "111111", device: 1), at: minute)
        #expect(desk.handle(.revoked, at: minute) == [])
        #expect(desk.handle(.redeem(code: "111111", device: 1), at: minute) == [.noCode])
        _ = desk.handle(.ask(.owner, fresh: "222222"), at: minute)
        #expect(desk.handle(.revoked, at: minute) == [], "a code that is shown stays")
        #expect(desk.handle(.redeem(code: "222222", device: 2), at: minute) == [.hide, .pair(device: 2)])
    }

    @Test("the fifth wrong code ends it, whoever says it")
    mutating func tries() {
        _ = desk.handle(.ask(.network, fresh: "111111"), at: .zero)
        for left in (1...4).reversed() {
            #expect(
                desk.handle(.redeem(code: "00000\(left)", device: Int64(left)), at: minute) == [
                    .wrong(triesLeft: left)
                ]
            )
        }
        #expect(desk.handle(.redeem(code: "", device: 1), at: minute) == [.hide, .wrong(triesLeft: 0)])
        #expect(desk.handle(.redeem(code: "111111", device: 1), at: minute) == [.noCode])
        #expect(desk.end == nil)
    }

    @Test("asking again does not bring tries back")
    mutating func noFreshTries() {
        _ = desk.handle(.ask(.network, fresh: "111111"), at: .zero)
        _ = desk.handle(.redeem(code: "0", device: 1), at: .zero)
        _ = desk.handle(.ask(.owner, fresh: "222222"), at: .zero)
        #expect(desk.handle(.redeem(code: "0", device: 1), at: .zero) == [.wrong(triesLeft: 3)])
    }

    @Test("the network gets six codes an hour, the owner any number")
    mutating func ration() {
        for _ in 0..<6 {
            guard case .show? = desk.handle(.ask(.network, fresh: "111111"), at: .zero).first else {
                Issue.record("no code")
                return
            }
            for _ in 0..<5 { _ = desk.handle(.redeem(code: "0", device: 1), at: .zero) }
        }
        #expect(desk.handle(.ask(.network, fresh: "111111"), at: minute) == [.wait(minute * 9)])
        #expect(
            desk.handle(.ask(.owner, fresh: "333333"), at: minute) == [
                .show(code: "333333", for: minute * 10)
            ]
        )
    }
}
