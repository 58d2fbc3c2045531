/// What other features contribute to the API.
package struct APIFeatures: Sendable {
    /// Histories, from memory.
    package var history: HistoryProvider
    /// The page's files by name; `index.html` is served at `/`.
    package var page: [String: PageAsset]

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
    private let address: String

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
        let table = RouteTable(features, metrics: metrics)
        let responder = Responder(
            publisher: publisher,
            hub: events,
            policy: hosts,
            table: table,
            metrics: metrics
        )
        let context = ServerContext(
            settings: settings,
            policy: hosts,
            registry: registry,
            responder: responder
        )
        server = HTTPServer(context: context, hub: events)
        address = settings.address
    }

    /// Listens and serves from now on; returns `http://ADDRESS:PORT`.
    ///
    /// Blocks for a moment.
    package func start() throws(HTTPServerError) -> String {
        let port = try server.start()
        return "http://\(address.contains(":") ? "[\(address)]" : address):\(port)"
    }

    /// Ends streams and connections, within two seconds.
    ///
    /// Blocking: not on the cooperative pool.
    package func stop() {
        server.stop()
    }
}
