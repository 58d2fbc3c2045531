import Glibc

/// A small value behind a lock, for state that any thread reads and writes for an instant.
///
/// The lock is pthread's because the thread sanitizer does not see `Synchronization.Mutex` and reports it falsely.
/// `@unchecked Sendable`: `value` is only touched inside `withLock`, between lock and unlock of a mutex whose
/// storage never moves (it is allocated once and freed in `deinit`).
package final class Locked<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let failure = pthread_mutex_init(mutex, nil)
        precondition(failure == 0, "pthread_mutex_init failed with errno \(failure)")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while no other thread is inside; keep it short and never wait in it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
