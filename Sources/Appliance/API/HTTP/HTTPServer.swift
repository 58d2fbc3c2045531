import CMicrohttpd
import Core
import Glibc

/// The daemon of libmicrohttpd with its socket and its housekeeping thread.
///
/// `start` once, `stop` once; both block for a moment (stop at most two seconds), so not on the cooperative pool.
final class HTTPServer: Sendable {
    /// The daemon while it runs.
    private let daemon = Locked<OpaquePointer?>(nil)
    private let context: ServerContext
    private let hub: EventHub
    private let housekeeping: PeriodicThread

    init(context: ServerContext, hub: EventHub) {
        self.context = context
        self.hub = hub
        let beat = Heartbeat()
        let registry = context.registry
        housekeeping = PeriodicThread(every: .seconds(1)) {
            registry.reap(now: CoarseClock.now())
            if beat.isDue(at: CoarseClock.now()) { hub.heartbeat() }
        }
    }

    deinit {
        stop()
    }

    /// Listens and serves; returns the bound port.
    func start() throws(HTTPServerError) -> UInt16 {
        let socket = try ListeningSocket(address: context.settings.address, port: context.settings.port)
        var settings = cmhd_settings()
        settings.listen_socket = socket.descriptor
        settings.threads = UInt32(clamping: context.settings.threads)
        settings.connection_limit = UInt32(clamping: context.settings.libraryLimit)
        settings.connection_memory = context.settings.connectionMemory
        settings.inactivity_seconds = context.settings.inactivitySeconds
        settings.context = Unmanaged.passUnretained(context).toOpaque()
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
        daemon.withLock { $0 = started }
        try housekeeping.start()
        return socket.port
    }

    /// Ends the streams, then closes the socket and every connection.
    ///
    /// Never with a suspended connection, which would abort the process: after `endStreams` no stream can be
    /// put to sleep, and those that do not finish within a second are cut.
    func stop() {
        guard let running = daemon.withLock({ $0.take() }) else { return }
        context.isStopping.store(true, ordering: .relaxed)
        hub.endStreams()
        housekeeping.stop()
        if !HTTPServer.wait(upTo: .seconds(1), { hub.count == 0 }) {
            hub.cutStreams()
            _ = HTTPServer.wait(upTo: .milliseconds(500)) { hub.count == 0 }
        }
        MHD_stop_daemon(running)
    }

    /// Asks every 5 ms whether `condition` holds; false when the time is up.
    private static func wait(upTo limit: Duration, _ condition: () -> Bool) -> Bool {
        let end = CoarseClock.now() + limit.milliseconds
        while !condition() {
            guard CoarseClock.now() < end else { return false }
            usleep(5_000)
        }
        return true
    }
}

/// When the next comment on event streams is due: every 15 s, so that proxies keep the connections open.
private final class Heartbeat: Sendable {
    private let next = Locked<Int64>(CoarseClock.now() + period)
    private static let period: Int64 = 15_000

    func isDue(at now: Int64) -> Bool {
        next.withLock { next in
            guard now >= next else { return false }
            next = now + Heartbeat.period
            return true
        }
    }
}
