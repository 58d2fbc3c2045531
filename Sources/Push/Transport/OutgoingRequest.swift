package import Core

/// One POST to a push service.
package struct OutgoingRequest: Sendable {
    /// The address; https.
    package var url: String
    /// Whole field lines without line breaks.
    package var fields: [String]
    package var body: [UInt8]
    /// Whether the host may be inside the private network.
    package var mayBePrivate = false
}

/// How a request ended, as far as can be told from here.
package enum TransferEnding: Sendable, Hashable {
    /// With a status, whatever became of the connection afterwards.
    case answered(PushReply)
    /// Certainly without a byte of it having left: no name, no connection, a wrong certificate.
    case notSent(String)
    /// Perhaps received, perhaps not.
    case lost(String)
}

/// What a push service said.
package struct PushReply: Sendable, Hashable {
    package var status: Int
    /// Its beginning, at most 4 KiB.
    package var body: [UInt8] = []
    /// `Retry-After` in seconds.
    package var retryAfter: Int64?
    package var isHTTP2 = true
}

/// What the transport asks of an adapter; a value, so that an adapter's rules can be tested without a thread.
package protocol TransferDriver: Sendable {
    /// What waits in the transport.
    associatedtype Job: TransferJob

    /// Makes the request of a job, right before it is sent; the job may remember what it was sent with.
    mutating func prepare(_ job: inout Job, at now: Moment) -> Preparation

    /// Judges how it ended.
    mutating func judge(_ job: Job, _ ending: TransferEnding, at now: Moment) -> Judgement<Job>
}

/// One delivery on its way through the transport.
package protocol TransferJob: Sendable {
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
    package var judgesOrigin: Bool { true }
}

/// What an adapter makes of a job.
package enum Preparation: Sendable {
    case send(OutgoingRequest)
    /// There is nothing to send.
    case answer(DeliveryOutcome)
    /// Nothing of this origin can be sent for so long.
    case hold(Duration, String)
}

/// What an adapter makes of an ending.
package struct Judgement<Job: TransferJob>: Sendable {
    /// What happens with the job.
    package enum Fate: Sendable {
        case answer(DeliveryOutcome)
        /// Once more, at the end of the queue of its origin.
        case again(Job)
    }

    package var fate: Fate
    package var health = PushVerdict.Health.well
    /// The connection must not be used again.
    package var spoilsConnection = false
}
