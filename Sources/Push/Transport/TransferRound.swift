import SystemSupport
import CCurl
package import Core

/// One turn of the transport's thread after the other: start what may start, let libcurl work, judge what ended.
///
/// For that thread alone.
package struct TransferRound<Driver: TransferDriver> {
    private struct Flight {
        var slot: TransferSlot
        var job: Driver.Job
    }

    private var driver: Driver
    private let settings: TransferSettings
    private let multi: UnsafeMutableRawPointer
    private let outlets: PushOutlets
    private var queues: [String: OriginQueue<Driver.Job>] = [:]
    private var flights: [UnsafeMutableRawPointer: Flight] = [:]
    private var rested: [TransferSlot] = []
    private var answers: [PushAnswer] = []
    private var jumps = ClockJump()
    private var randomness = SystemRandomNumberGenerator()

    package init(
        driver: Driver,
        settings: TransferSettings,
        multi: UnsafeMutableRawPointer,
        outlets: PushOutlets
    ) {
        self.driver = driver
        self.settings = settings
        self.multi = multi
        self.outlets = outlets
    }

    package var isIdle: Bool { flights.isEmpty }

    package mutating func take(_ jobs: [Driver.Job]) {
        for job in jobs { enqueue(job) }
    }

    private mutating func enqueue(_ job: Driver.Job) {
        if queues[job.origin] == nil { queues[job.origin] = OriginQueue(width: settings.width) }
        queues[job.origin]?.append(job)
    }

    /// True when something ended, and so there may be room for more.
    package mutating func turn(at now: Moment) -> Bool {
        if jumps.saw(now) {
            for origin in queues.keys { queues[origin]?.handle(.clockJumped, at: now.monotonic) }
        }
        for origin in queues.keys { fill(origin, at: now) }
        var active: Int32 = 0
        curl_multi_perform(multi, &active)
        let hasEnded = collect(at: now)
        if flights.isEmpty || queues.count > 64 { releaseIdle() }
        return hasEnded
    }

    /// Milliseconds until a turn is due without anything happening.
    package func pollTimeout(at now: Duration) -> Int32 {
        let longest = Duration.seconds(flights.isEmpty ? 10 : 1)
        let due = queues.values.compactMap { $0.wakeUp(at: now) }.min().map {
            max($0 - now, .milliseconds(1))
        }
        return Int32(clamping: min(due ?? longest, longest).wholeMilliseconds)
    }

    /// The answers since the last harvest.
    package mutating func harvest() -> [PushAnswer] {
        defer { answers.removeAll(keepingCapacity: true) }
        return answers
    }

    /// Answers what has not been sent.
    package mutating func dropWaiting() {
        for origin in queues.keys {
            for job in queues[origin]?.takeAll() ?? [] { answer(job, .stopping) }
        }
    }

    /// Lets go of what is on its way; whether it arrives nobody knows.
    package mutating func abandon() {
        for (easy, flight) in flights {
            curl_multi_remove_handle(multi, easy)
            answer(flight.job, .unknown(reason: "the appliance stopped before the answer"))
        }
        flights = [:]
    }

    private mutating func answer(_ job: Driver.Job, _ outcome: DeliveryOutcome) {
        answers.append(PushAnswer(ticket: job.ticket, outcome: outcome))
    }

    /// Starts what a queue allows.
    private mutating func fill(_ origin: String, at now: Moment) {
        if let (jobs, outcome) = queues[origin]?.takeHeld(at: now.monotonic) {
            for job in jobs { answer(job, job.outcome(whileHeld: outcome)) }
            return
        }
        while var job = queues[origin]?.next(at: now.monotonic) {
            switch driver.prepare(&job, at: now) {
            case .answer(let outcome): answer(job, outcome)
            case .hold(let duration, let reason):
                hear(.refusedToken(duration, reason), of: origin, at: now.monotonic)
                answer(job, job.outcome(whileHeld: .channelHeld(after: duration, reason: reason)))
                return fill(origin, at: now)
            case .send(let request): start(job, request, at: now.monotonic)
            }
        }
    }

    private mutating func start(_ job: Driver.Job, _ request: OutgoingRequest, at now: Duration) {
        guard let slot = rested.popLast() ?? TransferSlot(settings) else {
            return answer(job, .backOff(after: .seconds(60), reason: "out of memory"))
        }
        let isNew = queues[job.origin]?.gate.wantsNewConnection ?? false
        guard slot.take(request, onNewConnection: isNew) else {
            rested.append(slot)
            return answer(job, .refused(reason: "the request cannot be written"))
        }
        _ = queues[job.origin]?.handle(.started, at: now)
        slot.mayConnect = queues[job.origin]?.gate.mayConnect ?? false
        flights[slot.easy] = Flight(slot: slot, job: job)
        curl_multi_add_handle(multi, slot.easy)
    }

    /// Whether anything ended.
    private mutating func collect(at now: Moment) -> Bool {
        var remaining: Int32 = 0
        var hasEnded = false
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
                continue
            }
            let code = message.pointee.data.result
            curl_multi_remove_handle(multi, easy)
            guard let flight = flights.removeValue(forKey: easy) else { continue }
            hasEnded = true
            let (ending, isConnectionGood) = flight.slot.ending(code)
            rested.append(flight.slot)
            guard !flight.slot.wasReturned(ending) else {
                _ = queues[flight.job.origin]?.handle(.returned, at: now.monotonic)
                enqueue(flight.job)
                continue
            }
            end(flight.job, ending, isConnectionGood: isConnectionGood, at: now)
        }
        return hasEnded
    }

    private mutating func end(
        _ job: Driver.Job,
        _ ending: TransferEnding,
        isConnectionGood: Bool,
        at now: Moment
    ) {
        let judgement = driver.judge(job, ending, at: now)
        switch judgement.fate {
        case .answer(let outcome): answer(job, outcome)
        case .again(let next): enqueue(next)
        }
        hear(ending, judgement, isConnectionGood: isConnectionGood, of: job, at: now.monotonic)
    }

    private mutating func hear(
        _ ending: TransferEnding,
        _ judgement: Judgement<Driver.Job>,
        isConnectionGood: Bool,
        of job: Driver.Job,
        at now: Duration
    ) {
        let origin = job.origin
        switch ending {
        case .answered(let reply) where isConnectionGood:
            let isAccepted = reply.status != 401 && reply.status != 403
            _ = queues[origin]?.handle(
                .answered(isAccepted: isAccepted, isMultiplexed: reply.isHTTP2),
                at: now
            )
        case .answered: lose(origin, words: nil, at: now)
        case .notSent(let words), .lost(let words):
            lose(origin, words: job.judgesOrigin ? words : nil, at: now)
        }
        if judgement.spoilsConnection { _ = queues[origin]?.handle(.spoiled, at: now) }
        guard case .answered(let reply) = ending, job.judgesOrigin else { return }
        switch judgement.health {
        case .unclear: break
        case .well: hear(.worked, of: origin, at: now)
        case .failing: hear(.failed("HTTP \(reply.status)"), of: origin, at: now)
        case .held(let duration):
            guard case .answer(let outcome) = judgement.fate else { return }
            hear(.held(duration, outcome.reason ?? "HTTP \(reply.status)"), of: origin, at: now)
        case .refusedToken(let duration):
            guard case .answer(let outcome) = judgement.fate else { return }
            hear(.refusedToken(duration, outcome.reason ?? "HTTP \(reply.status)"), of: origin, at: now)
        }
    }

    /// A connection was lost, with one request or with a hundred: that is one failure, and a pause.
    private mutating func lose(_ origin: String, words: String?, at now: Duration) {
        guard queues[origin]?.handle(.failed, at: now) == true else { return }
        let pause = Duration.milliseconds(Int64.random(in: settings.pauseAfterLoss, using: &randomness))
        queues[origin]?.pause(until: now + pause)
        if let words { hear(.failed(words), of: origin, at: now) }
    }

    /// Tells the breaker, and the log when that opens or closes it.
    private mutating func hear(_ event: Breaker.Event, of origin: String, at now: Duration) {
        let wasOpen = queues[origin]?.breaker.isHalfOpen ?? false
        queues[origin]?.handle(event, at: now)
        guard let breaker = queues[origin]?.breaker, breaker.isHalfOpen != wasOpen else { return }
        if let rest = breaker.remaining(at: now) {
            outlets.log("nothing is sent to \(origin) for \(rest.components.seconds) s: \(breaker.reason)")
        } else {
            outlets.log("\(origin) takes notices again")
        }
    }

    /// Gives back the memory of a burst, and forgets origins that have nothing to tell.
    ///
    /// Strangers can invent hosts below a service's domain: beyond a bound not even a breaker is kept, unless it is that of
    /// a service that worked.
    private mutating func releaseIdle() {
        if flights.isEmpty, rested.count > 4 { rested.removeLast(rested.count - 4) }
        guard queues.count > 64 else { return }
        let keepsBreakers = queues.count <= 256
        queues = queues.filter { _, queue in
            !queue.isIdle || queue.breaker.isHalfOpen && (keepsBreakers || queue.hasWorked)
        }
    }
}
