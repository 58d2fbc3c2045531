import CMicrohttpd
import Core

/// A call from its head to the end of its answer: collects the body, then sleeps until the answer is there.
///
/// Locking proof. `state` is touched under the one lock, which makes two things atomic:
/// 1. "no answer yet" and `MHD_suspend_connection` in `rest`, against "answer stored" and `MHD_resume_connection` in
///    `answer`: no wake-up is lost, and a connection is resumed exactly once for the one time it was suspended.
/// 2. A connection is resumed only in the phase `.asleep`. The library frees a connection only after its own thread
///    saw an event on it, which it never does while it is suspended; so the pointer is valid there.
/// Stopping the daemon with a suspended connection would abort the process: `CallQueue.close` answers every call
/// first, and refuses further ones.
/// Order of locks: this lock, then the library's cleanup mutex (inside suspend and resume); nothing takes them the
/// other way, because the library calls its access handler without that mutex.
package final class PendingCall: Sendable {
    private enum Phase {
        /// The body comes in.
        case collecting
        /// The handler works, the library's thread is still in the access handler.
        case working
        /// The handler works, the connection is suspended.
        case asleep(OpaquePointer)
        case answered(PreparedResponse)
    }

    private struct State {
        var phase = Phase.collecting
        var body: [UInt8] = []
        /// What came of the body, kept or not.
        var received = 0
    }

    /// Index of the route and its parameters.
    package let route: Int
    package let parameters: [String: String]
    package let flags: RequestHead.Flags
    package let bounds: CallBounds
    private let state = Locked(State())

    package init(route: Int, parameters: [String: String], flags: RequestHead.Flags, bounds: CallBounds) {
        self.route = route
        self.parameters = parameters
        self.flags = flags
        self.bounds = bounds
    }

    /// Keeps a piece of the body; what exceeds the bound is dropped, as is the body of a route that takes none.
    ///
    /// Answers how many bytes came so far.
    package func collect(_ piece: UnsafeRawBufferPointer) -> Int {
        state.withLock { state in
            state.received += piece.count
            if case .collecting = state.phase, state.received <= bounds.largestBody {
                state.body.append(contentsOf: piece)
            }
            return state.received
        }
    }

    /// Whether more came than the route takes, which only a body in chunks can do: others are refused by their length.
    package var isTooLong: Bool {
        bounds.largestBody > 0 && state.withLock { $0.received } > bounds.largestBody
    }

    /// Hands the body over: the handler begins.
    package func begin() -> [UInt8] {
        state.withLock { state in
            state.phase = .working
            let body = state.body
            state.body = []
            return body
        }
    }

    /// The answer when it is there; nil: the connection was put to sleep.
    ///
    /// Only from the access handler of this connection.
    package func rest(on connection: OpaquePointer) -> PreparedResponse? {
        state.withLock { state in
            if case .answered(let response) = state.phase { return response }
            state.phase = .asleep(connection)
            MHD_suspend_connection(connection)
            return nil
        }
    }

    /// The answer, once there is one.
    package var answer: PreparedResponse? {
        state.withLock { state in
            if case .answered(let response) = state.phase { response } else { nil }
        }
    }

    /// Gives the answer and wakes the connection; false when there was one already.
    ///
    /// From any thread.
    @discardableResult
    package func answer(_ response: PreparedResponse) -> Bool {
        state.withLock { state in
            let phase = state.phase
            if case .answered = phase { return false }
            state.phase = .answered(response)
            if case .asleep(let connection) = phase { MHD_resume_connection(connection) }
            return true
        }
    }
}
