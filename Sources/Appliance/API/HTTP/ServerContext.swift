import CMicrohttpd
import Core
import Glibc
import Synchronization

/// What libmicrohttpd's callbacks work with; it outlives the daemon.
final class ServerContext: Sendable {
    let settings: HTTPSettings
    let policy: HostPolicy
    let registry: ConnectionRegistry
    let responder: Responder
    /// Once set, new connections are closed at once.
    let isStopping = Atomic(false)

    init(settings: HTTPSettings, policy: HostPolicy, registry: ConnectionRegistry, responder: Responder) {
        self.settings = settings
        self.policy = policy
        self.registry = registry
        self.responder = responder
    }

    static func at(_ pointer: UnsafeMutableRawPointer?) -> ServerContext? {
        pointer.map { Unmanaged<ServerContext>.fromOpaque($0).takeUnretainedValue() }
    }

    /// First call: the head is complete.
    ///
    /// Refuses what must not be read any further, which closes the connection; otherwise only accepts,
    /// because an answer given here would cost the connection as well.
    func begin(_ connection: OpaquePointer?, _ record: ConnectionRecord) -> (RequestHead.Flags?, MHD_Result) {
        if record.isRefused { return (nil, responder.refuse(.crowded, connection)) }
        let head = RequestHead(connection)
        if let problem = head.refusal(policy: policy, largestBody: settings.largestDrainedBody) {
            return (nil, responder.refuse(problem, connection))
        }
        return (head.flags, .YES)
    }

    /// Last call: the body, if any, was read.
    func finish(
        _ connection: OpaquePointer?,
        _ record: ConnectionRecord,
        url: UnsafePointer<CChar>,
        method: UnsafePointer<CChar>?,
        flags: RequestHead.Flags
    ) -> MHD_Result {
        record.extend(to: CoarseClock.now() + settings.answerTime.milliseconds)
        let bytes = UnsafeRawBufferPointer(start: url, count: strlen(url)).bindMemory(to: UInt8.self)
        let verb = Exchange.Verb(method)
        let exchange = Exchange(connection: connection, record: record, verb: verb, flags: flags, path: bytes)
        return responder.respond(exchange)
    }
}

/// The record that `connectionChanged` stored for a connection.
private func record(of connection: OpaquePointer?) -> ConnectionRecord? {
    cmhd_connection_context(connection).map {
        Unmanaged<ConnectionRecord>.fromOpaque($0).takeUnretainedValue()
    }
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
    return server.registry.hasRoom ? .YES : .NO
}

/// MHD_NotifyConnectionCallback: a connection begins or ends; its record lives in between.
func connectionChanged(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let server = ServerContext.at(context), let slot else { return }
    if change == .CONNECTION_NOTIFY_STARTED {
        let record = server.registry.add(socket: cmhd_socket(connection), now: CoarseClock.now())
        slot.pointee = Unmanaged.passRetained(record).toOpaque()
    } else if let pointer = slot.pointee {
        server.registry.remove(Unmanaged<ConnectionRecord>.fromOpaque(pointer).takeRetainedValue())
        slot.pointee = nil
    }
}

/// MHD_RequestCompletedCallback: the time for the next request begins.
func requestCompleted(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    guard let server = ServerContext.at(context), let record = record(of: connection) else { return }
    record.extend(to: CoarseClock.now() + server.settings.requestTime.milliseconds)
}

/// MHD_AccessHandlerCallback: called once for the head, once for each piece of the body, once at the end.
///
/// The per-request pointer carries the head's flags as a number, so that a request allocates nothing.
func handleAccess(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let server = ServerContext.at(context), let record = record(of: connection), let url, let slot
    else {
        return .NO
    }
    guard let accepted = slot.pointee else {
        let (flags, result) = server.begin(connection, record)
        slot.pointee = flags.flatMap { UnsafeMutableRawPointer(bitPattern: $0.rawValue) }
        return result
    }
    if let uploadSize, uploadSize.pointee != 0 {
        uploadSize.pointee = 0
        return .YES
    }
    let flags = RequestHead.Flags(rawValue: UInt(bitPattern: accepted))
    return server.finish(connection, record, url: url, method: method, flags: flags)
}

/// Leaves paths and arguments encoded: they are split before they are decoded.
///
/// Returns the length, as the library asks.
func leaveEncoded(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}
