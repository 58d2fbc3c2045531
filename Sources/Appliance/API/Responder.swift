import CMicrohttpd
import Glibc

/// Answers complete requests: from a kept body when there is one, else through the route table.
///
/// Runs on libmicrohttpd's threads; every path through it is short and waits for nothing.
final class Responder: Sendable {
    private let publisher: Publisher
    private let hub: EventHub
    private let policy: HostPolicy
    private let table: RouteTable
    /// In the order of the table, then one for requests that no route fits.
    private let counters: [RequestCounter]
    private let unrouted: RequestCounter

    init(publisher: Publisher, hub: EventHub, policy: HostPolicy, table: RouteTable, metrics: Metrics) {
        self.publisher = publisher
        self.hub = hub
        self.policy = policy
        self.table = table
        counters = table.routes.map { RequestCounter(route: $0.pattern, in: metrics) }
        unrouted = RequestCounter(route: "none", in: metrics)
    }

    /// A request whose body, if any, was read; `path` is raw and without the query.
    func respond(_ exchange: Exchange) -> MHD_Result {
        if exchange.reads, !exchange.flags.contains(.hasArguments) {
            let hash = SnapshotCache.hash(exchange.path)
            if let entry = publisher.lookup(exchange.path, hash: hash) {
                return send(entry.snapshot, entry.counter, exchange)
            }
        }
        return route(exchange)
    }

    /// Sends a refusal that no route decided.
    func refuse(_ problem: Problem, _ connection: OpaquePointer?) -> MHD_Result {
        send(problem, unrouted, connection)
    }

    private func send(_ snapshot: Snapshot, _ counter: RequestCounter, _ exchange: Exchange) -> MHD_Result {
        let response = snapshot.response(to: exchange.connection, exchange.flags)
        counter.count(status: response.status)
        return response.queue(on: exchange.connection)
    }

    private func send(_ problem: Problem, _ counter: RequestCounter, _ connection: OpaquePointer?)
        -> MHD_Result
    {
        counter.count(status: UInt32(problem.kind.status))
        return problem.response.queue(on: connection)
    }
}

extension Responder {
    private func route(_ exchange: Exchange) -> MHD_Result {
        var counter = unrouted
        do throws(Problem) {
            let path = try RequestPath(try target(exchange.path))
            guard let match = table.match(path) else {
                throw Problem(.notFound, "no such path; /openapi.json lists what there is")
            }
            counter = counters[match.index]
            guard exchange.reads else { return try answerOther(exchange, counter) }
            return try answer(exchange, table.routes[match.index], match.parameters, counter)
        } catch {
            return send(error, counter, exchange.connection)
        }
    }

    /// The path of a target in absolute form (RFC 9112 §3.2.2), whose host then counts instead of the Host field.
    private func target(_ raw: UnsafeBufferPointer<UInt8>) throws(Problem) -> UnsafeBufferPointer<UInt8> {
        let scheme = Array("http://".utf8)
        guard raw.prefix(scheme.count).elementsEqual(scheme) else { return raw }
        let rest = raw[scheme.count...]
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        guard policy.accepts(UnsafeBufferPointer(rebasing: rest[..<end])) else { throw .misdirected }
        return UnsafeBufferPointer(rebasing: rest[end...])
    }

    private func answer(
        _ exchange: Exchange,
        _ route: Route,
        _ parameters: [String: String],
        _ counter: RequestCounter
    ) throws(Problem) -> MHD_Result {
        let reading = publisher.reading
        let hasArguments = exchange.flags.contains(.hasArguments)
        let query = hasArguments ? try QueryParameters(exchange.connection) : QueryParameters()
        let lastEventID = FieldLines.last(exchange.connection, "last-event-id")
        let request = RouteRequest(
            parameters: parameters,
            query: query,
            lastEventID: lastEventID,
            state: reading.state
        )
        switch try route.handler(request) {
        case .once(let snapshot): return send(snapshot, counter, exchange)
        case .stream(let start): return try stream(start, counter, exchange)
        case .kept(let part, let key, let make):
            let kept = publisher.lookup(key)?.snapshot
            let snapshot = if let kept { kept } else { try make() }
            if kept == nil { publisher.keep(snapshot, key: key, counter: counter, part: part, from: reading) }
            let raw = String(decoding: exchange.path, as: UTF8.self)
            if !hasArguments && raw != key {
                publisher.keep(snapshot, key: raw, counter: counter, part: part, from: reading)
            }
            return send(snapshot, counter, exchange)
        }
    }

    private func stream(
        _ start: EventHub.Start,
        _ counter: RequestCounter,
        _ exchange: Exchange
    ) throws(Problem) -> MHD_Result {
        counter.count(status: 200)
        guard exchange.verb != .head else {
            return PreparedResponse(status: 200, body: [], headers: EventHub.headers).queue(
                on: exchange.connection
            )
        }
        guard let connection = exchange.connection else { return .NO }
        return try hub.open(start, on: connection, exchange.record)
    }

    /// A preflight (Fetch Standard §4.8), or a method that no path here has.
    private func answerOther(_ exchange: Exchange, _ counter: RequestCounter) throws(Problem) -> MHD_Result {
        let methods = "GET, HEAD, OPTIONS"
        guard exchange.verb == .options else {
            throw Problem(.methodNotAllowed, "this path can only be read; use GET", allow: methods)
        }
        let headers: [PreparedResponse.Header] = [
            ("Allow", methods), ("Access-Control-Allow-Origin", "*"),
            ("Access-Control-Allow-Methods", methods),
            ("Access-Control-Allow-Headers", "*"), ("Access-Control-Max-Age", "86400"),
        ]
        counter.count(status: 204)
        return PreparedResponse(status: 204, body: [], headers: headers).queue(on: exchange.connection)
    }
}
