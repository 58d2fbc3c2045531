package import Glibc

/// Threads for work that waits by itself, such as a library's loop: it never holds one of the cooperative pool's.
package enum OwnThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a thread that nobody waits for: it lives until `body` returns, and with it what `body` holds.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        do throws(SystemRefusal) {
            pthread_detach(try joinable(body))
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Starts a thread that its owner joins, once.
    package static func joinable(_ body: @escaping @Sendable () -> Void) throws(SystemRefusal) -> pthread_t {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body))
        let failure = pthread_create(&thread, nil, enter, context.toOpaque())
        guard failure == 0 else {
            context.release()
            throw SystemRefusal("start", "a thread", code: failure)
        }
        return thread
    }

    private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        if let context = $0 { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
    }
}
