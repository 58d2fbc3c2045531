import Core
import FoundationEssentials
import Glibc
import TestSupport
import WatchpostModel

@testable import Appliance
@testable import SystemSupport
@testable import Push

/// Collects answers; a test waits until it has as many as it sent.
final class AnswerBox: Sendable {
    private struct Waiting {
        var answers: [PushAnswer] = []
        var wanted = Int.max
        var continuation: CheckedContinuation<[PushAnswer], Never>?
        /// The test has hung, and was ended.
        var isGivenUp = false

        /// Who waits, if there is enough for it, and what it gets.
        mutating func ready() -> (CheckedContinuation<[PushAnswer], Never>, [PushAnswer])? {
            guard answers.count >= wanted || isGivenUp, let continuation else { return nil }
            defer { (self.continuation, answers) = (nil, []) }
            return (continuation, answers)
        }
    }

    private let box = Locked(Waiting())
    let lines = Locked<[String]>([])

    /// Answers that came while a test waits for more.
    var count: Int { box.withLock { $0.answers.count } }

    /// Where an adapter's answers and log lines go.
    var outlets: PushOutlets {
        PushOutlets(
            answers: { self.take($0) },
            log: { line in self.lines.withLock { $0.append(line) } }
        )
    }

    private func take(_ answers: [PushAnswer]) {
        resume { $0.answers += answers }
    }

    private func resume(after change: (inout Waiting) -> Void) {
        let ready = box.withLock { box -> (CheckedContinuation<[PushAnswer], Never>, [PushAnswer])? in
            change(&box)
            return box.ready()
        }
        if let (continuation, answers) = ready { continuation.resume(returning: answers) }
    }

    /// Sends, and gives the outcomes by ticket; every ticket has exactly one answer, or the test would wait, until its limit,
    /// or see it.
    func outcomes(_ deliveries: [PushDelivery], _ adapter: some PushAdapter) async -> [Int64:
        [DeliveryOutcome]]
    {
        let answers = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                resume { box in
                    box.wanted = deliveries.count
                    box.continuation = continuation
                }
                adapter.send(deliveries)
            }
        } onCancel: {
            resume { $0.isGivenUp = true }
        }
        return Dictionary(grouping: answers, by: \.ticket).mapValues { $0.map(\.outcome) }
    }
}

/// Makes adapters that reach the simulator, in a folder of their own.
final class PushHarness: Sendable {
    let simulator: PushSimulator
    let box = AnswerBox()
    let folder: String
    let clock: SystemClock

    /// `clock`: without one, the machine's, taken for right.
    init(clock: SystemClock = ClockSample().clock) async throws {
        simulator = try await PushSimulator()
        self.clock = clock
        let above = FileManager.default.temporaryDirectory.path
        var name = Array("\(above)/watchpost-push-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw PythonProgram.Trouble(words: "no folder") }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for file in [ProviderTokenFile.name, VAPIDKeyFile.name] { unlink("\(folder)/\(file)") }
        rmdir(folder)
    }

    /// `instead`: ports by host that take the place of the usual ones.
    func reach(instead: [String: String] = [:], timeout: Duration = Patience.time) -> PushReach {
        let destinations = simulator.addresses.connectTo.map { text -> String in
            let host = String(text.prefix { $0 != ":" })
            guard let port = instead[host].flatMap({ simulator.addresses.ports[$0] }) else { return text }
            return "\(host):443:127.0.0.1:\(port)"
        }
        var reach = PushReach()
        (reach.certificates, reach.connectTo) = (simulator.addresses.ca, destinations)
        (reach.pauseAfterLoss, reach.timeout, reach.connectTimeout) = (1...20, timeout, timeout)
        return reach
    }

    func apns(_ reach: PushReach? = nil) throws -> APNsAdapter {
        let addresses = simulator.addresses
        let text = try BoundedFile.read(addresses.key, limit: 4_096).text
        return APNsAdapter(
            key: APNsKey(team: addresses.team, id: addresses.keyID, key: try P256PrivateKey(pem: text)),
            topic: addresses.topic,
            directory: folder,
            reach: reach ?? self.reach(),
            clock: clock,
            outlets: box.outlets
        )
    }

    func webPush(
        _ reach: PushReach? = nil,
        contact: String? = "mailto:ann@example.org",
        outlets: PushOutlets? = nil
    ) throws -> WebPushAdapter {
        WebPushAdapter(
            key: try VAPIDKeyFile.open(in: folder),
            contact: contact,
            hosts: ["push.example.org"],
            reach: reach ?? self.reach(),
            clock: clock,
            outlets: outlets ?? box.outlets
        )
    }

    /// A message that lives for half an hour from now.
    func message(_ number: Int) -> PushMessage {
        var message = PushSamples.message
        message.id = "0b7f9f5c-8f0e-5a31-9c55-" + Hexadecimal.encode(bigEndian(number, count: 6))
        message.notice.body = "Number \(number)"
        message.notice.expiresAt = (clock.now().wall ?? UnixTime(seconds: 0)).advanced(by: 1_800)
        return message
    }

    /// Phones of an app from the store, each with a token of its own.
    func phones(_ count: Int) throws -> [PushDelivery] {
        try (0..<count).map { number in
            try delivery(number, token: "00" + Hexadecimal.encode(bigEndian(number, count: 31)))
        }
    }

    func delivery(_ number: Int, token: String, environment: String = "production") throws -> PushDelivery {
        let json = #"{"token":"\#(token)","environment":"\#(environment)"}"#
        let address = try APNsDevice.address(registering: Array(json.utf8), atMilliseconds: 1)
        return PushDelivery(ticket: Int64(number), message: message(number), address: address)
    }

    private func bigEndian(_ number: Int, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
