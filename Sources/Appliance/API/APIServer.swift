/// What other features contribute to the API.
package struct APIFeatures: Sendable {
    /// Histories, from memory.
    package var history: HistoryProvider
    /// The histories of whole lists; nil where none are kept.
    package var realmHistories: RealmHistories?
    /// The page's files by name; `index.html` is served at `/`.
    package var page: [String: PageAsset]
    /// Routes that answer later: devices, pairing, administration.
    var calls: [Route] = []
    /// Decides who may call them.
    var gate = Gate(now: { .milliseconds(CoarseClock.now()) })

    package init(history: @escaping HistoryProvider, page: [String: PageAsset] = [:]) {
        self.history = history
        self.page = page
    }
}

/// The appliance's HTTP API: build it from values, start it, append events, stop it.
package final class APIServer: Sendable {
    /// Where events go after they were committed.
    package let events: EventHub
    private let server: HTTPServer
    private let addresses: [String]

    /// `newestEvent`: the sequence of the last event in the store.
    ///
    /// `hosts` decides which names are ours.
    package init(
        settings: HTTPSettings,
        hosts: HostPolicy,
        publisher: Publisher,
        features: APIFeatures,
        metrics: Metrics,
        newestEvent: Int64 = 0,
        maxStreams: Int = 100
    ) {
        let registry = ConnectionRegistry(limits: settings)
        metrics.register("watchpost_http_connections", .gauge, help: "Open connections.") { registry.count }
        events = EventHub(newest: newestEvent, maxStreams: maxStreams, registry: registry, metrics: metrics)
        let calls = CallQueue(most: settings.maxCalls)
        metrics.register("watchpost_http_calls_waiting", .gauge, help: "Calls without an answer yet.") {
            calls.count
        }
        features.gate.identities.register(in: metrics)
        let table = RouteTable(features, metrics: metrics)
        let responder = Responder(
            publisher: publisher,
            hub: events,
            policy: hosts,
            table: table,
            calls: CallRunner(queue: calls, gate: features.gate),
            metrics: metrics
        )
        let doors: [ServerContext.Endpoint] = settings.tunnel == nil ? [.main] : [.main, .tunnel]
        let contexts = doors.map {
            ServerContext($0, settings: settings, policy: hosts, registry: registry, responder: responder)
        }
        server = HTTPServer(contexts: contexts, registry: registry, hub: events, calls: calls)
        addresses = [settings.address] + (settings.tunnel.map { [$0.address] } ?? [])
    }

    /// Listens and serves from now on; returns `http://ADDRESS:PORT` of the main door, then of that for tunnels.
    ///
    /// Blocks for a moment.
    package func start() throws(HTTPServerError) -> [String] {
        zip(addresses, try server.start()).map { address, port in
            "http://\(address.contains(":") ? "[\(address)]" : address):\(port)"
        }
    }

    /// Ends streams and connections, within two seconds.
    ///
    /// Blocking: not on the cooperative pool.
    package func stop() {
        server.stop()
    }
}
