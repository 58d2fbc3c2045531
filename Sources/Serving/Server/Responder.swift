package import CMicrohttpd
import Glibc

/// Answers complete requests: from a kept body when there is one, else through the route table.
///
/// Runs on libmicrohttpd's threads; every path through it is short and waits for nothing.
package final class Responder: Sendable {
    private let publisher: Publisher
    private let hub: EventHub
    private let policy: HostPolicy
    private let table: RouteTable
    private let calls: CallRunner
    /// In the order of the table, one for each pattern, and one for requests that no route fits.
    private let counters: [RequestCounter]
    private let unrouted: RequestCounter

    package init(
        publisher: Publisher,
        hub: EventHub,
        policy: HostPolicy,
        table: RouteTable,
        calls: CallRunner,
        metrics: Metrics
    ) {
        self.publisher = publisher
        self.hub = hub
        self.policy = policy
        self.table = table
        self.calls = calls
        var byPattern: [String: RequestCounter] = [:]
        counters = table.routes.map { route in
            let counter = byPattern[route.pattern] ?? RequestCounter(route: route.pattern, in: metrics)
            byPattern[route.pattern] = counter
            return counter
        }
        unrouted = RequestCounter(route: "none", in: metrics)
    }

    /// A request whose body, if any, was read; `path` is raw and without the query.
    package func respond(_ exchange: Exchange) -> MHD_Result {
        if exchange.reads, !exchange.flags.contains(.hasArguments) {
            let hash = SnapshotCache.hash(exchange.path)
            if let entry = publisher.lookup(exchange.path, hash: hash) {
                return send(entry.snapshot, entry.counter, exchange)
            }
        }
        return route(exchange)
    }

    /// Sends a refusal that no route decided.
    package func refuse(_ problem: Problem, _ connection: OpaquePointer?) -> MHD_Result {
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

/// Calls.
extension Responder {
    /// The head of a request with a body, or that changes something: the body is collected for the route, if there is
    /// one, and refused unread when it is longer than the route takes.
    ///
    /// In chunks it has no length yet, and `length` is 0.
    ///
    /// `drained`: the longest body in bytes that is read although nobody asked for it.
    package func admit(_ exchange: Exchange, _ flags: RequestHead.Flags, length: Int64, drained: Int64)
        -> MHD_Result
    {
        let isCall = !exchange.reads && exchange.verb != .options
        guard isCall, let (index, parameters, bounds) = call(of: exchange) else {
            let detail = "a body of \(length) bytes came for a path that takes none"
            return length <= drained ? .YES : refuse(.tooLong(detail), exchange.connection)
        }
        guard length <= (bounds.largestBody > 0 ? Int64(bounds.largestBody) : drained) else {
            let detail = "a body of \(length) bytes came; this path takes \(bounds.largestBody) at most"
            return send(.tooLong(detail), counters[index], exchange.connection)
        }
        exchange.keep(PendingCall(route: index, parameters: parameters, flags: flags, bounds: bounds))
        return .YES
    }

    /// A call whose body was read, or whose answer is there.
    package func proceed(_ call: PendingCall, _ exchange: Exchange) -> MHD_Result {
        let counter = counters[call.route]
        do throws(Problem) {
            if let response = call.answer { return send(response, counter, exchange.connection) }
            if call.isTooLong {
                throw .tooLong(
                    "the body is longer than the \(call.bounds.largestBody) bytes that this path takes"
                )
            }
            guard case .call(_, let handler) = table.routes[call.route].action else { return .NO }
            return try start(call, handler, exchange)
        } catch {
            return send(error, counter, exchange.connection)
        }
    }

    private func start(
        _ call: PendingCall,
        _ handler: @escaping CallHandler,
        _ exchange: Exchange
    ) throws(Problem) -> MHD_Result {
        guard let response = try calls.run(call, table.routes[call.route], handler, exchange) else {
            return .YES
        }
        return send(response, counters[call.route], exchange.connection)
    }

    private func send(
        _ response: PreparedResponse,
        _ counter: RequestCounter,
        _ connection: OpaquePointer?
    ) -> MHD_Result {
        counter.count(status: response.status)
        return response.queue(on: connection)
    }

    /// nil: no route takes this; the answer says so once the request was read.
    private func call(of exchange: Exchange) -> (Int, [String: String], CallBounds)? {
        do throws(Problem) {
            let path = try RequestPath(try target(exchange.path))
            guard case .route(let index, let parameters) = table.match(path, exchange.verb),
                case .call(let bounds, _) = table.routes[index].action
            else {
                return nil
            }
            return (index, parameters, bounds)
        } catch {
            return nil
        }
    }
}

extension Problem {
    /// The body is not read to its end, so the connection cannot go on.
    fileprivate static func tooLong(_ detail: String) -> Problem {
        Problem(.contentTooLarge, detail, closes: true)
    }
}

extension Responder {
    private func route(_ exchange: Exchange) -> MHD_Result {
        var counter = unrouted
        do throws(Problem) {
            switch table.match(try RequestPath(try target(exchange.path)), exchange.verb) {
            case .none:
                // Before everything stands, no path is known not to be there: a phone must not take it for an end.
                if case .notReady(let reason) = publisher.state.readiness {
                    throw Problem(.unavailable, reason)
                }
                throw Problem(.notFound, "no such path; /openapi.json lists what there is")
            case .otherMethod(let index, let allow):
                counter = counters[index]
                return try answerOther(exchange, counter, allow: allow)
            case .route(let index, let parameters):
                counter = counters[index]
                return try take(exchange, index, parameters)
            }
        } catch {
            return send(error, counter, exchange.connection)
        }
    }

    private func take(
        _ exchange: Exchange,
        _ index: Int,
        _ parameters: [String: String]
    ) throws(Problem) -> MHD_Result {
        switch table.routes[index].action {
        case .read(let handler): return try answer(exchange, index, handler, parameters)
        case .call(let bounds, _):
            let flags = exchange.flags
            let call = PendingCall(route: index, parameters: parameters, flags: flags, bounds: bounds)
            exchange.keep(call)
            return proceed(call, exchange)
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
        _ index: Int,
        _ handler: @Sendable (RouteRequest) throws(Problem) -> RouteAnswer,
        _ parameters: [String: String]
    ) throws(Problem) -> MHD_Result {
        let counter = counters[index]
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
        switch try handler(request) {
        case .once(let snapshot): return send(snapshot, counter, exchange)
        case .stream(let start): return try stream(start, counter, exchange)
        case .work(let bounds, let work):
            let flags = exchange.flags
            let call = PendingCall(route: index, parameters: parameters, flags: flags, bounds: bounds)
            exchange.keep(call)
            return try start(call, work, exchange)
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
        let client = exchange.server.clients.client(of: connection)
        let visitor: EventHub.Visitor = client.isLocal ? .friend : .stranger(client.address)
        return try hub.open(start, on: connection, exchange.record, visitor)
    }

    /// A preflight (Fetch Standard §4.8), or a method that no path here has.
    ///
    /// A wildcard does not cover Authorization (Fetch Standard §4.9), hence its name.
    private func answerOther(
        _ exchange: Exchange,
        _ counter: RequestCounter,
        allow: String
    ) throws(Problem) -> MHD_Result {
        guard exchange.verb == .options else {
            throw Problem(.methodNotAllowed, "this path knows \(allow)", allow: allow)
        }
        let headers: [PreparedResponse.Header] = [
            ("Allow", allow), ("Access-Control-Allow-Origin", "*"),
            ("Access-Control-Allow-Methods", allow),
            ("Access-Control-Allow-Headers", "*, Authorization"), ("Access-Control-Max-Age", "86400"),
        ]
        counter.count(status: 204)
        return PreparedResponse(status: 204, body: [], headers: headers).queue(on: exchange.connection)
    }
}
