import Core
import SystemSupport
import Transfers

/// A transport's part of its loop: start what may start, judge what ended.
struct TransferRound<Driver: TransferDriver>: TransferUser {
    private var driver: Driver
    private let reach: PushReach
    /// Requests in flight to one origin at most.
    private let width: Int
    private let clock: SystemClock
    private let outlets: PushOutlets
    private var queues: [String: OriginQueue<Driver.Job>] = [:]
    private var answers: [PushAnswer] = []
    /// When this turn began.
    private var now: Moment
    private var jumps = ClockJump()
    private var randomness = SystemRandomNumberGenerator()

    init(driver: Driver, reach: PushReach, width: Int, clock: SystemClock, outlets: PushOutlets) {
        self.driver = driver
        self.reach = reach
        self.width = width
        self.clock = clock
        self.outlets = outlets
        now = clock.now()
    }

    mutating func begin(_ jobs: [Driver.Job], isClosing: Bool, _ transfers: inout TransferSet<Driver.Job>) {
        now = clock.now()
        for job in jobs { enqueue(job) }
        if isClosing { dropWaiting() }
        if jumps.saw(now) {
            for origin in queues.keys { queues[origin]?.handle(.clockJumped, at: now.monotonic) }
        }
        for origin in queues.keys { fill(origin, &transfers) }
    }

    private mutating func enqueue(_ job: Driver.Job) {
        if queues[job.origin] == nil { queues[job.origin] = OriginQueue(width: width) }
        queues[job.origin]?.append(job)
    }

    mutating func turned() -> Duration? {
        forgetOrigins()
        if !answers.isEmpty {
            outlets.answers(answers)
            answers.removeAll(keepingCapacity: true)
        }
        outlets.progress()
        return queues.values.compactMap { $0.wakeUp(at: now.monotonic) }.min().map { $0 - now.monotonic }
    }

    /// Answers what has not been sent.
    private mutating func dropWaiting() {
        for origin in queues.keys {
            for job in queues[origin]?.takeAll() ?? [] { answer(job, .stopping) }
        }
    }

    func closed() { outlets.ended() }

    private mutating func answer(_ job: Driver.Job, _ outcome: DeliveryOutcome) {
        answers.append(PushAnswer(ticket: job.ticket, outcome: outcome))
    }

    /// Starts what a queue allows.
    private mutating func fill(_ origin: String, _ transfers: inout TransferSet<Driver.Job>) {
        if let (jobs, outcome) = queues[origin]?.takeHeld(at: now.monotonic) {
            for job in jobs { answer(job, job.outcome(whileHeld: outcome)) }
            return
        }
        while var job = queues[origin]?.next(at: now.monotonic) {
            switch driver.prepare(&job, at: now) {
            case .answer(let outcome): answer(job, outcome)
            case .hold(let duration, let reason):
                hear(.refusedToken(duration, reason), of: origin)
                answer(job, job.outcome(whileHeld: .channelHeld(after: duration, reason: reason)))
                return fill(origin, &transfers)
            case .send(let request): start(job, request, &transfers)
            }
        }
    }

    private mutating func start(
        _ job: Driver.Job,
        _ request: OutgoingRequest,
        _ transfers: inout TransferSet<Driver.Job>
    ) {
        // What the gate will say once it has started.
        var gate = queues[job.origin]?.gate ?? ConnectionGate(width: width)
        let isNew = gate.wantsNewConnection
        _ = gate.handle(.started, at: now.monotonic)
        let transfer = reach.transfer(request, mayConnect: gate.mayConnect, onNewConnection: isNew)
        do throws(TransferRefusal) {
            try transfers.start(transfer, as: job)
            tell(.started, job.origin)
        } catch {
            let backOff = DeliveryOutcome.backOff(after: .seconds(60), reason: error.words)
            answer(job, error.isOfRequest ? .refused(reason: "the request cannot be written") : backOff)
        }
    }

    mutating func end(_ job: Driver.Job, _ end: TransferEnd) {
        guard end.cause != .closed else {
            // Whether what was sent arrives nobody knows.
            let unknown = DeliveryOutcome.unknown(reason: "the box stopped before the answer")
            return answer(job, end.wasSent ? unknown : .stopping)
        }
        if end.status < 200, !end.wasSent, end.wasRefusedSocket {
            tell(.returned, job.origin)
            return enqueue(job)
        }
        let ending = TransferEnding(end)
        let judgement = driver.judge(job, ending, at: now)
        switch judgement.fate {
        case .answer(let outcome): answer(job, outcome)
        case .again(let next): enqueue(next)
        }
        hear(ending, judgement, isConnectionGood: end.isConnectionGood, of: job)
    }

