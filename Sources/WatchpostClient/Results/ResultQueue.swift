import WatchpostModel

/// How results come to their appliance: what is to be done next, one thing at a time.
///
/// A pass begins when something may be sent. It looks whether anything waits, finds out which appliance is there, takes
/// the oldest of its results, sends them, writes down what was said of them, and takes the next ones, until nothing is
/// left that was not tried. A result leaves what is written down only after the appliance has said that it is on the
/// board, or never will be: whoever is killed in between sends it again under the same key, and it counts once.
///
/// What fails ends the pass; pauses grow with each failure in a row, and are never shorter than the appliance asks for.
/// An appliance that knows no such game is left alone until the game starts again or hears of another connection.
/// Results of a board that is closed for a while wait on their own, and are no obstacle to the others.
package struct ResultQueue: Sendable {
    /// What happens.
    package enum Event: Hashable, Sendable {
        /// Something may be sent: a start, a new result, the end of a rest.
        case woke
        /// The connection may be another one: nothing is waited for but what the appliance asked for.
        case connected
        /// The game ends.
        case closed
        /// So many wait that were not put off.
        case looked(Int)
        /// This appliance is there.
        case located(String)
        case taken(WaitingResults.Batch)
        case answered(Delivery)
        /// It was written down; keys of those that have left because they were refused.
        case settled(Set<String>)
        /// What was begun last came to nothing.
        case failed(WatchpostError)
    }

    /// Something that takes time; each ends with an event.
    package enum Work: Hashable, Sendable {
        case look(except: Set<String>)
        case locate
        case take(appliance: String, except: Set<String>, most: Int)
        case send([GameResult], appliance: String)
        case settle(WaitingResults.Settlement)
    }

    /// What is to be done.
    package enum Effect: Hashable, Sendable {
        case begin(Work)
        case tell(ResultNews)
        /// The pass is over: whoever waits for an answer has none now. It is woken then, by this device's clock; nil: not
        /// by the clock.
        case rest(until: Int64?)
    }

    /// What an appliance says to a request with results.
    package struct Delivery: Hashable, Sendable {
        package var reply: HTTPReply
        /// It is about a registration that came before; the results themselves were not answered.
        package var isOfRegistration: Bool
        /// They were sent once at most: what is refused now was not taken before by a request whose answer was lost.
        package var isCertain: Bool

        package init(_ reply: HTTPReply, isOfRegistration: Bool = false, isCertain: Bool = true) {
            (self.reply, self.isOfRegistration, self.isCertain) = (reply, isOfRegistration, isCertain)
        }
    }

    /// What follows when something was written down.
    enum Sequel: Hashable, Sendable {
        case goOn([ResultNews])
        case pause(WatchpostError)
        case stop(ProblemBody)
    }

    enum Step: Hashable, Sendable {
        case idle, looking, locating, taking
        case sending(WaitingResults.Batch)
        case settling(Sequel)
        /// The appliance knows no such game.
        case stopped
        case closed
    }

    /// Until when nothing is sent, and how long that is, in milliseconds.
    private struct Pause: Hashable, Sendable {
        var until, length: Int64

        /// A clock that was set back is no reason to wait for longer.
        func isOn(at now: Int64) -> Bool { (1...length).contains(until - now) }

        /// When to look again, if it is `now`.
        func end(at now: Int64) -> Int64 { min(until, now + length) }
    }

    /// The appliance takes so many at once.
    package static let mostAtOnce = 50
    private static let firstPause: Int64 = 1_000
    private static let longestPause: Int64 = 300_000

    var step = Step.idle
    /// Which appliance is there.
    var appliance = ""
    /// How many go at once: one, where a whole request was refused.
    var size = ResultQueue.mostAtOnce
    /// Keys of those that are not to be tried in this pass.
    var passed: Set<String> = []
    /// Attempts in a row that came to nothing.
    var failures = 0
    /// Something came while a pass was under way.
    private var isWanted = false
    private var pause: Pause?
    /// Those that the appliance wants later, how often it has said so, and until when.
    private var later: (keys: Set<String>, times: Int, pause: Pause?) = ([], 0, nil)
    /// Those of `passed` that were put off before.
    private var early = 0
    /// Of the event that is handled.
    private(set) var now: Int64 = 0
    private var chance = 0.0

    package init() {}

    /// Takes what happened; what nobody waits for does nothing.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - now: milliseconds since 1970 by this device's clock.
    ///   - chance: from 0 up to 1, each time another one: not all games may come back at the same moment.
    /// - Returns: what is to be done, in this order.
    package mutating func handle(_ event: Event, at now: Int64, chance: Double) -> [Effect] {
        (self.now, self.chance) = (now, chance)
        switch (step, event) {
        case (.closed, _): return [.rest(until: nil)]
        case (_, .closed):
            step = .closed
            return [.rest(until: nil)]
        case (_, .woke): return wake()
        case (_, .connected):
            pause = nil
            if step == .stopped { step = .idle }
            return wake()
        case (.looking, .looked(let count)):
            guard count > 0 else { return end() }
            step = .locating
            return [.begin(.locate)]
        case (.locating, .located(let found)):
            appliance = found
            return take()
        case (.taking, .taken(let batch)): return took(batch)
        case (.sending(let batch), .answered(let delivery)): return judge(delivery, of: batch)
        case (.settling(let sequel), .settled(let gone)): return goOn(sequel, gone)
        case (.idle, .failed), (.stopped, .failed): return []
        case (.sending, .failed(let reason)): return hold(reason)
        case (_, .failed(let reason)): return fail(reason)
        default: return []
        }
    }

    private mutating func wake() -> [Effect] {
        switch step {
        case .idle:
            if let pause, pause.isOn(at: now) { return [.rest(until: pause.until)] }
            return look()
        case .stopped: return [.rest(until: nil)]
        default:
            isWanted = true
            return []
        }
    }

    private mutating func look() -> [Effect] {
        isWanted = false
        passed = later.pause?.isOn(at: now) == true ? later.keys : []
        (early, size, step) = (passed.count, ResultQueue.mostAtOnce, .looking)
        return [.begin(.look(except: passed))]
    }

    mutating func take() -> [Effect] {
        step = .taking
        return [.begin(.take(appliance: appliance, except: passed, most: size))]
    }

    private mutating func took(_ batch: WaitingResults.Batch) -> [Effect] {
        let news = batch.dropped.map { Effect.tell(.dropped($0, .old)) }
        if let until = batch.pause {
            // The clock may have been set since it was looked at.
            let length = min(max(until - now, 1), 2 * WaitingResults.longestPause)
            let asked = Pause(until: until, length: length)
            pause = asked
            return news + rest(until: asked.end(at: now))
        }
        guard !batch.results.isEmpty else { return news + end() }
        step = .sending(batch)
        return news + [.begin(.send(batch.results, appliance: appliance))]
    }

    /// Writes down what was said, if that changes anything, and then goes on.
    mutating func settle(_ settlement: WaitingResults.Settlement, then sequel: Sequel) -> [Effect] {
        guard !settlement.isEmpty else { return goOn(sequel, []) }
        step = .settling(sequel)
        return [.begin(.settle(settlement))]
    }

    /// Another process may have had the answer to a refusal first, and told it.
    private mutating func goOn(_ sequel: Sequel, _ gone: Set<String>) -> [Effect] {
        switch sequel {
        case .goOn(let news):
            let told = news.filter { one in
                guard case .refused(let result, _) = one else { return true }
                return gone.contains(result.key)
            }
            return told.map { Effect.tell($0) } + take()
        case .pause(let reason): return [.tell(.waiting(reason))] + rest(until: pause?.until)
        case .stop(let problem):
            let effects: [Effect] = [.tell(.stopped(problem))] + rest(until: nil)
            step = .stopped
            return effects
        }
    }

    /// Nothing is left that was not tried.
    private mutating func end() -> [Effect] {
        step = .idle
        putOff()
        if isWanted { return look() }
        return [.rest(until: passed.isEmpty ? nil : later.pause?.end(at: now))]
    }

    private mutating func rest(until: Int64?) -> [Effect] {
        step = .idle
        isWanted = false
        putOff()
        return [.rest(until: until)]
    }

    private mutating func putOff() {
        if passed.count > early {
            let length = grown(later.times + 1)
            later = (passed, later.times + 1, Pause(until: now + length, length: length))
        } else if early == 0 {
            later = ([], 0, nil)
        }
        early = passed.count
    }

    /// The pass ends without an answer of the appliance.
    private mutating func fail(_ reason: WatchpostError) -> [Effect] {
        put(pauseOf: reason)
        return [.tell(.waiting(reason))] + rest(until: pause?.until)
    }

    /// Longer with each failure in a row, and at least as long as the appliance asks for; that is what comes back.
    @discardableResult
    mutating func put(pauseOf reason: WatchpostError) -> Int64? {
        failures += 1
        var length = grown(failures)
        var asked: Int64?
        if case .busy(let seconds) = reason {
            let wait = min(Int64(min(max(seconds, 1), 1 << 30)) * 1_000, WaitingResults.longestPause)
            asked = now + wait + Int64(chance * 1_000)
            length = max(length, wait + Int64(chance * 1_000))
        }
        pause = Pause(until: now + length, length: length)
        return asked
    }

    /// In milliseconds.
    private func grown(_ times: Int) -> Int64 {
        let length = min(ResultQueue.firstPause << Int64(min(times - 1, 20)), ResultQueue.longestPause)
        return Int64(Double(length) * (0.5 + chance))
    }
}
