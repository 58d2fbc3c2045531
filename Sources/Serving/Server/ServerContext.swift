import SystemSupport
package import CMicrohttpd
import Core
import Glibc
import Synchronization

/// What libmicrohttpd's callbacks work with; it outlives the daemon.
package final class ServerContext: Sendable {
    package let settings: HTTPSettings
    package let endpoint: Endpoint
    /// Who asks, for those routes that have to know.
    package let clients: ClientReader
    package let policy: HostPolicy
    package let registry: ConnectionRegistry
    package let responder: Responder
    /// Once set, new connections are closed at once.
    let isStopping = Atomic(false)

    /// A listener of the appliance.
    package enum Endpoint: Sendable {
        /// For this network, and for proxies that the owner declared.
        case main
        /// For tunnels only.
        case tunnel
    }

    package init(
        _ endpoint: Endpoint,
        settings: HTTPSettings,
        policy: HostPolicy,
        registry: ConnectionRegistry,
        responder: Responder
    ) {
        self.settings = settings
        self.endpoint = endpoint
        clients = ClientReader(
            rule: settings.clients,
            isTunnel: endpoint == .tunnel,
            header: settings.clientHeader
        )
        self.policy = policy
        self.registry = registry
        self.responder = responder
    }

    /// Where this one listens; nil: it is not wanted.
    package var address: (address: String, port: UInt16)? {
        endpoint == .main ? (settings.address, settings.port) : settings.tunnel
    }

    package static func at(_ pointer: UnsafeMutableRawPointer?) -> ServerContext? {
        pointer.map { Unmanaged<ServerContext>.fromOpaque($0).takeUnretainedValue() }
    }

    /// First call: the head is complete.
    ///
    /// Refuses what must not be read any further, which closes the connection; otherwise only accepts,
    /// because an answer given here would cost the connection as well.
    package func begin(_ exchange: Exchange) -> MHD_Result {
        if exchange.record.isRefused { return responder.refuse(.crowded, exchange.connection) }
        let head = exchange.head
        if let problem = head.refusal(policy: policy) {
            return responder.refuse(problem, exchange.connection)
        }
        exchange.slot.pointee = UnsafeMutableRawPointer(bitPattern: head.flags.rawValue)
        if head.flags.contains(.isChunked) && !exchange.endAfterAnswer() { return .NO }
        let length = head.length ?? 0
        guard length > 0 || !exchange.reads else { return .YES }
        return responder.admit(exchange, head.flags, length: length, drained: settings.largestDrainedBody)
    }

    /// A piece of the body.
    ///
    /// One that is longer than it may be is read on for a while, so that its sender hears why it is refused; in chunks it may go on
    /// for ever, and the connection ends.
    package func take(_ piece: UnsafeRawBufferPointer, _ exchange: Exchange) -> MHD_Result {
        let call = exchange.call
        let received = call?.collect(piece) ?? exchange.drain(piece.count)
        let most = Int64(call?.bounds.largestBody ?? 0) + settings.largestDrainedBody
        return Int64(received) <= most ? .YES : .NO
    }

    /// Last call: the body, if any, was read, or the answer of a call is there.
    package func finish(_ exchange: Exchange) -> MHD_Result {
        exchange.record.extend(to: CoarseClock.now() + settings.answerTime.wholeMilliseconds)
        if let call = exchange.call { return responder.proceed(call, exchange) }
        return responder.respond(exchange)
    }
}

/// MHD_OPTION_URI_LOG_CALLBACK: the first line was read; `target` lies in the connection's own memory.
///
/// Notes where the target ends, and ends its query behind the first parameters, before the library takes it apart. It keeps
/// a record of some fifty bytes for each parameter there; where that memory ends it sends nothing at all (0.9.75), and a
/// client that asked with 300 of them waited until the connection timed out.
package func beginRequest(
    _ context: UnsafeMutableRawPointer?,
    _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let target else { return nil }
    ConnectionRecord.of(connection)?.begin(target: target)
    // One more than are taken: that there are too many is answered in words.
    cmhd_end_query(QueryParameters.most + 1, target)
    return nil
}

/// MHD_AcceptPolicyCallback: closes what comes while the server stops or is far above its limit.
func acceptPolicy(
    _ context: UnsafeMutableRawPointer?,
    _ address: UnsafePointer<sockaddr>?,
    _ length: socklen_t
) -> MHD_Result {
    guard let server = ServerContext.at(context), !server.isStopping.load(ordering: .relaxed) else {
        return .NO
    }
    return server.registry.hasRoom(forStranger: server.endpoint == .tunnel) ? .YES : .NO
}

/// MHD_NotifyConnectionCallback: a connection begins or ends; its record lives in between.
package func connectionChanged(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let server = ServerContext.at(context), let slot else { return }
    if change == .CONNECTION_NOTIFY_STARTED {
        let record = server.registry.add(
            socket: cmhd_socket(connection),
            isStranger: server.endpoint == .tunnel,
            now: CoarseClock.now()
        )
        slot.pointee = Unmanaged.passRetained(record).toOpaque()
    } else if let pointer = slot.pointee {
        server.registry.remove(Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeRetainedValue())
        slot.pointee = nil
    }
}

/// MHD_RequestCompletedCallback: the time for the next request begins.
package func requestCompleted(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    if let slot { Exchange.release(slot) }
    guard let server = ServerContext.at(context), let record = ConnectionRecord.of(connection) else { return }
    record.extend(to: CoarseClock.now() + server.settings.requestTime.wholeMilliseconds)
}

/// MHD_AccessHandlerCallback: called once for the head, once for each piece of the body, once at the end.
///
/// The per-request pointer carries the head's flags as a number, so that a read allocates nothing.
package func handleAccess(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let server = ServerContext.at(context), let record = ConnectionRecord.of(connection), let url,
        let slot
    else {
        return .NO
    }
    let exchange = Exchange(
        server: server,
        connection: connection,
        record: record,
        verb: Verb(method),
        method: method,
        path: UnsafeRawBufferPointer(start: url, count: strlen(url)).bindMemory(to: UInt8.self),
        version: version,
        slot: slot
    )
    guard slot.pointee != nil else { return server.begin(exchange) }
    if let uploadSize, uploadSize.pointee != 0 {
        let piece = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
        uploadSize.pointee = 0
        return server.take(piece, exchange)
    }
    return server.finish(exchange)
}

/// Leaves paths and arguments encoded: they are split before they are decoded.
///
/// Returns the length, as the library asks.
package func leaveEncoded(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}