    /// Tells the gate.
    private mutating func tell(_ event: ConnectionGate.Event, _ origin: String) {
        _ = queues[origin]?.handle(event, at: now.monotonic)
    }

    private mutating func hear(
        _ ending: TransferEnding,
        _ judgement: Judgement<Driver.Job>,
        isConnectionGood: Bool,
        of job: Driver.Job
    ) {
        let origin = job.origin
        switch ending {
        case .answered(let reply) where isConnectionGood:
            let isAccepted = reply.status != 401 && reply.status != 403
            tell(.answered(isAccepted: isAccepted, isMultiplexed: reply.isHTTP2), origin)
        case .answered: lose(origin, words: nil)
        case .notSent(let words), .lost(let words):
            lose(origin, words: job.judgesOrigin ? words : nil)
        }
        if judgement.spoilsConnection { tell(.spoiled, origin) }
        guard case .answered(let reply) = ending, job.judgesOrigin else { return }
        switch judgement.health {
        case .unclear: break
        case .well: hear(.worked, of: origin)
        case .failing: hear(.failed("HTTP \(reply.status)"), of: origin)
        case .held(let duration):
            guard case .answer(let outcome) = judgement.fate else { return }
            hear(.held(duration, outcome.reason ?? "HTTP \(reply.status)"), of: origin)
        case .refusedToken(let duration):
            guard case .answer(let outcome) = judgement.fate else { return }
            hear(.refusedToken(duration, outcome.reason ?? "HTTP \(reply.status)"), of: origin)
        }
    }

    /// A connection was lost, with one request or with a hundred: that is one failure, and a pause.
    private mutating func lose(_ origin: String, words: String?) {
        guard queues[origin]?.handle(.failed, at: now.monotonic) == true else { return }
        let pause = Duration.milliseconds(Int64.random(in: reach.pauseAfterLoss, using: &randomness))
        queues[origin]?.pause(until: now.monotonic + pause)
        if let words { hear(.failed(words), of: origin) }
    }

    /// Tells the breaker, and the log when that opens or closes it.
    private mutating func hear(_ event: Breaker.Event, of origin: String) {
        let wasOpen = queues[origin]?.breaker.isHalfOpen ?? false
        queues[origin]?.handle(event, at: now.monotonic)
        guard let breaker = queues[origin]?.breaker, breaker.isHalfOpen != wasOpen else { return }
        if let rest = breaker.remaining(at: now.monotonic) {
            outlets.log("nothing is sent to \(origin) for \(rest.components.seconds) s: \(breaker.reason)")
        } else {
            outlets.log("\(origin) takes notices again")
        }
    }

    /// Forgets origins that have nothing to tell.
    ///
    /// Strangers can invent hosts below a service's domain: beyond a bound not even a breaker is kept, unless it is that of
    /// a service that worked.
    private mutating func forgetOrigins() {
        guard queues.count > 64 else { return }
        let keepsBreakers = queues.count <= 256
        queues = queues.filter { _, queue in
            !queue.isIdle || queue.breaker.isHalfOpen && (keepsBreakers || queue.hasWorked)
        }
    }
}

extension TransferEnd {
    /// What of an answer is longer than anybody reads is cut off, which is not the connection's fault.
    fileprivate var isConnectionGood: Bool { cause == .complete || cause == .bodyTooLong }
}

extension TransferEnding {
    fileprivate init(_ end: TransferEnd) {
        // An interim answer (1xx) is none.
        guard end.status >= 200 else {
            let detail = end.detail.isEmpty ? end.words : end.detail
            let words =
                end.wasRefusedAddress ? "the host is inside a private network" : String(detail.prefix(200))
            self = end.wasSent ? .lost(words) : .notSent(words)
            return
        }
        self = .answered(
            PushReply(
                status: end.status,
                body: Array(end.body),
                retryAfter: end.retryAfter,
                isHTTP2: end.isHTTP2
            )
        )
    }
}
