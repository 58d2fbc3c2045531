import Foundation
import Testing
import WatchpostClient

@Suite("How a personal request comes to an answer")
struct PersonalCallTests {
    typealias Effect = PersonalCall.Effect

    static let ok = ScriptedTransport.json("{}")
    static let unknown = ScriptedTransport.problem(401, "unknown-device")
    static let wrong = ScriptedTransport.problem(401, "wrong-secret")
    static let removed = ScriptedTransport.problem(401, "device-removed")
    static let conflict = ScriptedTransport.problem(409, "changed-meanwhile")
    static let soon = ScriptedTransport.problem(503, "busy", headers: ["retry-after": "2"])
    static let later = ScriptedTransport.problem(429, "too-often", headers: ["retry-after": "60"])
    static let unsaid = HTTPReply(status: 503)
    static let lost = WatchpostError.unreachable("lost")

    /// What happens after each other, and what is to be done after each.
    static let transcripts: [(name: String, events: [PersonalCall.Event], effects: [Effect])] = [
        ("it is answered", [.began, .answered(ok)], [.send, .finish(ok)]),
        ("a refusal is an answer", [.began, .answered(conflict)], [.send, .finish(conflict)]),
        (
            "the answer is lost once, and twice",
            [.began, .failed(lost), .failed(lost)], [.send, .send, .fail(lost)]
        ),
        ("the task is cancelled", [.began, .failed(.cancelled)], [.send, .fail(.cancelled)]),
        (
            "the appliance does not know the phone",
            [.began, .answered(unknown), .registered(ok), .answered(ok)],
            [.send, .register, .send, .finish(ok)]
        ),
        (
            "it still does not know it",
            [.began, .answered(unknown), .registered(ok), .answered(unknown)],
            [.send, .register, .send, .finish(unknown)]
        ),
        (
            "the registration is refused",
            [.began, .answered(unknown), .registered(removed)], [.send, .register, .finish(removed)]
        ),
        (
            "the id is another's",
            [.began, .answered(wrong), .renewed, .registered(ok), .answered(ok)],
            [.send, .renewCredential, .register, .send, .finish(ok)]
        ),
        (
            "the new id is another's, too",
            [.began, .answered(wrong), .renewed, .registered(wrong)],
            [.send, .renewCredential, .register, .finish(wrong)]
        ),
        (
            "an administrator removed it", [.began, .answered(removed)], [.send, .finish(removed)]
        ),
        (
            "it is busy once, and twice",
            [.began, .answered(soon), .waited, .answered(soon)],
            [.send, .wait(seconds: 2), .send, .fail(.busy(retryAfter: 2))]
        ),
        ("it is too long busy", [.began, .answered(later)], [.send, .fail(.busy(retryAfter: 60))]),
        (
            "it does not say for how long", [.began, .answered(unsaid)],
            [.send, .fail(.busy(retryAfter: 30))]
        ),
    ]

    static let names = transcripts.map(\.name)

    @Test("each transcript", arguments: names)
    func transcript(name: String) throws {
        let row = try #require(Self.transcripts.first { $0.name == name })
        var rule = PersonalCall()
        var effects: [Effect] = []
        for event in row.events { effects.append(rule.handle(event)) }
        #expect(effects == row.effects)
    }

    @Test("a registration renews its credential and never registers before itself")
    func registration() {
        var rule = PersonalCall(isRegistration: true)
        var effects: [Effect] = []
        for event in [.began, .answered(Self.wrong), .renewed, .answered(Self.unknown)]
            as [PersonalCall.Event]
        {
            effects.append(rule.handle(event))
        }
        #expect(effects == [.send, .renewCredential, .send, .finish(Self.unknown)])
    }
}
