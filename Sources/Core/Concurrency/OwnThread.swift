package import Glibc

/// Threads for work that waits by itself, such as a library's loop: it never holds one of the cooperative pool's.
package enum OwnThread {
    /// The system has no thread to give.
    package struct Refusal: Error, CustomStringConvertible {
        /// The errno.
        let code: Int32

        package var description: String { "cannot start a thread: \(String(cString: strerror(code)))" }
    }

    fileprivate final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a thread that nobody waits for: it lives until `body` returns, and with it what `body` holds.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        do throws(Refusal) {
            pthread_detach(try joinable(body))
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Starts a thread that its owner joins, once.
    package static func joinable(_ body: @escaping @Sendable () -> Void) throws(Refusal) -> pthread_t {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body))
        let failure = pthread_create(&thread, nil, enterOwnThread, context.toOpaque())
        guard failure == 0 else {
            context.release()
            throw Refusal(code: failure)
        }
        return thread
    }
}

/// A plain function, because a closure would inherit an isolation that the thread does not have.
private func enterOwnThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<OwnThread.Body>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
