package import CMicrohttpd

/// One response object of libmicrohttpd, made once and sent as often as wanted.
///
/// `@unchecked Sendable`: the library counts references to a response under the response's own mutex and only reads
/// it after the last header was added, which happens in `init`; `response` itself is never changed.
package final class PreparedResponse: @unchecked Sendable {
    package typealias Header = (name: String, value: String)

    package let status: UInt32
    private let response: OpaquePointer
    /// Told of the connection that it is sent on, where its body is made meanwhile; such a response is sent once.
    private let begin: (@Sendable (OpaquePointer) -> Void)?

    /// The library copies the body, so that a response that is still being sent outlives this object.
    package init(status: UInt32, body: [UInt8], headers: [Header]) {
        self.status = status
        begin = nil
        let made = body.withUnsafeBytes { bytes in
            MHD_create_response_from_buffer(
                bytes.count,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let made else { preconditionFailure("no memory for a response") }
        response = made
        for header in headers { MHD_add_response_header(made, header.name, header.value) }
    }

    /// Takes over one of the library's whose body is made while it is sent.
    ///
    /// `begin`: told once, on the library's thread, of the connection that it is sent on.
    init(
        status: UInt32,
        taking made: OpaquePointer,
        headers: [Header],
        begin: @escaping @Sendable (OpaquePointer) -> Void
    ) {
        (self.status, self.begin, response) = (status, begin, made)
        for header in headers { MHD_add_response_header(made, header.name, header.value) }
    }

    deinit {
        MHD_destroy_response(response)
    }

    /// Sends it; only from the access handler of this connection.
    package func queue(on connection: OpaquePointer?) -> MHD_Result {
        if let connection { begin?(connection) }
        return MHD_queue_response(connection, status, response)
    }
}
