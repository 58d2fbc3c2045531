import CMicrohttpd
package import Core
import Glibc

/// Hands events to everyone who listens on `/v1/events`.
///
/// A stream's connection sleeps (suspended in libmicrohttpd) while there is nothing to send.
///
/// Locking proof. All of `State` is touched under the one lock, which makes three things atomic:
/// 1. "nothing to send" and `MHD_suspend_connection` in `supply`, against "text added" and `MHD_resume_connection` in
///    `wake`: no wake-up is lost, and a connection is resumed exactly once for each time it was suspended.
/// 2. A connection is resumed only while `isAsleep`. The library frees a connection only after its own thread saw an
///    event on it, which it never does while it is suspended; so the pointer is valid there. (`stop` of the daemon
///    would abort the process instead: hence `endStreams` first, after which nothing is suspended any more, because
///    an ending stream answers `end` and never `sleep`.)
/// 3. `isClosed` and the opening of a stream: none is opened after `endStreams`.
/// Order of locks: the response's mutex (held by the library around `supply`), then this lock, then the library's
/// cleanup mutex (inside suspend and resume) or the registry's lock (inside `cut`). Nothing takes them the other way:
/// `append`, `heartbeat` and `endStreams` are called without any lock of the library, and the library releases a
/// response's mutex before it calls `releaseStream`.
package final class EventHub: Sendable {
    private struct Reader {
        var stream: EventStream
        let connection: OpaquePointer
        let record: ConnectionRecord
    }

    private struct State {
        var log: RecentEvents
        var readers: [Int: Reader] = [:]
        var nextID = 0
        var isClosed = false
    }

    /// How a reader begins.
    package enum Start: Hashable, Sendable {
        /// With the next event.
        case live
        /// With what came after this event.
        case after(Int64)
        /// It named an event that cannot be one of ours.
        case unknown
    }

    private let state: Locked<State>
    private let registry: ConnectionRegistry
    private let maxStreams: Int
    private let dropped: Metric

    /// How long a client waits before it connects again, in milliseconds.
    private static let retry = Array("retry: 5000\n\n".utf8)

    /// `newest`: the sequence of the last event in the store.
    init(newest: Int64, maxStreams: Int, registry: ConnectionRegistry, metrics: Metrics) {
        state = Locked(State(log: RecentEvents(newest: newest)))
        self.registry = registry
        self.maxStreams = maxStreams
        let help = "Event streams closed because their reader was too slow."
        dropped = metrics.register("watchpost_event_streams_dropped_total", .counter, help: help)
        metrics.register("watchpost_event_streams", .gauge, help: "Open event streams.") { [weak self] in
            self?.count ?? 0
        }
    }

    /// Open streams.
    package var count: Int {
        state.withLock { $0.readers.count }
    }

    /// Sends an event to everyone; call it after the event was committed, in the order of the sequences.
    package func append(_ event: StoredEvent) {
        state.withLock { state in
            guard let text = state.log.append(event) else { return }
            for id in state.readers.keys { deliver(text, to: id, &state) }
        }
    }

    /// Sends a comment to everyone who has nothing else to read; call it every 15 s.
    package func heartbeat() {
        state.withLock { state in
            for id in state.readers.keys {
                state.readers[id]?.stream.appendComment()
                wake(id, &state)
            }
        }
    }

    /// Lets every stream end after what it is still to be sent, and opens no further one.
    package func endStreams() {
        state.withLock { state in
            state.isClosed = true
            for id in state.readers.keys {
                state.readers[id]?.stream.end()
                wake(id, &state)
            }
        }
    }

    /// Cuts streams whose readers did not take their last bytes; only after `endStreams`.
    func cutStreams() {
        state.withLock { state in
            for reader in state.readers.values { registry.cut(reader.record) }
        }
    }

    private func deliver(_ text: [UInt8], to id: Int, _ state: inout State) {
        guard let reader = state.readers[id] else { return }
        if state.readers[id]?.stream.append(text) == false {
            dropped.add()
            registry.cut(reader.record)
        }
        wake(id, &state)
    }

    private func wake(_ id: Int, _ state: inout State) {
        guard state.readers[id]?.stream.wakes() == true, let reader = state.readers[id] else { return }
        MHD_resume_connection(reader.connection)
    }
}

