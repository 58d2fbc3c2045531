import Core
import Testing
import WatchpostModel

@testable import Appliance

@Suite("A push service that refuses our name")
struct RefusalGuardTests {
    private let origin = "https://fcm.googleapis.com"
    private var refusals = RefusalGuard()

    @Test("a phone is blamed when others were served between two refusals of its own")
    mutating func onePhone() {
        refusals.accepted(origin, endpoint: "good")
        #expect(refusals.refused(origin, endpoint: "bad") == .nobody)
        refusals.accepted(origin, endpoint: "good")
        #expect(refusals.refused(origin, endpoint: "bad") == .phone)
    }

    @Test("a service that refuses everybody takes no phone away, whatever came before and after")
    mutating func everybody() {
        let phones = (0..<20).map { "phone \($0)" }
        for phone in phones { refusals.accepted(origin, endpoint: phone) }
        let blames = phones.map { refusals.refused(origin, endpoint: $0) }
        #expect(blames.prefix(2) == [.nobody, .nobody])
        #expect(blames.dropFirst(2).allSatisfy { $0 == .us })
        for phone in phones { refusals.accepted(origin, endpoint: phone) }
        let again = phones.map { refusals.refused(origin, endpoint: $0) }
        #expect(again.allSatisfy { $0 != .phone })
    }

    @Test("a service that never took anything is held: it is about us")
    mutating func neverWorked() {
        #expect(refusals.refused(origin, endpoint: "a") == .us)
        #expect(refusals.refused("https://other.example.org", endpoint: "a") == .us)
    }

    @Test("a thousand invented hosts push nobody's evidence out")
    mutating func inventedHosts() {
        refusals.accepted(origin, endpoint: "good")
        _ = refusals.refused(origin, endpoint: "bad")
        for number in 0..<1_000 {
            _ = refusals.refused("https://x\(number).notify.windows.com", endpoint: "\(number)")
        }
        refusals.accepted(origin, endpoint: "good")
        #expect(refusals.refused(origin, endpoint: "bad") == .phone)
    }

    @Test("an hour of refusals after a day of success disables no phone")
    func driver() throws {
        var driver = WebPushDriver(key: try P256PrivateKey(), contact: "mailto:ann@example.org")
        let moment = Moment(wall: PushSamples.now, monotonic: .seconds(50_000))
        func judge(_ number: Int, _ status: Int) throws -> PushOutcome {
            var job = WebPushJob(
                ticket: Int64(number),
                message: PushSamples.message,
                subscription: try WebPushSubscription(
                    endpoint: "https://fcm.googleapis.com/\(number)",
                    p256dh: PushSamples.browserKey,
                    auth: PushSamples.browserSecret,
                    trusted: []
                )
            )
            _ = driver.prepare(&job, at: moment)
            let judgement = driver.judge(job, .answered(PushReply(status: status)), at: moment)
            guard case .answer(let outcome) = judgement.fate else { throw PushAddressRefusal(words: "again") }
            return outcome
        }
        for number in 0..<10 { #expect(try judge(number, 201) == .accepted) }
        for number in 0..<10 {
            guard case .originHeld = try judge(number, 403) else {
                Issue.record("phone \(number) lost its address")
                continue
            }
        }
    }
}
