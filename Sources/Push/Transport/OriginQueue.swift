package import Core

/// All that is on its way to one push service: what waits, the gate before the connection, and the breaker.
///
/// A value: what it allows follows from what it was told. Times are monotonic.
package struct OriginQueue<Job: TransferJob>: Sendable {
    package private(set) var gate: ConnectionGate
    package private(set) var breaker = Breaker()
    /// Whether the service ever did what it was asked.
    package private(set) var hasWorked = false
    private var waiting: [Job] = []
    /// Where `waiting` begins; what is before it has left.
    private var head = 0
    private var pausedUntil = Duration.zero

    package init(width: Int) {
        gate = ConnectionGate(width: width)
    }

    /// How many wait.
    package var count: Int { waiting.count - head }

    /// Nothing waits and nothing is on its way.
    package var isIdle: Bool { count == 0 && gate.inFlight == 0 }

    package mutating func append(_ job: Job) {
        waiting.append(job)
    }

    /// The next job that may start now.
    package mutating func next(at now: Duration) -> Job? {
        guard count > 0, breaker.remaining(at: now) == nil, pausedUntil <= now, gate.allowsStart(at: now)
        else {
            return nil
        }
        return pop()
    }

    /// Takes all that waits while the breaker is open, with the time that is left and the reason.
    package mutating func takeHeld(at now: Duration) -> (jobs: [Job], outcome: DeliveryOutcome)? {
        guard count > 0, let rest = breaker.remaining(at: now) else { return nil }
        return (takeAll(), .channelHeld(after: rest, reason: breaker.reason))
    }

    /// Takes all that waits.
    package mutating func takeAll() -> [Job] {
        defer { (waiting, head) = ([], 0) }
        return Array(waiting[head...])
    }

    /// When something may change by time alone; nil while only an answer can.
    package func wakeUp(at now: Duration) -> Duration? {
        count > 0 && pausedUntil > now ? pausedUntil : nil
    }

    package mutating func handle(_ event: ConnectionGate.Event, at now: Duration) -> Bool {
        gate.handle(event, at: now)
    }

    package mutating func handle(_ event: Breaker.Event, at now: Duration) {
        hasWorked = hasWorked || event == .worked
        breaker.handle(event, at: now)
    }

    /// Nothing is sent before `time`.
    package mutating func pause(until time: Duration) {
        pausedUntil = time
    }

    private mutating func pop() -> Job {
        defer { compact() }
        head += 1
        return waiting[head - 1]
    }

    /// Lets go of what has left once it is half of the memory.
    private mutating func compact() {
        guard head == waiting.count || head > 256 && head * 2 > waiting.count else { return }
        waiting.removeFirst(head)
        head = 0
    }
}
