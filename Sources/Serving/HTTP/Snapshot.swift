import CMicrohttpd
import SystemSupport

/// An immutable body with everything that a request may want of it already made: plain, gzip, and "not modified".
///
/// Sending one costs no encoding, no hashing and no allocation on our side: that is what makes reads fast.
package final class Snapshot: Sendable {
    /// What the plain body is called; the gzip variant has a tag of its own.
    package let tag: EntityTag
    /// Bytes held by the responses, for bounding caches.
    package let cost: Int
    private let plain: PreparedResponse
    private let unchanged: PreparedResponse
    private let compressed: Compressed?

    private struct Compressed: Sendable {
        let tag: EntityTag
        let response: PreparedResponse
        let unchanged: PreparedResponse
    }

    /// Bodies up to this size gain nothing from compression: they fit into one packet anyway.
    package static let smallestCompressed = 512

    /// `compress`: whether a gzip variant is worth its time; off for bodies that are sent once.
    ///
    /// `status`: of the whole body, for pages that are shown with a refusal.
    package init(
        _ body: [UInt8],
        type: String,
        status: UInt32 = 200,
        cacheControl: String = "no-cache",
        compress: Bool = true,
        headers: [PreparedResponse.Header] = []
    ) {
        let gzip = compress ? Snapshot.gzipIfSmaller(body) : nil
        var shared: [PreparedResponse.Header] = [("Cache-Control", cacheControl)]
        shared += OtherOrigins.mayRead + headers
        if gzip != nil { shared.append(("Vary", "Accept-Encoding")) }
        let content = shared + [("Content-Type", type)]
        let tag = EntityTag(of: body)
        self.tag = tag
        plain = PreparedResponse(status: status, body: body, headers: content + [("ETag", tag.text)])
        // A refusal stays a refusal, whatever the client has kept (RFC 9110 §13.2.1).
        let known = PreparedResponse(status: 304, body: [], headers: shared + [("ETag", tag.text)])
        unchanged = status == 200 ? known : plain
        compressed = gzip.map { gzip in
            let tag = tag.compressed
            let marked = content + [("ETag", tag.text), ("Content-Encoding", "gzip")]
            let response = PreparedResponse(status: status, body: gzip, headers: marked)
            let known = PreparedResponse(status: 304, body: [], headers: shared + [("ETag", tag.text)])
            return Compressed(tag: tag, response: response, unchanged: status == 200 ? known : response)
        }
        cost = body.count + (gzip?.count ?? 0) + 2_048
    }

    /// The response for this request's conditions.
    package func response(to connection: OpaquePointer?, _ flags: RequestHead.Flags) -> PreparedResponse {
        guard let compressed, AcceptedEncoding.takesGzip(connection, flags) else {
            return flags.contains(.hasIfNoneMatch) && Snapshot.matches(tag, connection) ? unchanged : plain
        }
        let isKnown = flags.contains(.hasIfNoneMatch) && Snapshot.matches(compressed.tag, connection)
        return isKnown ? compressed.unchanged : compressed.response
    }

    /// The same for a request that went on as a call.
    package func response(_ conditions: ReadConditions) -> PreparedResponse {
        guard let compressed, conditions.takesGzip else { return conditions.name(tag) ? unchanged : plain }
        return conditions.name(compressed.tag) ? compressed.unchanged : compressed.response
    }

    private static func gzipIfSmaller(_ body: [UInt8]) -> [UInt8]? {
        guard body.count > smallestCompressed, let gzip = Gzip.compress(body), gzip.count < body.count else {
            return nil
        }
        return gzip
    }

    private static func matches(_ tag: EntityTag, _ connection: OpaquePointer?) -> Bool {
        var isNamed = false
        FieldLines.visit(connection, "if-none-match") { isNamed = isNamed || tag.isNamed(in: $0) }
        return isNamed
    }
}
