package import CMicrohttpd

/// Where streams meet libmicrohttpd: opening, supplying, suspending, releasing (`EventHub` has the proof).
extension EventHub {
    /// Turns a request into a stream; only from the access handler of this connection.
    package func open(
        _ start: Start,
        on connection: OpaquePointer,
        _ record: ConnectionRecord,
        _ visitor: Visitor
    ) throws(Problem) -> MHD_Result {
        let id = try register(start, connection, record, visitor)
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
        _ record: ConnectionRecord,
        _ visitor: Visitor
    ) throws(Problem) -> Int {
        try state.withLock { state throws(Problem) in
            guard !state.isClosed else {
                throw Problem(.unavailable, "the box is stopping", closes: true)
            }
            if refusal(of: visitor, state) != nil {
                // Only now is it worth asking the system who has left: each look is a call.
                drop(registry.gone(among: state.readers.values.map(\.record)), &state)
            }
            if let refusal = refusal(of: visitor, state) {
                throw Problem(.unavailable, "\(refusal); poll instead")
            }
            let stream = EventStream(first: [EventHub.retry] + EventHub.opening(start, state.log))
            state.nextID += 1
            state.readers[state.nextID] = Reader(
                stream: stream,
                connection: connection,
                record: record,
                visitor: visitor
            )
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
    package static let headers: [PreparedResponse.Header] = [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
        ("Access-Control-Allow-Origin", "*"),
    ]

    /// The library asks for bytes.
    ///
    /// A reader whose end of the connection is closed is dropped instead of suspended: a suspended connection would not
    /// notice. Who leaves while it sleeps is found by the housekeeping (`drop`).
    fileprivate func supply(_ id: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            guard let reader = state.readers[id] else { return cmhd_end_with_error }
            switch state.readers[id]?.stream.supply(buffer) ?? .dropped {
            case .bytes(let count): return count
            case .end: return cmhd_end_of_stream
            case .dropped: return cmhd_end_with_error
            case .sleep:
                guard !reader.record.isGone else {
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
