import Foundation
import TestSupport
import WatchpostClient
import WatchpostModel

/// The file of a game as one of its processes sees it until it is killed: at a write, before or after that.
///
/// `@unchecked Sendable`: one test at a time uses it, on one thread.
final class MortalStorage: RecordStorage, @unchecked Sendable {
    private let disk: LockedBox<Data?>
    private var writesLeft: Int
    private let isBefore: Bool
    private(set) var isDead = false

    init(_ disk: LockedBox<Data?>, writes: Int, isBefore: Bool) {
        self.disk = disk
        self.isBefore = isBefore
        writesLeft = writes
    }

    func read() throws(WatchpostError) -> Data? {
        guard !isDead else { throw .cancelled }
        return disk.value
    }

    func update(_ change: (Data?) -> RecordFile.Change) throws(WatchpostError) {
        guard !isDead else { throw .cancelled }
        switch change(disk.value) {
        case .keep: return
        case .damaged: throw .storage("what was written cannot be read")
        case .write(let bytes):
            writesLeft -= 1
            isDead = writesLeft < 0
            if !isDead || !isBefore { disk.change { $0 = bytes } }
            if isDead { throw .cancelled }
        }
    }
}

/// An appliance with its boards, written from docs/protocol.md; it is killed before or after it has written.
struct ModelBox {
    /// What was taken, by its key.
    private(set) var board: [String: GameResult] = [:]
    /// A board that is closed for a while.
    var closed: String?
    /// Breaches of the manual.
    private(set) var complaints: [String] = []

    /// Whether any board ever takes it.
    static func takes(_ result: GameResult) -> Bool {
        result.board != "nowhere" && result.score >= 0 && result.extra != "poison"
    }

    /// Takes a request; `time`: seconds since 1970 by its own clock.
    mutating func take(_ results: [GameResult], at time: Int64) -> HTTPReply {
        if !(1...50).contains(results.count) { complaints.append("\(results.count) at once") }
        if results.contains(where: { $0.extra == "poison" }) { return ScriptedTransport.problem(400, nil) }
        return ResultSample.reply(results.map { one($0, at: time) })
    }

    private mutating func one(
        _ result: GameResult,
        at time: Int64
    ) -> (result: GameResult, status: Int, code: String?) {
        if result.board == "nowhere" { return (result, 404, nil) }
        if result.board == closed { return (result, 503, "board-closed") }
        if let known = board[result.key] { return (result, known == result ? 200 : 422, "key-used") }
        let claim = result.achieved.map { time - $0.seconds } ?? 0
        guard ModelBox.takes(result), (-300...30 * 86_400).contains(claim) else {
            return (result, 422, "result-refused")
        }
        board[result.key] = result
        return (result, 201, nil)
    }
}

/// A game in up to two processes on one device, what is written down, two appliances that may be at its address, and all
/// that goes wrong.
struct ResultWorld {
    /// One process of the game.
    struct Game {
        var rule = ResultQueue()
        let storage: MortalStorage
        var store: ResultStore { ResultStore(storage) }
        /// What it has begun, and what came of it and is not heard yet.
        var work: ResultQueue.Work?
        var event: ResultQueue.Event?
        /// By the true clock, in milliseconds.
        var wakes: Int64?
    }

    /// When it begins.
    static let begin: Int64 = 1_790_000_000_000

    var random: SeededGenerator
    let disk = LockedBox<Data?>(nil)
    var games: [Game] = []
    var boxes = ["a": ModelBox(), "b": ModelBox()]
    var there = "a"
    /// Which was last met, as it is written down.
    var met: String?
    /// Milliseconds since 1970, and by how much the device's clock is wrong.
    var time: Int64 = ResultWorld.begin
    var skew: Int64 = 0
    /// All that was ever written down, and for whom, where one was known.
    var written: [String: (result: GameResult, appliance: String?)] = [:]
    var refused: Set<String> = []
    var dropped = 0
    var stops = 0
    var kills = 0
    var served = 0
    var isWell = false
    private var keys = ResultKeys()
    private var score: Int64 = 0

    init(_ random: SeededGenerator) {
        self.random = random
    }

    private var deviceTime: Int64 { time + skew }

    /// A process begins; it is killed at its write of this number.
    mutating func start(writes: Int, isBefore: Bool) {
        games.append(Game(storage: MortalStorage(disk, writes: writes, isBefore: isBefore)))
        hear(.woke, games.count - 1)
    }

