import CMicrohttpd
import Core
import Glibc
import SystemSupport

/// One body on its way to one reader: libmicrohttpd takes bytes as the reader does, and its connection sleeps while the next piece is made.
///
/// Locking proof. `state` is touched under the one lock, which makes two things atomic:
/// 1. "no piece is ready" and `MHD_suspend_connection` in `supply`, against "a piece came", or `cut`, and
///    `MHD_resume_connection`: no wake-up is lost, and a connection is resumed exactly once for each time it was suspended.
/// 2. A connection is resumed only while `isAsleep`. The library frees a connection only after its own thread saw an event on
///    it, which it never does while it is suspended; so the pointer is valid there. After `cut`, which the stop of the server
///    begins with, `supply` says `broken` and never `sleep`: nothing is suspended any more.
/// Order of locks: the response's mutex (held by the library around `supply`), then this lock, then the library's cleanup mutex
/// (inside suspend and resume). Nothing takes them the other way.
final class BodyStream: Sendable {
    /// How long a reader may take.
    struct Times: Sendable {
        /// For what the library hands to the socket at a time, some kilobytes; who takes nothing at all is cut by the library
        /// itself, after `inactivitySeconds`.
        let step: Duration
        /// For all of it.
        let whole: Duration
    }

    private struct State {
        var pieces = BodyPieces()
        /// Once the library has the answer.
        var connection: OpaquePointer?
        var record: ConnectionRecord?
        var isAsleep = false
        /// In milliseconds of `CoarseClock`.
        var end: Int64 = .max

        mutating func wake() {
            guard isAsleep, let connection else { return }
            isAsleep = false
            MHD_resume_connection(connection)
        }
    }

    private let state = Locked(State())
    private let source: StreamedBody.Source
    private let executor: QueueTaskExecutor
    private let times: Times
    private let onRelease: @Sendable (BodyStream) -> Void

    /// `onRelease`: the library is done with it.
    init(
        _ body: StreamedBody,
        on executor: QueueTaskExecutor,
        times: Times,
        onRelease: @escaping @Sendable (BodyStream) -> Void
    ) {
        (source, self.executor, self.times, self.onRelease) = (body.next, executor, times, onRelease)
    }

    /// The answer is queued on this connection; only from its access handler.
    func begin(on connection: OpaquePointer) {
        let record = ConnectionRecord.of(connection)
        state.withLock { state in
            (state.connection, state.record) = (connection, record)
            state.end = CoarseClock.now() + times.whole.wholeMilliseconds
            // Its time begins here: the handler's was not the reader's.
            extend(state)
        }
    }

    /// No more is sent: the server stops.
    func cut() {
        state.withLock { state in
            state.pieces.breakOff()
            state.wake()
        }
    }

    /// The library asks for bytes.
    func supply(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let (supply, isToMake) = state.withLock { state -> (BodyPieces.Supply, Bool) in
            let supply = state.pieces.supply(buffer)
            switch supply {
            case .bytes: extend(state)
            case .sleep:
                guard let connection = state.connection else { return (.broken, false) }
                state.isAsleep = true
                MHD_suspend_connection(connection)
            case .end, .broken: break
            }
            return (supply, state.pieces.begins())
        }
        if isToMake { make() }
        switch supply {
        case .bytes(let count): return count
        case .sleep: return 0
        case .end: return cmhd_end_of_stream
        case .broken: return cmhd_end_with_error
        }
    }

    /// The library frees the answer: it was sent, or nobody takes it any more.
    func release() {
        state.withLock { state in
            state.pieces.breakOff()
            (state.connection, state.record) = (nil, nil)
        }
        onRelease(self)
    }

    private func make() {
        Task(executorPreference: executor) { [self] in
            repeat {
                do throws(Problem) {
                    let piece = try await source()
                    state.withLock { $0.pieces.add(piece) }
                } catch {
                    state.withLock { $0.pieces.breakOff() }
                }
            } while next()
        }
    }

    /// After a piece: wakes the reader; true when another one shall be made.
    private func next() -> Bool {
        state.withLock { state in
            if state.isAsleep {
                // It waited for us: that is not its own time. Whoever left meanwhile is not waited for.
                extend(state)
                if state.record?.isGone ?? true { state.pieces.breakOff() }
            }
            if state.pieces.isReady { state.wake() }
            return state.pieces.begins()
        }
    }

    private func extend(_ state: State) {
        state.record?.extend(to: min(CoarseClock.now() + times.step.wholeMilliseconds, state.end))
    }
}

/// What the library is told of a stream.
extension BodyStream {
    /// Of a buffer of the library for it, in bytes.
    private static let block = 16_384

    /// The library's answer, which holds the stream until it is freed; nil: there is no memory for it.
    func response() -> OpaquePointer? {
        let ticket = Unmanaged.passRetained(self)
        let made = MHD_create_response_from_callback(
            cmhd_size_unknown,
            BodyStream.block,
            supplyBody,
            ticket.toOpaque(),
            releaseBody
        )
        if made == nil { ticket.release() }
        return made
    }
}

/// The library's content reader.
private func supplyBody(
    _ context: UnsafeMutableRawPointer?,
    _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
) -> Int {
    guard let context else { return cmhd_end_with_error }
    let stream = Unmanaged<BodyStream>.fromOpaque(context).takeUnretainedValue()
    return stream.supply(UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

/// The library frees the answer.
private func releaseBody(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<BodyStream>.fromOpaque(context).takeRetainedValue().release()
}
