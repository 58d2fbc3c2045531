package import WatchpostModel

/// Decides when an upstream may be asked that is there for people and owes programs nothing: seldom, never twice in quick
/// succession, and not at all for a day once it has said no.
///
/// One value for all feeds of the upstream: its no is meant for the whole appliance. Times are monotonic, but for the end of
/// a stop that outlived a restart.
package struct RequestPacer: Hashable, Sendable {
    /// How an upstream says that it does not want to be asked.
    package enum Refusal: Hashable, Sendable {
        /// 401, 403 or 451.
        case forbidden(status: Int)
        /// 404 or 410: there is nothing at this address any more.
        case gone(status: Int)
        /// 429.
        case tooMany
        /// It does not know the question, with the word it has for that: whoever repeats it gets no other answer.
        case unknownQuestion(String)
    }

    package enum Event: Hashable, Sendable {
        /// Somebody wants to ask.
        case wanted
        /// An answer came, in the form that was hoped for.
        case answered
        /// It said no; `retryAfter` is its own wish, `jitter` in 0..<1 keeps many appliances from coming back together.
        case refused(Refusal, retryAfter: Duration?, jitter: Double)
        /// An earlier run was told no, and meant to leave it alone until then; `wall`: now, nil while no clock can be trusted.
        ///
        /// Without one it is left alone as well, until the same comes again with the time.
        case restored(Refusal, until: UnixTime, wall: UnixTime?)
    }

    package enum Effect: Hashable, Sendable {
        /// Ask now; it is counted.
        case ask
        /// Want again after this time.
        case wait(Duration)
        /// Do not ask: it said no, and is left alone for so much longer.
        case leaveAlone(Refusal, for: Duration)
        /// Tell people that it is left alone from now on, for so long.
        case tellStopped(Refusal, for: Duration)
        /// Tell people that it is still left alone, for so much longer.
        case tellStillStopped(Refusal, for: Duration)
        /// Tell people that it answers again.
        case tellResumed
    }

    private struct Stop: Hashable, Sendable {
        var refusal: Refusal
        var until: Duration
    }

    private let spacing: Duration
    private var budget: RequestBudget
    private var nextRequest: Duration
    /// What it said last, and until when it is left alone; kept until an answer proves that it was meant for then.
    private var stop: Stop?

    /// - Parameters:
    ///   - interval: The time between two polls of one feed that go well.
    ///   - feeds: How many share the upstream.
    ///   - now: The monotonic time.
    package init(interval: Duration, feeds: Int, now: Duration) {
        spacing = min(interval / RequestPacer.gapsInInterval, RequestPacer.longestSpacing)
        nextRequest = now
        let usual = Double(max(feeds, 1)) * (.seconds(3_600) / max(interval, .seconds(1)))
        // Rechecks while realms go up and down come on top of the usual polls, and never more than this.
        budget = RequestBudget(perHour: max(20, Int(usual * RequestPacer.mostRechecks)), now: now)
    }

    /// The one entry; effects come in the order in which they are to be performed.
    package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        switch event {
        case .wanted: return [permission(at: now)]
        case .answered:
            // What was under way when another feed was refused takes nothing back.
            guard let stop, now >= stop.until else { return [] }
            self.stop = nil
            return [.tellResumed]
        case .refused(let refusal, let retryAfter, let jitter):
            let wish = rest(after: refusal, retryAfter: retryAfter)
            let rest = wish + wish * (jitter / RequestPacer.latecomers)
            let isStopped = stop.map { now < $0.until } ?? false
            stop = Stop(refusal: refusal, until: now + rest)
            return isStopped ? [] : [.tellStopped(refusal, for: rest)]
        case .restored(let refusal, let until, let wall):
            guard let rest = RequestPacer.rest(until: until, wall: wall) else {
                // What was held without a clock is over.
                if let stop { self.stop?.until = min(stop.until, now) }
                return []
            }
            stop = Stop(refusal: refusal, until: now + rest)
            return [.tellStillStopped(refusal, for: rest)]
        }
    }

    /// What it said and how much longer it is left alone for that, as a later run may take it over; nil: it may be asked.
    package func kept(at now: Duration) -> (refusal: Refusal, rest: Duration)? {
        guard let stop, now < stop.until else { return nil }
        return (stop.refusal, min(stop.until - now, RequestPacer.longestKept))
    }

    /// What it said, while it is left alone for that.
    package func refusal(at now: Duration) -> Refusal? {
        guard let stop, now < stop.until else { return nil }
        return stop.refusal
    }

    private mutating func permission(at now: Duration) -> Effect {
        if let stop, now < stop.until { return .leaveAlone(stop.refusal, for: stop.until - now) }
        guard now >= nextRequest else { return .wait(nextRequest - now) }
        if let wait = budget.take(at: now) { return .wait(wait) }
        nextRequest = now + spacing
        return .ask
    }

    /// How much longer an earlier run's no counts; without a clock as long as one can; nil: it is over, or was of a wrong clock.
    private static func rest(until: UnixTime, wall: UnixTime?) -> Duration? {
        guard let wall else { return longestKept }
        guard until > wall, until.since(wall) <= longestKept.components.seconds else { return nil }
        return .seconds(until.since(wall))
    }

    /// A day; what it wishes itself where that is longer, or where it says only that this was too often.
    private func rest(after refusal: Refusal, retryAfter: Duration?) -> Duration {
        guard let retryAfter else { return RequestPacer.day }
        // Whoever may come back at once has still just been told that this was too often.
        if refusal == .tooMany { return max(retryAfter, RequestPacer.shortestRest) }
        return max(retryAfter, RequestPacer.day)
    }

    private static let day = Duration.seconds(86_400)
    /// A day and its twelfth: an end that is further off was written by a clock that went wrong.
    private static let longestKept = Duration.seconds(93_600)
    private static let shortestRest = Duration.seconds(900)
    /// The feeds of one appliance are asked one after the other: with five minutes, ten seconds apart.
    private static let gapsInInterval = 30
    private static let longestSpacing = Duration.seconds(10)
    private static let mostRechecks = 2.5
    /// A stop ends up to a twelfth later than it could.
    private static let latecomers = 12.0
}
