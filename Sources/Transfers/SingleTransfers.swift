/// The user of a loop whose transfers are awaited one by one; each starts when it is asked for.
package struct SingleTransfers: TransferUser {
    /// By which a transfer can be taken back.
    package final class Ticket: Sendable {
        package init() {}
    }

    /// Somebody who waits for an end.
    package struct Waiting: Sendable {
        fileprivate let ticket: Ticket
        fileprivate let tell: @Sendable (TransferEnd) -> Void

        /// `tell`: called once, on the loop's thread.
        package init(ticket: Ticket, tell: @escaping @Sendable (TransferEnd) -> Void) {
            self.ticket = ticket
            self.tell = tell
        }
    }

    package enum Order: Sendable {
        case start(TransferRequest, Waiting)
        case cancel(Ticket)
    }

    private let progress: @Sendable () -> Void

    /// `progress`: called by the thread at least every ten seconds.
    package init(progress: @escaping @Sendable () -> Void = {}) {
        self.progress = progress
    }

    package func begin(_ orders: [Order], isClosing: Bool, _ transfers: inout TransferSet<Waiting>) {
        for order in orders {
            switch order {
            // Whoever posted it before the loop was closed hears the same as who comes too late.
            case .start(_, let waiting) where isClosing: waiting.tell(TransferEnd(.closed))
            case .start(let request, let waiting):
                do throws(TransferRefusal) {
                    try transfers.start(request, as: waiting)
                } catch {
                    waiting.tell(TransferEnd(.unusable(error.words)))
                }
            case .cancel(let ticket):
                for (waiting, end) in transfers.cancel(.cancelled, where: { $0.ticket === ticket }) {
                    waiting.tell(end)
                }
            }
        }
    }

    package func end(_ waiting: Waiting, _ end: TransferEnd) { waiting.tell(end) }

    package func turned() -> Duration? {
        progress()
        return nil
    }

    package func closed() {}
}

extension TransferLoop where User == SingleTransfers {
    /// Makes a transfer and waits for its end; cancelling the task ends it as cancelled.
    package func send(_ request: TransferRequest) async -> TransferEnd {
        // The thread could have sent it before it hears that it is not wanted.
        guard !Task.isCancelled else { return TransferEnd(.cancelled) }
        let ticket = SingleTransfers.Ticket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiting = SingleTransfers.Waiting(ticket: ticket) { continuation.resume(returning: $0) }
                guard post([.start(request, waiting)]) else {
                    return continuation.resume(returning: TransferEnd(.closed))
                }
                // A task that was cancelled meanwhile took back what was not there yet.
                if Task.isCancelled { post([.cancel(ticket)]) }
            }
        } onCancel: {
            post([.cancel(ticket)])
        }
    }
}