    /// What waits, as it is written down.
    var waiting: WaitingResults {
        let reader = MortalStorage(disk, writes: 0, isBefore: true)
        return (try? ResultStore(reader).read()) ?? WaitingResults()
    }

    /// A person plays.
    mutating func play(_ index: Int) {
        score += 1
        let claim = random.one(in: 3) ? UnixTime(seconds: deviceTime / 1_000) : nil
        let result = GameResult(
            key: keys.next(at: deviceTime, using: &random),
            board: random.one(in: 12) ? "nowhere" : random.one(in: 2) ? "level-1" : "level-2",
            score: random.one(in: 12) ? -score : score,
            achieved: claim,
            extra: random.one(in: 20)
                ? "poison" : random.one(in: 4) ? String(repeating: "ż", count: 100) : nil
        )
        _ = try? games[index].store.add(result, for: met, at: "http://box")
        if waiting.entries.contains(where: { $0.result == result }) { written[result.key] = (result, met) }
        hear(.woke, index)
    }

    /// Something happens in one process; the dead hear nothing.
    mutating func hear(_ event: ResultQueue.Event, _ index: Int) {
        guard !games[index].storage.isDead else { return }
        let chance = Double.random(in: 0..<1, using: &random)
        for effect in games[index].rule.handle(event, at: deviceTime, chance: chance) {
            switch effect {
            case .begin(let work): games[index].work = work
            case .tell(let news): note(news)
            case .rest(let until):
                games[index].wakes = until.map { time + min(max($0 - deviceTime, 50), 86_400_000) }
            }
        }
    }

    private mutating func note(_ news: ResultNews) {
        switch news {
        case .refused(let result, _): refused.insert(result.key)
        case .dropped: dropped += 1
        case .stopped: stops += 1
        case .sent, .waiting: break
        }
    }

    /// A process begins or ends what it does; false: it does nothing.
    mutating func goOn(_ index: Int) -> Bool {
        if let event = games[index].event {
            games[index].event = nil
            hear(event, index)
            return true
        }
        guard let work = games[index].work else { return false }
        games[index].work = nil
        games[index].event = outcome(of: work, games[index].store)
        return true
    }

    private mutating func outcome(of work: ResultQueue.Work, _ store: ResultStore) -> ResultQueue.Event {
        do throws(WatchpostError) {
            switch work {
            case .look(let keys): return .looked(try store.read().count(at: "http://box", except: keys))
            case .locate:
                met = there
                return .located(there)
            case .take(let appliance, let keys, let most):
                let request = WaitingResults.Request(
                    appliance: appliance,
                    address: "http://box",
                    except: keys,
                    most: most,
                    now: deviceTime,
                    time: time
                )
                return .taken(try store.change { $0.take(request) }.value)
            case .settle(let settlement):
                let now = deviceTime
                return .settled(try store.change { $0.settle(settlement, at: now) }.value)
            case .send(let results, let appliance): return try send(results, to: appliance)
            }
        } catch {
            return .failed(error)
        }
    }

    private mutating func send(
        _ results: [GameResult],
        to appliance: String
    ) throws(WatchpostError) -> ResultQueue.Event {
        guard there == appliance else { throw .unreachable("another box answers at this address") }
        served += 1
        let weather = isWell ? 99 : Int.random(in: 0..<14, using: &random)
        boxes[there]?.closed = weather == 0 ? "level-1" : nil
        switch weather {
        case 1: throw .unreachable("killed before it had written")
        case 2: throw .busy(retryAfter: Int.random(in: 0...90, using: &random))
        case 3: return .answered(.init(HTTPReply(status: 502, body: Data("<h1>Bad gateway</h1>".utf8))))
        case 4: return .answered(.init(HTTPReply(status: 200, body: Data("<h1>Our hotel</h1>".utf8))))
        case 5 where random.one(in: 4): return .answered(.init(ScriptedTransport.problem(404, nil)))
        case 6:
            let field = ["retry-after": "\(Int.random(in: 1...90, using: &random))"]
            return .answered(.init(ScriptedTransport.problem(503, "busy", headers: field)))
        case 7: return .answered(.init(ScriptedTransport.problem(413, nil), isOfRegistration: true))
        default: break
        }
        let seconds = time / 1_000
        guard var reply = boxes[there]?.take(results, at: seconds) else { throw .cancelled }
        switch weather {
        case 8, 9: throw .unreachable("killed after it had written")
        case 10: reply.body = reply.body.prefix(20)
        case 11: return .answered(.init(reply, isCertain: false))
        default: break
        }
        return .answered(.init(reply))
    }
}
