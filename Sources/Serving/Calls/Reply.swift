import SystemSupport

/// The answer to one call.
///
/// Most are personal or about a change: nobody keeps them, unless they say so.
package struct Reply: Sendable {
    package let status: Int
    package let body: [UInt8]
    /// Media type; nil: there is no body.
    package let type: String?
    /// Names exactly these bytes (RFC 9110 §8.8.3): whoever has them is told 304.
    package var tag: EntityTag?
    /// Who may keep the answer, and for how long.
    package var cacheControl = "no-store"
    /// Further fields of the head.
    package var fields: [PreparedResponse.Header] = []

    /// Nothing to say but that it is done.
    package static let noContent = Reply([], type: nil, status: 204)

    /// A body of any media type.
    package init(_ body: [UInt8], type: String?, status: Int = 200) {
        self.status = status
        self.body = body
        self.type = type
    }

    /// A JSON body.
    package init(_ body: some Encodable, status: Int = 200) {
        self.init(JSONBody.encode(body), type: JSONBody.type, status: status)
    }

    /// The same with a tag of its bytes, to be kept by whoever may by `cacheControl`.
    package func tagged(_ cacheControl: String) -> Reply {
        var reply = self
        reply.tag = EntityTag(String(SHA256Digest.hexadecimal(of: body).prefix(32)))
        reply.cacheControl = cacheControl
        return reply
    }

    /// `known`: the lines of If-None-Match of a request that only reads.
    package func response(known: [[UInt8]] = []) -> PreparedResponse {
        var headers: [PreparedResponse.Header] = [
            ("Cache-Control", cacheControl), ("Access-Control-Allow-Origin", "*"),
        ]
        if let tag { headers.append(("ETag", tag.text)) }
        headers += fields
        // A refusal stays a refusal, whatever the client has kept (RFC 9110 §13.2.1).
        if status == 200, let tag, known.contains(where: { $0.withUnsafeBufferPointer(tag.isNamed) }) {
            return PreparedResponse(status: 304, body: [], headers: headers)
        }
        if let type { headers.append(("Content-Type", type)) }
        return PreparedResponse(status: UInt32(status), body: body, headers: headers)
    }
}
