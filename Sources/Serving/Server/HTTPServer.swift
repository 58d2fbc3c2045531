import SystemSupport
import CMicrohttpd
import Core
import Glibc

/// The daemons of libmicrohttpd, one for each listener, with their sockets and one housekeeping thread.
///
/// `start` once, `stop` once; both block for a moment (stop at most two seconds), so not on the cooperative pool.
package final class HTTPServer: Sendable {
    /// The daemons while they run.
    private let daemons = Locked<[OpaquePointer]>([])
    /// The main listener first.
    private let contexts: [ServerContext]
    private let hub: EventHub
    private let calls: CallQueue
    private let streams: BodyStreams
    private let housekeeping: PeriodicThread

    /// `contexts`: the main listener first; all share one registry.
    package init(
        contexts: [ServerContext],
        registry: ConnectionRegistry,
        hub: EventHub,
        calls: CallQueue,
        streams: BodyStreams
    ) {
        self.contexts = contexts
        self.hub = hub
        (self.calls, self.streams) = (calls, streams)
        let beat = Heartbeat(every: contexts.map(\.settings.commentTime).min() ?? .seconds(15))
        housekeeping = PeriodicThread(every: .seconds(1)) {
            registry.reap(now: CoarseClock.now())
            hub.drop(registry.reapHalfClosed())
            calls.reap(now: CoarseClock.now())
            if beat.isDue(at: CoarseClock.now()) { hub.heartbeat() }
        }
    }

    deinit {
        stop()
    }

    /// Listens and serves; returns the bound ports in the order of the listeners.
    package func start() throws(HTTPServerError) -> [UInt16] {
        var ports: [UInt16] = []
        do throws(HTTPServerError) {
            for context in contexts {
                guard let place = context.address else { continue }
                ports.append(try open(context, ListeningSocket(address: place.address, port: place.port)))
            }
            try housekeeping.start()
        } catch {
            stop()
            throw error
        }
        return ports
    }

    private func open(
        _ context: ServerContext,
        _ socket: ListeningSocket
    ) throws(HTTPServerError) -> UInt16 {
        var settings = cmhd_settings()
        settings.listen_socket = socket.descriptor
        settings.threads = UInt32(clamping: context.settings.threads)
        settings.connection_limit = UInt32(clamping: context.settings.libraryLimit)
        settings.connection_memory = context.settings.connectionMemory
        settings.inactivity_seconds = context.settings.inactivitySeconds
        settings.context = Unmanaged.passUnretained(context).toOpaque()
        settings.request_began = beginRequest
        settings.accept_policy = acceptPolicy
        settings.access_handler = handleAccess
        settings.connection_changed = connectionChanged
        settings.request_completed = requestCompleted
        settings.unescape = leaveEncoded
        guard let started = cmhd_start(&settings) else {
            close(socket.descriptor)
            throw HTTPServerError(
                description: "cannot start the HTTP server: libmicrohttpd refused its settings"
            )
        }
        daemons.withLock { $0.append(started) }
        return socket.port
    }

    /// Ends streams and calls, then closes the sockets and every connection.
    ///
    /// Never with a suspended connection, which would abort the process: after `endStreams` no stream and after
    /// `close` no call and no streamed body can be put to sleep; streams that do not finish within `farewellTime` are cut.
    package func stop() {
        let running = daemons.withLock { daemons in
            defer { daemons = [] }
            return daemons
        }
        guard !running.isEmpty else { return }
        for context in contexts { context.isStopping.store(true, ordering: .relaxed) }
        hub.endStreams()
        calls.close()
        // Behind the calls: none begins one any more.
        streams.close()
        housekeeping.stop()
        let farewell = contexts.map(\.settings.farewellTime).max() ?? .zero
        if !HTTPServer.wait(upTo: farewell, { hub.count == 0 }) {
            hub.cutStreams()
            _ = HTTPServer.wait(upTo: .milliseconds(500)) { hub.count == 0 }
        }
        for daemon in running { MHD_stop_daemon(daemon) }
    }

    /// Asks every 5 ms whether `condition` holds; false when the time is up.
    private static func wait(upTo limit: Duration, _ condition: () -> Bool) -> Bool {
        let end = CoarseClock.now() + limit.wholeMilliseconds
        while !condition() {
            guard CoarseClock.now() < end else { return false }
            usleep(5_000)
        }
        return true
    }
}

/// When the next comment on event streams is due.
private final class Heartbeat: Sendable {
    private let next: Locked<Int64>
    /// In milliseconds.
    private let period: Int64

    init(every period: Duration) {
        self.period = period.wholeMilliseconds
        next = Locked(CoarseClock.now() + period.wholeMilliseconds)
    }

    func isDue(at now: Int64) -> Bool {
        next.withLock { next in
            guard now >= next else { return false }
            next = now + period
            return true
        }
    }
}
