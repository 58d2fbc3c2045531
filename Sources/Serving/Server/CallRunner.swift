import CMicrohttpd
import Glibc

/// Answers calls: reads the head into values, starts the handler, sends what comes of it.
///
/// Runs on libmicrohttpd's threads, the handlers in the queue's pools.
package struct CallRunner: Sendable {
    package let queue: CallQueue
    package let gate: Gate

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
        let gate = gate
        let access = route.access
        let known = exchange.reads ? CallRunner.known(call.flags, connection) : []
        try queue.start(call, in: CallPool(of: request, within: call.bounds)) {
            do throws(Problem) {
                var request = request
                request.caller = try await gate.caller(request, for: access)
                return try await handler(request).response(known: known)
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
            throw Problem(.badRequest, "Authorization stands there twice; send it once")
        }
        return lines.first ?? nil
    }

    /// What the client has kept, for answers that have a tag.
    private static func known(_ flags: RequestHead.Flags, _ connection: OpaquePointer) -> [[UInt8]] {
        guard flags.contains(.hasIfNoneMatch) else { return [] }
        var lines: [[UInt8]] = []
        FieldLines.visit(connection, "if-none-match") { lines.append(Array($0)) }
        return lines
    }

    private static func mediaType(_ field: String) -> String {
        let type = field.prefix { $0 != ";" }
        return type.filter { !$0.isWhitespace }.lowercased()
    }
}
