package import Core
package import SystemSupport
import Transfers

/// Sends an adapter's requests over one connection for each push service, on a ``TransferLoop`` of its own.
///
/// Answers leave in batches through the outlets, on the loop's thread.
package struct PushTransport<Driver: TransferDriver>: Sendable {
    private let loop: TransferLoop<TransferRound<Driver>>
    private let outlets: PushOutlets

    /// `width`: requests in flight to one origin at most.
    package init(
        _ driver: Driver,
        _ reach: PushReach,
        width: Int,
        clock: SystemClock,
        outlets: PushOutlets
    ) {
        loop = TransferLoop(reach.policy(width: width), grace: .seconds(2)) {
            TransferRound(driver: driver, reach: reach, width: width, clock: clock, outlets: outlets)
        }
        self.outlets = outlets
    }

    /// Takes jobs; never blocks.
    ///
    /// After `stop` they are answered at once, on the caller's thread.
    package func send(_ jobs: [Driver.Job]) {
        guard !loop.post(jobs) else { return }
        outlets.answers(jobs.map { PushAnswer(ticket: $0.ticket, outcome: .stopping) })
    }

    /// Ends the thread within two seconds: what waits is not sent, what is on its way may still be answered.
    package func stop() { loop.close() }
}

extension DeliveryOutcome {
    /// For what was not sent because the appliance ends.
    package static let stopping = DeliveryOutcome.channelHeld(
        after: .zero,
        reason: "the box is stopping"
    )
    /// For what waited too long inside, or met a clock that jumped: the outbox decides again whether it is still news.
    package static let expired = DeliveryOutcome.originHeld(
        after: .seconds(1),
        reason: "expired before it was sent"
    )
}
