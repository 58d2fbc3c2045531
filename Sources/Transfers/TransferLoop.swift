import CCurl
import Core
import Glibc
import SystemSupport

/// Decides on a loop's thread which transfers run; a value that no other thread sees.
package protocol TransferUser: Sendable {
    /// What other threads hand over.
    associatedtype Order: Sendable
    /// What a transfer is for, given back with its end.
    associatedtype Tag

    /// Takes orders, and starts what may start.
    ///
    /// `isClosing`: these are the last ones; they and whatever waits for a place are given up, and nothing starts.
    mutating func begin(_ orders: [Order], isClosing: Bool, _ transfers: inout TransferSet<Tag>)

    /// A transfer ended, each once.
    mutating func end(_ tag: Tag, _ end: TransferEnd)

    /// All ends of this turn were told; gives after how long the next is wanted even if nothing happens.
    ///
    /// Called at least every ten seconds: proof for the watchdog that the thread lives.
    mutating func turned() -> Duration?

    /// The thread ends.
    mutating func closed()
}

/// libcurl's multi interface on one thread, for whoever makes requests: it begins with the first order, and nothing blocks
/// the cooperative pool.
///
/// Orders are handed over through a locked inbox; its user starts transfers from them on the thread, and hears there how
/// they end. One that hangs holds up no other.
///
/// `@unchecked Sendable`: `multi` is set once in `init` and freed in `deinit`, when neither the thread nor a caller is
/// left; other threads use it for `curl_multi_wakeup` alone, which is documented as callable from any thread. All else
/// is immutable or behind the lock.
package final class TransferLoop<User: TransferUser>: @unchecked Sendable {
    private struct Inbox {
        var orders: [User.Order] = []
        /// When it was closed.
        var closed: ContinuousClock.Instant?
        var isRunning = false
    }

    private let multi: UnsafeMutableRawPointer
    private let inbox = Locked(Inbox())
    private let policy: TransferPolicy
    private let grace: Duration
    private let user: @Sendable () -> User

    /// - Parameters:
    ///   - policy: What all its transfers have in common.
    ///   - grace: How long what is on its way may go on once the loop is closed.
    ///   - user: Made on the thread.
    package init(
        _ policy: TransferPolicy,
        grace: Duration = .zero,
        user: @escaping @Sendable () -> User
    ) {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard let multi = curl_multi_init() else {
            preconditionFailure("libcurl has no multi handle to give")
        }
        for (option, value) in policy.shared { _ = ccurl_multi_set_long(multi, option, value) }
        self.multi = multi
        self.policy = policy
        self.grace = grace
        self.user = user
    }

    deinit {
        curl_multi_cleanup(multi)
    }

    /// Takes orders and wakes the thread; never blocks.
    ///
    /// False once the loop is closed: they are the caller's again.
    @discardableResult
    package func post(_ orders: [User.Order]) -> Bool {
        let begins = inbox.withLock { inbox -> Bool? in
            guard inbox.closed == nil else { return nil }
            inbox.orders += orders
            defer { inbox.isRunning = true }
            return !inbox.isRunning
        }
        guard let begins else { return false }
        if begins { OwnThread.start { [self] in run() } } else { curl_multi_wakeup(multi) }
        return true
    }

    /// Takes no more orders, and ends the thread when nothing is on its way or the grace is over; never blocks.
    package func close() {
        inbox.withLock { $0.closed = $0.closed ?? ContinuousClock.now }
        curl_multi_wakeup(multi)
    }

    private func run() {
        var user = user()
        var transfers = TransferSet<User.Tag>(multi, policy)
        while true {
            let (orders, closed) = inbox.withLock { inbox in
                defer { inbox.orders = [] }
                return (inbox.orders, inbox.closed)
            }
            user.begin(orders, isClosing: closed != nil, &transfers)
            let finished = transfers.perform()
            for (tag, end) in finished { user.end(tag, end) }
            let left = closed.map { $0 + grace - ContinuousClock.now }
            if let left, transfers.isEmpty || left <= .zero { break }
            let wanted = user.turned()
            // What ended may have made room for more.
            if finished.isEmpty {
                pause(LoopPause.milliseconds(wanted, left: left, isIdle: transfers.isEmpty))
            }
        }
        for (tag, end) in transfers.cancel(.closed, where: { _ in true }) { user.end(tag, end) }
        // Whoever waits for a place now is told so.
        user.begin([], isClosing: true, &transfers)
        _ = user.turned()
        user.closed()
    }

    /// Sleeps until something happens, but not for longer.
    private func pause(_ milliseconds: Int32) {
        curl_multi_poll(multi, nil, 0, milliseconds, nil)
    }
}

/// How long a loop may sleep when nothing happens.
enum LoopPause {
    /// So many milliseconds.
    ///
    /// - Parameters:
    ///   - wanted: After how long the user wants the next turn; nil: it does not.
    ///   - left: What is left of the grace once the loop is closed; nil: it is open.
    ///   - isIdle: Nothing is on its way.
    /// - Returns: At least one.
    static func milliseconds(_ wanted: Duration?, left: Duration?, isIdle: Bool) -> Int32 {
        // libcurl's own time limits are looked at once a second, the watchdog every ten.
        var longest: Int64 = isIdle ? 10_000 : 1_000
        for limit in [wanted, left] {
            if let limit { longest = min(longest, limit.wholeMilliseconds) }
        }
        return Int32(clamping: max(longest, 1))
    }
}
