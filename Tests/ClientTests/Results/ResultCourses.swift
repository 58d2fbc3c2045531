import Foundation
import WatchpostClient
import WatchpostModel

/// What happens to a queue of results, and what it is to do.
enum ResultCourses {
    typealias Event = ResultQueue.Event
    typealias Effect = ResultQueue.Effect
    typealias Delivery = ResultQueue.Delivery
    private typealias Sample = ResultSample

    /// What happens after each other, and what is to be done after each; the clock stands, and chance is a half.
    typealias Transcript = (name: String, events: [Event], effects: [[Effect]])

    static let one = Sample.result(1)
    static let two = Sample.result(2)
    static let claimed = Sample.result(3, achieved: 77)
    static let now: Int64 = 1_000_000
    /// One failure.
    static let pause = now + 1_000
    static let words = WatchpostError.unreachable("cut")

    static func batch(_ results: GameResult..., fresh: Bool = false) -> Event {
        var batch = WaitingResults.Batch()
        batch.results = results
        if fresh { batch.fresh = Set(results.map(\.key)) }
        return .taken(batch)
    }

    static func take(except keys: Set<String> = [], most: Int = 50) -> Effect {
        .begin(.take(appliance: "a", except: keys, most: most))
    }

    static func settle(_ change: (inout WaitingResults.Settlement) -> Void) -> Effect {
        var settlement = WaitingResults.Settlement(appliance: "a")
        change(&settlement)
        return .begin(.settle(settlement))
    }

    static func send(_ results: GameResult...) -> Effect { .begin(.send(results, appliance: "a")) }

    static func answers(_ answers: (result: GameResult, status: Int, code: String?)...) -> Event {
        .answered(Delivery(Sample.reply(answers)))
    }

    static func refusal(_ status: Int, _ code: String? = nil) -> ProblemBody {
        ProblemBody(
            type: "about:blank",
            title: "The result is refused",
            status: status,
            detail: "words of \(status)",
            code: code
        )
    }

    static func problem(_ status: Int, _ code: String?) -> ProblemBody {
        ProblemBody(type: "/problems/x", title: "T", status: status, detail: "D", code: code)
    }

    static func said(_ status: Int, _ code: String?, isOfRegistration: Bool = false) -> Event {
        .answered(Delivery(ScriptedTransport.problem(status, code), isOfRegistration: isOfRegistration))
    }

    /// A transcript that begins with what was taken, here one and two.
    static func sending(_ name: String, _ events: [Event], _ effects: [[Effect]]) -> Transcript {
        taking(name, [batch(one, two)] + events, [[send(one, two)]] + effects)
    }

    /// The same until something was taken.
    static func taking(_ name: String, _ events: [Event], _ effects: [[Effect]]) -> Transcript {
        let start: [Event] = [.woke, .looked(2), .located("a")]
        let asked: [[Effect]] = [[.begin(.look(except: []))], [.begin(.locate)], [take()]]
        return (name, start + events, asked + effects)
    }

    /// The pass ends with a pause.
    static func paused(_ reason: WatchpostError) -> [Effect] {
        [.tell(.waiting(reason)), .rest(until: pause)]
    }

    static let transcripts: [Transcript] = [plain, refused, failed, putOff].flatMap { $0 }

    static let plain: [Transcript] = [
        ("nothing waits", [.woke, .looked(0)], [[.begin(.look(except: []))], [.rest(until: nil)]]),
        taking("nothing of this appliance waits", [batch()], [[.rest(until: nil)]]),
        sending(
            "both are taken",
            [answers((one, 201, nil), (two, 200, nil)), .settled([]), batch()],
            [
                [settle { $0.taken = [one.key, two.key] }],
                [
                    .tell(.sent(one, Sample.taken(one))), .tell(.sent(two, Sample.taken(two))), take(),
                ], [.rest(until: nil)],
            ]
        ),
        sending(
            "one comes meanwhile",
            [.woke, answers((one, 201, nil), (two, 201, nil)), .settled([]), batch(), .looked(0)],
            [
                [], [settle { $0.taken = [one.key, two.key] }],
                [
                    .tell(.sent(one, Sample.taken(one))), .tell(.sent(two, Sample.taken(two))), take(),
                ], [.begin(.look(except: []))], [.rest(until: nil)],
            ]
        ),
        taking(
            "some were too old",
            [.taken(dropping)],
            [[.tell(.dropped(one, .old)), .rest(until: nil)]]
        ),
        taking(
            "the appliance wants to be left alone, also by what comes next, but another one may be there",
            [.taken(held), .woke, .connected],
            [[.rest(until: now + 50_000)], [.rest(until: now + 50_000)], [.begin(.look(except: []))]]
        ),
        (
            "the game ends", [.woke, .closed, .looked(3), .woke],
            [
                [.begin(.look(except: []))], [.rest(until: nil)], [.rest(until: nil)], [.rest(until: nil)],
            ]
        ),
    ]

    static let dropping: WaitingResults.Batch = {
        var batch = WaitingResults.Batch()
        batch.dropped = [one]
        return batch
    }()

    static let held: WaitingResults.Batch = {
        var batch = WaitingResults.Batch()
        batch.pause = now + 50_000
        return batch
    }()

