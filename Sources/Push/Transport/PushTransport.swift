import CCurl
package import Core
import Glibc
package import SystemSupport

/// Sends an adapter's requests: libcurl's multi interface on one thread, one connection for each push service.
///
/// Deliveries are handed over through a locked inbox; answers leave in batches through the sink, on the thread. The
/// thread begins with the first delivery, so that an adapter that nobody uses costs nothing.
///
/// `@unchecked Sendable`: `multi` is set once in `init` and freed in `deinit`, when neither the thread nor a caller is
/// left; other threads use it for `curl_multi_wakeup` alone, which is documented as callable from any thread. All else
/// is immutable or behind the lock.
package final class PushTransport<Driver: TransferDriver>: @unchecked Sendable {
    private struct Inbox {
        var jobs: [Driver.Job] = []
        var isStopped = false
        var isRunning = false
    }

    private let multi: UnsafeMutableRawPointer
    private let inbox = Locked(Inbox())
    private let driver: Driver
    private let settings: TransferSettings
    private let clock: SystemClock
    private let outlets: PushOutlets

    package init(_ driver: Driver, settings: TransferSettings, clock: SystemClock, outlets: PushOutlets) {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard let multi = curl_multi_init() else {
            preconditionFailure("libcurl has no multi handle to give")
        }
        _ = ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        // Without it libcurl opens a connection for every request that finds no free stream.
        _ = ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1)
        _ = ccurl_multi_set_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, settings.width)
        _ = ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 16)
        self.multi = multi
        self.driver = driver
        self.settings = settings
        self.clock = clock
        self.outlets = outlets
    }

    deinit {
        curl_multi_cleanup(multi)
    }

    /// Takes jobs; never blocks.
    ///
    /// After `stop` they are answered at once, on the caller's thread.
    package func send(_ jobs: [Driver.Job]) {
        let (isStopped, begins) = inbox.withLock { inbox -> (Bool, Bool) in
            guard !inbox.isStopped else { return (true, false) }
            inbox.jobs += jobs
            defer { inbox.isRunning = true }
            return (false, !inbox.isRunning)
        }
        if isStopped {
            return outlets.answers(jobs.map { PushAnswer(ticket: $0.ticket, outcome: .stopping) })
        }
        if begins { OwnThread.start { [self] in run() } } else { curl_multi_wakeup(multi) }
    }

    /// Ends the thread within two seconds: what waits is not sent, what is on its way may still be answered.
    package func stop() {
        inbox.withLock { $0.isStopped = true }
        curl_multi_wakeup(multi)
    }

    private func run() {
        var round = TransferRound(
            driver: driver,
            settings: settings,
            multi: multi,
            outlets: outlets
        )
        var deadline: Duration?
        while true {
            let now = clock.now()
            let (jobs, isStopped) = inbox.withLock { inbox in
                defer { inbox.jobs = [] }
                return (inbox.jobs, inbox.isStopped)
            }
            round.take(jobs)
            if isStopped {
                deadline = deadline ?? now.monotonic + .seconds(2)
                round.dropWaiting()
            }
            let isBusy = round.turn(at: now)
            if let deadline, round.isIdle || now.monotonic >= deadline {
                round.abandon()
                tell(&round)
                return outlets.ended()
            }
            tell(&round)
            outlets.progress()
            if !isBusy { curl_multi_poll(multi, nil, 0, round.pollTimeout(at: now.monotonic), nil) }
        }
    }

    private func tell(_ round: inout TransferRound<Driver>) {
        let answers = round.harvest()
        if !answers.isEmpty { outlets.answers(answers) }
    }
}

extension DeliveryOutcome {
    /// For what was not sent because the appliance ends.
    package static let stopping = DeliveryOutcome.channelHeld(
        after: .zero,
        reason: "the appliance is stopping"
    )
    /// For what waited too long inside, or met a clock that jumped: the outbox decides anew whether it is still news.
    package static let expired = DeliveryOutcome.originHeld(
        after: .seconds(1),
        reason: "expired before it was sent"
    )
}
