import Foundation
import TestSupport
import Testing
import WatchpostClient

@Suite("How a personal request comes to an answer")
struct PersonalCallTests {
    typealias Effect = PersonalCall.Effect
    typealias Event = PersonalCall.Event

    static let ok = ScriptedTransport.json("{}")
    static let unknown = ScriptedTransport.problem(401, "unknown-device")
    static let wrong = ScriptedTransport.problem(401, "wrong-secret")
    static let removed = ScriptedTransport.problem(401, "device-removed")
    static let conflict = ScriptedTransport.problem(409, "changed-meanwhile")
    static let otherGame = ScriptedTransport.problem(409, "other-game")
    static let taken = ScriptedTransport.problem(409, "id-taken")
    static let soon = ScriptedTransport.problem(503, "busy", headers: ["retry-after": "2"])
    static let later = ScriptedTransport.problem(429, "too-often", headers: ["retry-after": "60"])
    static let unsaid = HTTPReply(status: 503)
    static let portal = HTTPReply(status: 401)
    static let lost = WatchpostError.unreachable("lost")
    static let same = Event.identified(isSame: true)
    static let other = Event.identified(isSame: false)

    /// What happens after each other, and what is to be done after each.
    typealias Transcript = (name: String, events: [Event], effects: [Effect])

    static let transcripts: [Transcript] = [requests, registrations, credentials].flatMap { $0 }

    static let requests: [Transcript] = [
        ("it is answered", [.began, .answered(ok)], [.send, .finish(ok)]),
        ("a refusal is an answer", [.began, .answered(conflict)], [.send, .finish(conflict)]),
        (
            "the answer is lost once, and twice",
            [.began, .failed(lost), same, .failed(lost)], [.send, .identify, .send, .fail(lost)]
        ),
        (
            "the answer is lost, and another appliance is there afterwards",
            [.began, .failed(lost), other, .answered(unknown), .registered(ok), .answered(ok)],
            [.send, .identify, .send, .register, .send, .finish(ok)]
        ),
        ("the task is cancelled", [.began, .failed(.cancelled)], [.send, .fail(.cancelled)]),
        (
            "it is busy twice, and three times",
            [.began, .answered(soon), .waited, .answered(soon), .waited, .answered(soon)],
            [.send, .wait(seconds: 2), .send, .wait(seconds: 2), .send, .fail(.busy(retryAfter: 2))]
        ),
        ("it is too long busy", [.began, .answered(later)], [.send, .fail(.busy(retryAfter: 60))]),
        (
            "it does not say for how long", [.began, .answered(unsaid)],
            [.send, .fail(.busy(retryAfter: 30))]
        ),
    ]

    /// The appliance does not know the phone, and then everything that a registration may meet.
    static let registrations: [Transcript] = [
        registering("it works", [.registered(ok), .answered(ok)], [.send, .finish(ok)]),
        registering(
            "it is not known still",
            [.registered(ok), .answered(unknown)],
            [.send, .finish(unknown)]
        ),
        registering("it is refused", [.registered(removed)], [.finish(removed)]),
        registering(
            "it is lost once",
            [.failed(lost), same, .registered(ok), .answered(ok)],
            [.identify, .register, .send, .finish(ok)]
        ),
        registering(
            "it is lost twice",
            [.failed(lost), same, .failed(lost)],
            [.identify, .register, .fail(lost)]
        ),
        registering(
            "it is lost, and another appliance is there afterwards",
            [.failed(lost), other, .answered(ok)],
            [.identify, .send, .finish(ok)]
        ),
        registering(
            "it is lost once, and the request afterwards",
            [.failed(lost), same, .registered(ok), .failed(lost), same, .answered(ok)],
            [.identify, .register, .send, .identify, .send, .finish(ok)]
        ),
        registering(
            "it is told to wait",
            [.registered(soon), .waited, .registered(ok), .answered(ok)],
            [.wait(seconds: 2), .register, .send, .finish(ok)]
        ),
        registering(
            "it is told to wait, and the request afterwards",
            [.registered(soon), .waited, .registered(ok), .answered(soon), .waited, .answered(ok)],
            [.wait(seconds: 2), .register, .send, .wait(seconds: 2), .send, .finish(ok)]
        ),
        registering("it is told to wait too long", [.registered(later)], [.fail(.busy(retryAfter: 60))]),
        registering(
            "it is told to wait, and then lost",
            [.registered(soon), .waited, .failed(lost), same, .registered(ok), .answered(ok)],
            [.wait(seconds: 2), .register, .identify, .register, .send, .finish(ok)]
        ),
    ]

    static func registering(_ name: String, _ events: [Event], _ effects: [Effect]) -> Transcript {
        let first: [Event] = [.began, .answered(unknown), same]
        let firstEffects: [Effect] = [.send, .identify, .register]
        return ("registering: " + name, first + events, firstEffects + effects)
    }

