import Core
import Glibc

/// The durable steps of a notice's way, at each of which a plug may be pulled.
///
/// `…-committing`: all of a transaction's SQL has run and its commit has not begun; `…-committed`: it is durable, and
/// nobody has been told yet. docs/notifications.md says what a phone sees of it.
enum CrashStep: String, CaseIterable, Sendable {
    /// The event that says what happened, and what it means for phones.
    case eventCommitting = "event-committing"
    case eventCommitted = "event-committed"
    /// Changes become rows of the outbox.
    case fanOutCommitting = "fan-out-committing"
    case fanOutCommitted = "fan-out-committed"
    /// Map alerts become rows of the outbox, and the cursor moves.
    case alertsCommitting = "alerts-committing"
    case alertsCommitted = "alerts-committed"
    /// Rows are judged and leased, a batch at a time.
    case leaseCommitting = "lease-committing"
    case leaseCommitted = "lease-committed"
    /// A request has left whole and waits for its answer.
    case requestWritten = "request-written"
    /// A push service has answered, and nobody but the transport's thread knows.
    case answerTaken = "answer-taken"
    /// What became of deliveries, and what phones know now.
    case settlementCommitting = "settlement-committing"
    case settlementCommitted = "settlement-committed"
    /// A dead letter is sent again.
    case replayCommitting = "replay-committing"
    case replayCommitted = "replay-committed"
    /// Tables are bounded.
    case sweepCommitting = "sweep-committing"
    case sweepCommitted = "sweep-committed"
    /// A start takes back what the process before it had leased.
    case resumeCommitting = "resume-committing"
    case resumeCommitted = "resume-committed"

    /// The writes of the stores that are steps, by the names that they have there.
    private static let writes: [String: (before: CrashStep, after: CrashStep)] = [
        "announce changes": (.eventCommitting, .eventCommitted),
        "fan out notices": (.fanOutCommitting, .fanOutCommitted),
        "fire map alerts": (.alertsCommitting, .alertsCommitted),
        "lease notices": (.leaseCommitting, .leaseCommitted),
        "settle notices": (.settlementCommitting, .settlementCommitted),
        "replay a dead letter": (.replayCommitting, .replayCommitted),
        "sweep notices": (.sweepCommitting, .sweepCommitted),
        "resume notices": (.resumeCommitting, .resumeCommitted),
    ]

    /// The step that a write's commit is; nil for writes that are none.
    init?(write: String, _ phase: Database.CommitPhase) {
        guard let steps = CrashStep.writes[write] else { return nil }
        self = phase == .before ? steps.before : steps.after
    }
}

/// Kills the process when it passes one step for the n-th time; for tests alone.
///
/// `$WATCHPOST_CRASH_AT=STEP[:N]`, which is not even read unless `$WATCHPOST_TEST` is set: in production there is none.
final class CrashPoint: Sendable {
    private let step: CrashStep
    /// How often it is still passed alive.
    private let spared: Locked<Int>

    static let variable = "WATCHPOST_CRASH_AT"

    /// Nil when nothing is asked for; an unknown step is a mistake of the test, and the error lists all that there are.
    init?(_ environment: [String: String]) throws(StartFailure) {
        guard environment["WATCHPOST_TEST"]?.isEmpty == false, let text = environment[CrashPoint.variable]
        else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let number = parts.count == 2 ? Int(parts[1]) : 1
        guard parts.count <= 2, let step = CrashStep(rawValue: String(parts.first ?? "")), let number,
            number > 0
        else {
            let steps = CrashStep.allCases.map(\.rawValue).joined(separator: " ")
            throw StartFailure("\(CrashPoint.variable)=\(text) is not STEP or STEP:N; steps: \(steps)")
        }
        self.step = step
        spared = Locked(number - 1)
    }

    /// The process is at a step; it does not return from its last one.
    func pass(_ step: CrashStep) {
        guard step == self.step else { return }
        let isDue = spared.withLock { spared in
            defer { spared -= 1 }
            return spared <= 0
        }
        if isDue { kill(getpid(), SIGKILL) }
    }

    /// For ``PushOutlets/awaiting``.
    var awaiting: @Sendable () -> Void {
        { self.pass(.requestWritten) }
    }

    /// Sees the commits of a database.
    var observer: Database.Observer {
        Database.Observer(onCommit: { names, phase in
            for name in names { if let step = CrashStep(write: name, phase) { self.pass(step) } }
        })
    }
}
