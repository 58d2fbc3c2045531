import CMicrohttpd
import Glibc

/// Answers calls: reads the head into values, starts the handler, sends what comes of it.
///
/// Runs on libmicrohttpd's threads, the handlers in the queue's pools.
package struct CallRunner: Sendable {
    package let queue: CallQueue
    package let gate: Gate
    package let streams: BodyStreams

    /// Starts the handler of a call whose body was read; nil when the connection sleeps until the answer.
    package func run(
        _ call: PendingCall,
        _ route: Route,
        _ handler: @escaping CallHandler,
        _ exchange: Exchange
    ) throws(Problem) -> PreparedResponse? {
        guard let connection = exchange.connection else {
            throw Problem(.internalError, "the connection is gone", closes: true)
        }
        let query =
            call.flags.contains(.hasArguments) ? try QueryParameters(connection) : QueryParameters()
        let client = exchange.server.clients.client(of: connection)
        let request = CallRequest(
            parameters: call.parameters,
            query: query,
            contentType: FieldLines.last(connection, "content-type").map(CallRunner.mediaType),
            fields: try FieldLines.values(of: route.fields, connection),
            bearer: gate.read(try CallRunner.authorization(connection), from: client),
            client: client,
            body: call.begin()
        )
        let (gate, streams, end) = (gate, streams, BodyEnd(to: exchange.verb, version: exchange.version))
        let access = route.access
        let conditions = exchange.reads ? ReadConditions(of: connection, call.flags) : nil
        try queue.start(call, in: CallPlace(of: request, within: call.bounds)) {
            do throws(Problem) {
                var request = request
                request.caller = try await gate.caller(request, for: access)
                return try await handler(request).response(conditions, endingBy: end, through: streams)
            } catch {
                return error.response
            }
        }
        return call.rest(on: connection)
    }

    /// Two credentials could be read differently by a proxy in front.
    private static func authorization(_ connection: OpaquePointer) throws(Problem) -> String? {
        var lines: [String?] = []
        FieldLines.visit(connection, "authorization") { lines.append(String(validating: $0, as: UTF8.self)) }
        guard lines.count <= 1 else {
            throw Problem(.badRequest, "Authorization is given twice; send it once")
        }
        return lines.first ?? nil
    }

    private static func mediaType(_ field: String) -> String {
        let type = field.prefix { $0 != ";" }
        return type.filter { !$0.isWhitespace }.lowercased()
    }
}