    static let credentials: [Transcript] = [
        (
            "the id is another's",
            [.began, .answered(wrong), same, .renewed, .registered(ok), .answered(ok)],
            [.send, .identify, .renewCredential, .register, .send, .finish(ok)]
        ),
        (
            "the new id is another's, too",
            [.began, .answered(wrong), same, .renewed, .registered(wrong)],
            [.send, .identify, .renewCredential, .register, .finish(wrong)]
        ),
        (
            "it is not known, and its id is another's",
            [.began, .answered(unknown), same, .registered(wrong), .renewed, .registered(ok), .answered(ok)],
            [.send, .identify, .register, .renewCredential, .register, .send, .finish(ok)]
        ),
        (
            "its id is that of another game, or of an installation of one",
            [
                .began, .answered(unknown), same, .registered(otherGame), .renewed, .registered(ok),
                .answered(otherGame),
            ],
            [.send, .identify, .register, .renewCredential, .register, .send, .finish(otherGame)]
        ),
        (
            "its id is taken again",
            [.began, .answered(unknown), same, .registered(taken), .renewed, .registered(taken)],
            [.send, .identify, .register, .renewCredential, .register, .finish(taken)]
        ),
        (
            "another appliance said so, and ours answers",
            [.began, .answered(wrong), other, .answered(ok)], [.send, .identify, .send, .finish(ok)]
        ),
        (
            "another appliance does not know the phone",
            [.began, .answered(unknown), other, .answered(unknown), .registered(ok), .answered(ok)],
            [.send, .identify, .send, .register, .send, .finish(ok)]
        ),
        (
            "nobody says which appliance it is",
            [.began, .answered(wrong), .failed(.notWatchpost(status: 200))],
            [.send, .identify, .fail(.notWatchpost(status: 200))]
        ),
        (
            "which it is is lost, and told to wait",
            [.began, .answered(wrong), .failed(lost), .failed(.busy(retryAfter: 1)), .waited, .failed(lost)],
            [.send, .identify, .identify, .wait(seconds: 1), .identify, .fail(lost)]
        ),
        ("a login page says 401", [.began, .answered(portal)], [.send, .finish(portal)]),
        ("an administrator removed it", [.began, .answered(removed)], [.send, .finish(removed)]),
    ]

    static let names = transcripts.map(\.name)

    static func effects(_ rule: PersonalCall, _ events: [Event]) -> [Effect] {
        var rule = rule
        var effects: [Effect] = []
        for event in events { effects.append(rule.handle(event)) }
        return effects
    }

    @Test("each transcript", arguments: names)
    func transcript(name: String) throws {
        let row = try #require(Self.transcripts.first { $0.name == name })
        #expect(Self.effects(PersonalCall(), row.events) == row.effects)
    }

    @Test("a registration asks first who is there, renews its credential and never registers before itself")
    func registration() {
        let events: [Event] = [.began, Self.same, .answered(Self.wrong), .renewed, .answered(Self.unknown)]
        let effects = Self.effects(PersonalCall(isRegistration: true), events)
        #expect(effects == [.identify, .send, .renewCredential, .send, .finish(Self.unknown)])
    }

    @Test("a call that may not wait is told at once")
    func noWait() {
        let effects = Self.effects(PersonalCall(longestWait: 0), [.began, .answered(Self.soon)])
        #expect(effects == [.send, .fail(.busy(retryAfter: 2))])
    }

    @Test("a process asks first which appliance is there, and not again in the same call")
    func first() {
        let events: [Event] = [
            .began, Self.other, .answered(Self.unknown), .registered(Self.ok), .answered(Self.ok),
        ]
        let effects = Self.effects(PersonalCall(isIdentified: false), events)
        #expect(effects == [.identify, .send, .register, .send, .finish(Self.ok)])
    }

    static let replies = [ok, unknown, wrong, soon, later, portal, unsaid, removed, conflict, taken]

    @Test("whatever is answered, a call ends after at most 16 requests and five seconds of waiting")
    func bounds() {
        var random = SeededGenerator.announced(for: "personal call")
        let rounds = TestEffort.rounds(2_500)
        var most = 0
        for _ in 0..<rounds {
            var rule = PersonalCall(isIdentified: random.one(in: 2))
            var (sent, waited) = (0, 0)
            var event = Event.began
            while true {
                let effect = rule.handle(event)
                if case .finish = effect { break }
                if case .fail = effect { break }
                if case .wait(let seconds) = effect { waited += seconds }
                if [.send, .register, .identify].contains(effect) { sent += 1 }
                guard sent <= 20 else { break }
                event = Self.event(after: effect, &random)
            }
            most = max(most, sent)
            #expect(waited <= PersonalCall.longestWait)
        }
        #expect(most <= 16)
        // Else nothing was tried.
        #expect(most > 6 || rounds < 2_500)
    }

    private static func event(after effect: Effect, _ random: inout SeededGenerator) -> Event {
        if [.send, .register, .identify].contains(effect), random.one(in: 5) { return .failed(lost) }
        let reply = replies[Int.random(in: 0..<replies.count, using: &random)]
        let brief = HTTPReply(status: 503, headers: ["retry-after": "1"])
        switch effect {
        case .send: return .answered(random.one(in: 3) ? brief : reply)
        case .register: return .registered(random.one(in: 3) ? brief : reply)
        case .identify:
            if random.one(in: 3) { return .failed(.busy(retryAfter: 1)) }
            return .identified(isSame: random.one(in: 2))
        case .renewCredential: return .renewed
        default: return .waited
        }
    }
}
