import Core
import Testing
import WatchpostModel

@testable import Appliance
@testable import Push

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

    @Test(
        "phones that a service served are believed when it refuses three of them, and none of them is blamed"
    )
    mutating func everybody() {
        let phones = (0..<20).map { "phone \($0)" }
        for phone in phones { refusals.accepted(origin, endpoint: phone) }
        // One that is refused again and again is one voice.
        let insisting = (0..<5).map { _ in refusals.refused(origin, endpoint: "phone 0") }
        #expect(insisting.allSatisfy { $0 == .nobody })
        let blames = phones.map { refusals.refused(origin, endpoint: $0) }
        #expect(blames.prefix(2) == [.nobody, .nobody])
        #expect(blames.dropFirst(2).allSatisfy { $0 == .us })
        for phone in phones { refusals.accepted(origin, endpoint: phone) }
        let again = phones.map { refusals.refused(origin, endpoint: $0) }
        #expect(again.allSatisfy { $0 != .phone })
    }

    @Test("any number of strangers' subscriptions for another key say nothing about a service")
    mutating func strangers() {
        let first = (0..<1_000).map { refusals.refused(origin, endpoint: "stranger \($0)") }
        #expect(first.allSatisfy { $0 == .nobody })
        refusals.accepted(origin, endpoint: "good")
        let then = (0..<1_000).map { refusals.refused(origin, endpoint: "further \($0)") }
        #expect(then.allSatisfy { $0 == .nobody })
        #expect(refusals.refused(origin, endpoint: "good") == .nobody)
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
        func judge(_ number: Int, _ status: Int) throws -> DeliveryOutcome {
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
        // It is tried again after a minute.
        let held = DeliveryOutcome.originHeld(after: .seconds(60), reason: "HTTP 403")
        for number in 0..<10 {
            let outcome = try judge(number, 403)
            #expect(outcome == (number < 2 ? .phoneHeld(after: .seconds(600), reason: "HTTP 403") : held))
        }
    }
}
