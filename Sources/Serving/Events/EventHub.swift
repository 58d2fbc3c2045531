import CMicrohttpd
package import Core

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
/// cleanup mutex (inside suspend and resume) or the registry's lock (inside `cut` and `gone`). Nothing takes them the other
/// way: `append`, `heartbeat`, `drop` and `endStreams` are called without any lock of the library, and the library releases a
/// response's mutex before it calls `releaseStream`.
package final class EventHub: Sendable {
    package struct Reader {
        package var stream: EventStream
        package let connection: OpaquePointer
        package let record: ConnectionRecord
        package let visitor: Visitor
    }

    /// Whose stream it is, as far as limits go.
    package enum Visitor: Hashable, Sendable {
        /// At home.
        case friend
        /// Through a tunnel or a proxy, from this address: its own, if that does not say from which.
        case stranger(ClientAddress)

        fileprivate var isStranger: Bool { self != .friend }

        fileprivate var address: ClientAddress? {
            if case .stranger(let address) = self { address } else { nil }
        }
    }

    package struct State {
        package var log: RecentEvents
        package var readers: [Int: Reader] = [:]
        package var nextID = 0
        package var isClosed = false
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

    package let state: Locked<State>
    package let registry: ConnectionRegistry
    package let maxStreams: Int
    private let dropped = Metric()

    /// How long a client waits before it connects again, in milliseconds.
    package static let retry = Array("retry: 5000\n\n".utf8)

    /// `newest`: the sequence of the last event in the store.
    package init(newest: Int64 = 0, maxStreams: Int, registry: ConnectionRegistry) {
        state = Locked(State(log: RecentEvents(newest: newest)))
        self.registry = registry
        self.maxStreams = maxStreams
    }

    /// Its lines of `/metrics`.
    package var metrics: [MetricSeries] {
        let help = "Event streams closed because their reader was too slow."
        let dropped = dropped
        return [
            MetricSeries("watchpost_event_streams_dropped_total", .counter, help: help) { dropped.value },
            MetricSeries("watchpost_event_streams", .gauge, help: "Open event streams.") { [weak self] in
                self?.count ?? 0
            },
        ]
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

    /// Ends the streams of connections whose clients have left: their places are free from here on.
    package func drop(_ gone: [ConnectionRecord]) {
        guard !gone.isEmpty else { return }
        state.withLock { drop(gone, &$0) }
    }

    func drop(_ gone: [ConnectionRecord], _ state: inout State) {
        let gone = Set(gone.map { ObjectIdentifier($0) })
        for (id, reader) in state.readers where gone.contains(ObjectIdentifier(reader.record)) {
            state.readers[id]?.stream.drop()
            wake(id, &state)
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
    package func cutStreams() {
        state.withLock { state in
            for reader in state.readers.values { registry.cut(reader.record) }
        }
    }

    /// Why there is no stream for a visitor; nil: there is one.
    ///
    /// A quarter of all stays with the people at home. One address outside has a tenth, and one network a quarter: one
    /// visitor shall not take those of all others.
    package func refusal(of visitor: Visitor, _ state: State) -> String? {
        let open = state.readers.values.filter { !$0.stream.isDropped }.map(\.visitor)
        guard open.count < maxStreams else {
            return "\(maxStreams) event streams are open, which is the limit"
        }
        guard visitor.isStranger else { return nil }
        let strangers = maxStreams - maxStreams / 4
        guard open.count(where: \.isStranger) < strangers else {
            return "\(strangers) event streams are open, which is the limit"
        }
        guard let address = visitor.address, let network = address.network else { return nil }
        let known = open.compactMap(\.address)
        let (own, shared) = (max(maxStreams / 10, 2), max(maxStreams / 4, 4))
        guard known.count(where: { $0.customer == address.customer }) < own else {
            return "\(own) event streams of this address are open, which is the limit of one"
        }
        guard known.count(where: { $0.network == network }) < shared else {
            return "\(shared) event streams of this network are open, which is the limit of one"
        }
        return nil
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