    static let refused: [Transcript] = [
        sending(
            "one is refused for good, and another process was told before of the other",
            [answers((one, 422, "result-refused"), (two, 404, nil)), .settled([one.key])],
            [
                [settle { $0.refused = [one, two] }],
                [.tell(.refused(one, refusal(422, "result-refused"))), take()],
            ]
        ),
        taking(
            "a claim of time is refused, and the result is not",
            [batch(claimed), answers((claimed, 422, "result-refused")), .settled([])],
            [[send(claimed)], [settle { $0.unclaimed = [claimed] }], [take()]]
        ),
        taking(
            "it is there already, with a claim or without",
            [batch(one), answers((one, 422, "key-used")), .settled([])],
            [[send(one)], [settle { $0.taken = [one.key] }], [.tell(.sent(one, nil)), take()]]
        ),
        sending(
            "a whole request is refused, and then one of its results",
            [said(400, nil), batch(one), said(413, nil), .settled([one.key])],
            [
                [take(most: 1)], [send(one)], [settle { $0.refused = [one] }],
                [.tell(.refused(one, problem(413, nil))), take(most: 1)],
            ]
        ),
        sending(
            "the game is closed",
            [said(410, "game-closed"), .settled([one.key, two.key])],
            [
                [settle { $0.refused = [one, two] }],
                [
                    .tell(.refused(one, problem(410, "game-closed"))),
                    .tell(.refused(two, problem(410, "game-closed"))), take(),
                ],
            ]
        ),
        sending(
            "there is no such game: it stops and says so, until there is another connection",
            [said(404, nil), .woke, .connected],
            [
                [.tell(.stopped(problem(404, nil))), .rest(until: nil)], [.rest(until: nil)],
                [.begin(.look(except: []))],
            ]
        ),
        sending(
            "there is no such game for a registration",
            [said(404, nil, isOfRegistration: true)],
            [[.tell(.stopped(problem(404, nil))), .rest(until: nil)]]
        ),
        taking(
            "what was new certainly did not arrive where there is no game",
            [batch(one, fresh: true), said(404, nil), .settled([])],
            [
                [send(one)], [settle { $0.untried = [one.key] }],
                [.tell(.stopped(problem(404, nil))), .rest(until: nil)],
            ]
        ),
    ]

    /// Nothing is known of the results, and all stay.
    static let failed: [Transcript] = [
        (
            "the file cannot be read", [.woke, .failed(.storage("s"))],
            [[.begin(.look(except: []))], paused(.storage("s"))]
        ),
        (
            "nobody is there", [.woke, .looked(1), .failed(words)],
            [[.begin(.look(except: []))], [.begin(.locate)], paused(words)]
        ),
        sending("the answer is lost", [.failed(words), .woke], [paused(words), [.rest(until: pause)]]),
        sending(
            "the answer cannot be written down",
            [answers((one, 201, nil), (two, 201, nil)), .failed(.storage("s"))],
            [[settle { $0.taken = [one.key, two.key] }], paused(.storage("s"))]
        ),
        sending(
            "somebody else answers",
            [.answered(Delivery(HTTPReply(status: 200, body: Data("<h1>Hi</h1>".utf8))))],
            [paused(.notWatchpost(status: 200))]
        ),
        sending(
            "somebody in between refuses",
            [.answered(Delivery(HTTPReply(status: 400)))],
            [paused(.notWatchpost(status: 400))]
        ),
        sending(
            "the signature is refused",
            [said(400, "signature-malformed")],
            [paused(.refused(problem(400, "signature-malformed")))]
        ),
        sending(
            "the registration is refused, which is no fault of a result",
            [said(413, nil, isOfRegistration: true)],
            [paused(.refused(problem(413, nil)))]
        ),
        sending(
            "it is told to wait",
            [
                .answered(Delivery(ScriptedTransport.problem(429, "x", headers: ["retry-after": "40"]))),
                .settled([]), .woke,
            ],
            [
                [settle { $0.pause = now + 40_500 }],
                [.tell(.waiting(.busy(retryAfter: 40))), .rest(until: now + 40_500)],
                [.rest(until: now + 40_500)],
            ]
        ),
        sending(
            "it is told to wait by an answer that ended the attempt",
            [.failed(.busy(retryAfter: 40)), .settled([])],
            [
                [settle { $0.pause = now + 40_500 }],
                [.tell(.waiting(.busy(retryAfter: 40))), .rest(until: now + 40_500)],
            ]
        ),
    ]

    /// Results that the appliance wants later.
    static let putOff: [Transcript] = [
        sending(
            "a board is closed for a while, and is no obstacle to another one",
            [answers((one, 503, "board-closed"), (two, 201, nil)), .settled([]), batch(), .woke, .looked(0)],
            [
                [settle { $0.taken = [two.key] }],
                [.tell(.sent(two, Sample.taken(two))), take(except: [one.key])],
                [.rest(until: pause)], [.begin(.look(except: [one.key]))], [.rest(until: pause)],
            ]
        ),
        sending(
            "an answer says nothing of one",
            [answers((two, 201, nil)), .settled([]), batch()],
            [
                [settle { $0.taken = [two.key] }],
                [.tell(.sent(two, Sample.taken(two))), take(except: [one.key])], [.rest(until: pause)],
            ]
        ),
    ]
}
