import Core

/// One POST to a push service.
struct OutgoingRequest: Sendable {
    /// The address; https.
    var url: String
    /// Whole field lines without line breaks.
    var fields: [String]
    var body: [UInt8]
    /// Whether the host may be inside the private network.
    var mayBePrivate = false
}

/// How a request ended, as far as can be told from here.
enum TransferEnding: Sendable, Hashable {
    /// With a status, whatever became of the connection afterwards.
    case answered(PushReply)
    /// Certainly without a byte of it having left: no name, no connection, a wrong certificate.
    case notSent(String)
    /// Perhaps received, perhaps not.
    case lost(String)
}

/// What a push service said.
struct PushReply: Sendable, Hashable {
    var status: Int
    /// Its beginning, at most 4 KiB.
    var body: [UInt8] = []
    /// `Retry-After` in seconds.
    var retryAfter: Int64?
    var isHTTP2 = true
}

/// What the transport asks of an adapter; a value, so that an adapter's rules can be tested without a thread.
protocol TransferDriver: Sendable {
    /// What waits in the transport.
    associatedtype Job: TransferJob

    /// Makes the request of a job, right before it is sent; the job may remember what it was sent with.
    mutating func prepare(_ job: inout Job, at now: Moment) -> Preparation

    /// Judges how it ended.
    mutating func judge(_ job: Job, _ ending: TransferEnding, at now: Moment) -> Judgement<Job>
}

/// One delivery on its way through the transport.
protocol TransferJob: Sendable {
    /// Names it in its answer.
    var ticket: Int64 { get }
    /// `https://host`: jobs for one origin share a connection, a gate and a breaker.
    var origin: String { get }

    /// Whether its fate says anything about the origin to others.
    var judgesOrigin: Bool { get }

    /// The answer while its origin is held; `outcome` says for how long and why.
    func outcome(whileHeld outcome: DeliveryOutcome) -> DeliveryOutcome
}

extension TransferJob {
    var judgesOrigin: Bool { true }
}

/// What an adapter makes of a job.
enum Preparation: Sendable {
    case send(OutgoingRequest)
    /// There is nothing to send.
    case answer(DeliveryOutcome)
    /// Nothing of this origin can be sent for so long.
    case hold(Duration, String)
}

/// What an adapter makes of an ending.
struct Judgement<Job: TransferJob>: Sendable {
    /// What happens with the job.
    enum Fate: Sendable {
        case answer(DeliveryOutcome)
        /// Once more, at the end of the queue of its origin.
        case again(Job)
    }

    var fate: Fate
    var health = PushVerdict.Health.well
    /// The connection must not be used again.
    var spoilsConnection = false
}