extension EventHub {
    /// Turns a request into a stream; only from the access handler of this connection.
    func open(
        _ start: Start,
        on connection: OpaquePointer,
        _ record: ConnectionRecord
    ) throws(Problem) -> MHD_Result {
        let id = try register(start, connection, record)
        let ticket = Unmanaged.passRetained(StreamTicket(hub: self, id: id))
        guard let response = EventHub.response(ticket.toOpaque()) else {
            ticket.release()
            release(id)
            throw Problem(.internalError, "no memory for a stream; try again later", closes: true)
        }
        record.exempt()
        defer { MHD_destroy_response(response) }
        return MHD_queue_response(connection, 200, response)
    }

    private func register(
        _ start: Start,
        _ connection: OpaquePointer,
        _ record: ConnectionRecord
    ) throws(Problem) -> Int {
        try state.withLock { state throws(Problem) in
            guard !state.isClosed else {
                throw Problem(.unavailable, "the appliance is stopping", closes: true)
            }
            guard state.readers.count < maxStreams else {
                throw Problem(
                    .unavailable,
                    "\(maxStreams) event streams are open, which is the limit; poll instead"
                )
            }
            let stream = EventStream(first: [EventHub.retry] + EventHub.opening(start, state.log))
            state.nextID += 1
            state.readers[state.nextID] = Reader(stream: stream, connection: connection, record: record)
            return state.nextID
        }
    }

    /// A reset names the newest event, so that the reader's next return starts from there.
    private static func opening(_ start: Start, _ log: RecentEvents) -> [[UInt8]] {
        let reset = Array("id: \(log.newest)\nevent: reset\ndata: {}\n\n".utf8)
        switch start {
        case .live: return []
        case .unknown: return [reset]
        case .after(let sequence):
            guard case .missed(let texts) = log.replay(after: sequence) else { return [reset] }
            return texts
        }
    }

    private static func response(_ ticket: UnsafeMutableRawPointer) -> OpaquePointer? {
        let made = MHD_create_response_from_callback(
            cmhd_size_unknown,
            4_096,
            supplyStream,
            ticket,
            releaseStream
        )
        guard let response = made else { return nil }
        for header in headers { MHD_add_response_header(response, header.name, header.value) }
        return response
    }

    /// `X-Accel-Buffering` tells nginx in front not to collect events before it passes them on.
    static let headers: [PreparedResponse.Header] = [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
        ("Access-Control-Allow-Origin", "*"),
    ]

    /// The library asks for bytes.
    ///
    /// A reader whose end of the connection is closed is dropped instead of suspended: a suspended connection
    /// would not notice, so the comment that woke it is where it is found out.
    fileprivate func supply(_ id: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            guard let reader = state.readers[id] else { return cmhd_end_with_error }
            switch state.readers[id]?.stream.supply(buffer) ?? .dropped {
            case .bytes(let count): return count
            case .end: return cmhd_end_of_stream
            case .dropped: return cmhd_end_with_error
            case .sleep:
                guard !EventHub.isGone(reader.record.socket) else {
                    state.readers[id]?.stream.abandon()
                    return cmhd_end_with_error
                }
                MHD_suspend_connection(reader.connection)
                return 0
            }
        }
    }

    fileprivate func release(_ id: Int) {
        state.withLock { $0.readers[id] = nil }
    }

    private static func isGone(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    }
}

/// What the library carries for a stream.
private final class StreamTicket: Sendable {
    let hub: EventHub
    let id: Int

    init(hub: EventHub, id: Int) {
        self.hub = hub
        self.id = id
    }
}

/// The library's content reader.
private func supplyStream(
    _ context: UnsafeMutableRawPointer?,
    _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
) -> Int {
    guard let context else { return cmhd_end_with_error }
    let ticket = Unmanaged<StreamTicket>.fromOpaque(context).takeUnretainedValue()
    return ticket.hub.supply(ticket.id, UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

/// The library frees the response: the connection is done with it.
private func releaseStream(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    let ticket = Unmanaged<StreamTicket>.fromOpaque(context).takeRetainedValue()
    ticket.hub.release(ticket.id)
}
