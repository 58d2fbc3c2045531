import CMicrohttpd
import Core

/// Every streamed body that is on its way; none is left when the server stops.
///
/// How many there may be at once is for whoever lets requests in to say: each keeps a connection and two pieces. All share one
/// thread, so that they take one core at most between them. Lock order: this lock is never held while a stream's own is taken.
package final class BodyStreams: Sendable {
    private struct State {
        var open: [ObjectIdentifier: BodyStream] = [:]
        var isClosed = false
    }

    private let state = Locked(State())
    private let executor = QueueTaskExecutor(named: "watchpost.bodies")
    private let times: BodyStream.Times

    /// `step`: how long a reader may take for some kilobytes.
    package init(step: Duration) {
        times = BodyStream.Times(step: step, whole: .seconds(3_600))
    }

    /// Bodies that are being sent.
    package var count: Int {
        state.withLock { $0.open.count }
    }

    /// An answer that is sent once; nothing of its body is made before its reader asks for it, and nothing at all for HEAD.
    package func response(
        _ body: StreamedBody,
        endingBy end: BodyEnd,
        status: UInt32,
        headers: [PreparedResponse.Header]
    ) throws(Problem) -> PreparedResponse {
        if end == .close {
            throw Problem(
                .badRequest,
                "ask for this by HTTP/1.1: by HTTP/1.0 nobody could tell a part of it from the whole",
                closes: true
            )
        }
        let stream = BodyStream(body, on: executor, times: times) { [weak self] stream in
            self?.state.withLock { $0.open[ObjectIdentifier(stream)] = nil }
        }
        let isOpen = state.withLock { state in
            guard !state.isClosed else { return false }
            state.open[ObjectIdentifier(stream)] = stream
            return true
        }
        guard isOpen else {
            throw Problem(.unavailable, "the box is stopping; ask again when it is back", closes: true)
        }
        guard let made = stream.response() else {
            state.withLock { $0.open[ObjectIdentifier(stream)] = nil }
            throw Problem(.internalError, "no memory for an answer; try again later", closes: true)
        }
        if end == .none { cmhd_end_by_closing(made) }
        return PreparedResponse(status: status, taking: made, headers: headers) { stream.begin(on: $0) }
    }

    /// Cuts all of them, and begins no further one.
    package func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return Array(state.open.values)
        }
        for stream in open { stream.cut() }
    }
}
