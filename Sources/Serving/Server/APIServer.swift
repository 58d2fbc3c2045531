/// The appliance's HTTP API: build it from values, start it, append events, stop it.
package final class APIServer: Sendable {
    private let server: HTTPServer
    private let addresses: [String]

    /// `hosts` decides which names are ours, `gate` who may call; `metrics` gets the server's own lines.
    ///
    /// `events` was made with the registry of these settings.
    package init(
        settings: HTTPSettings,
        hosts: HostPolicy,
        publisher: Publisher,
        events: EventHub,
        routes: [Route],
        gate: Gate = Gate(now: { .milliseconds(CoarseClock.now()) }),
        metrics: Metrics
    ) {
        let (registry, calls) = (events.registry, CallQueue(most: settings.maxCalls))
        let streams = BodyStreams(step: settings.answerTime)
        let waiting = "Calls without an answer yet."
        metrics.add([
            MetricSeries("watchpost_http_connections", .gauge, help: "Open connections.") { registry.count },
            MetricSeries("watchpost_http_calls_waiting", .gauge, help: waiting) { calls.count },
            MetricSeries(
                "watchpost_http_bodies_streamed",
                .gauge,
                help: "Bodies that are made while they are sent."
            ) {
                streams.count
            },
        ])
        metrics.add(events.metrics + gate.identities.metrics)
        let responder = Responder(
            publisher: publisher,
            hub: events,
            policy: hosts,
            table: RouteTable(routes),
            calls: CallRunner(queue: calls, gate: gate, streams: streams),
            metrics: metrics
        )
        let endpoints: [ServerContext.Endpoint] = settings.tunnel == nil ? [.main] : [.main, .tunnel]
        let contexts = endpoints.map {
            ServerContext($0, settings: settings, policy: hosts, registry: registry, responder: responder)
        }
        server = HTTPServer(
            contexts: contexts,
            registry: registry,
            hub: events,
            calls: calls,
            streams: streams
        )
        addresses = [settings.address] + (settings.tunnel.map { [$0.address] } ?? [])
    }

    /// Listens and serves from now on; returns `http://ADDRESS:PORT` of the main listener, then of that for tunnels.
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
