import SystemSupport

/// The answer to one call.
///
/// Most are personal or about a change: nobody keeps them, unless they say so.
///
/// ```swift
/// Reply(body)                                  // 200, JSON, no-store
/// Reply(body, status: 201)
/// Reply.noContent                              // 204
/// Reply(bytes, type: "text/csv").tagged("no-cache")    // kept by clients, and 304 while the bytes stay the same
/// ```
///
/// A refusal is no reply: handlers throw a `Problem`. Bodies are whole in memory, but for those that are streamed.
///
/// JSON that a request reads goes out compressed to who takes it, as snapshots do. It is compressed anew for each answer, on the
/// threads of the call's pool: 20 kB, a hundred rows, take a third of a millisecond of a PC's core and about one of a Pi's, and
/// more than `largestCompressed` is sent as it is. How often somebody unknown may have that is the bound of whoever lets the
/// request in; a body that many ask for is better kept (`Reply(kept:)`).
package struct Reply: Sendable {
    package let status: Int
    package let body: [UInt8]
    /// Media type; nil: there is no body.
    package let type: String?
    /// Names exactly these bytes (RFC 9110 §8.8.3): whoever has them is told 304.
    package var tag: EntityTag?
    /// Who may keep the answer, and for how long.
    package var cacheControl = "no-store"
    /// Further fields of the head; values must be free of line ends, so nothing that was sent may stand here unchecked.
    package var fields: [PreparedResponse.Header] = []
    /// What is sent instead of all of these.
    private let kept: Snapshot?
    /// What the body is made by while it is sent; nil: it is here.
    let streamed: StreamedBody?

    /// The longest body that is compressed, in bytes: what that takes grows with it.
    package static let largestCompressed = 131_072

    /// Nothing to say but that it is done.
    package static let noContent = Reply([], type: nil, status: 204)

    /// A body of any media type.
    package init(_ body: [UInt8], type: String?, status: Int = 200) {
        self.status = status
        self.body = body
        self.type = type
        (kept, streamed) = (nil, nil)
    }

    /// A JSON body.
    package init(_ body: some Encodable, status: Int = 200) {
        self.init(JSONBody.encode(body), type: JSONBody.type, status: status)
    }

    /// A body that is kept as well, for those who ask next: all get the same bytes under the same tags.
    package init(kept snapshot: Snapshot) {
        (status, body, type, kept, streamed) = (200, [], nil, snapshot, nil)
    }

    /// A body of any length, made while it is sent.
    package init(streamed: StreamedBody, type: String) {
        (status, body, self.type, kept, self.streamed) = (200, [], type, nil, streamed)
    }

    /// The same with a tag of its bytes, to be kept by whoever may by `cacheControl`.
    package func tagged(_ cacheControl: String) -> Reply {
        var reply = self
        reply.tag = EntityTag(of: body)
        reply.cacheControl = cacheControl
        return reply
    }

    /// Nobody else is shown it, and what is kept is asked about each time.
    package static let ownCacheControl = "private, no-cache"

    /// `conditions`: those of a request that only reads; nil: it does something.
    package func response(_ conditions: ReadConditions? = nil) -> PreparedResponse {
        if let kept { return kept.response(conditions ?? ReadConditions()) }
        var headers = commonHeaders
        let isVaried = conditions != nil && isWorthCompressing
        if isVaried { headers.append(("Vary", "Accept-Encoding")) }
        let takesGzip = isVaried && conditions?.takesGzip ?? false
        // A refusal stays a refusal, whatever the client has kept (RFC 9110 §13.2.1).
        if status == 200, let conditions, let tag {
            let tag = takesGzip ? tag.compressed : tag
            if conditions.name(tag) {
                return PreparedResponse(status: 304, body: [], headers: headers + [("ETag", tag.text)])
            }
        }
        if let type { headers.append(("Content-Type", type)) }
        if takesGzip, let gzip = Gzip.compress(body), gzip.count < body.count {
            headers.append(("Content-Encoding", "gzip"))
            if let tag { headers.append(("ETag", tag.compressed.text)) }
            return PreparedResponse(status: UInt32(status), body: gzip, headers: headers)
        }
        if let tag { headers.append(("ETag", tag.text)) }
        return PreparedResponse(status: UInt32(status), body: body, headers: headers)
    }

    /// The same where the body may be streamed; `end`: how the request's client would know its end.
    func response(
        _ conditions: ReadConditions?,
        endingBy end: BodyEnd,
        through streams: BodyStreams
    ) throws(Problem) -> PreparedResponse {
        guard let streamed else { return response(conditions) }
        let headers = commonHeaders + (type.map { [("Content-Type", $0)] } ?? [])
        return try streams.response(streamed, endingBy: end, status: UInt32(status), headers: headers)
    }

    private var commonHeaders: [PreparedResponse.Header] {
        [("Cache-Control", cacheControl)] + OtherOrigins.mayRead + fields
    }

    private var isWorthCompressing: Bool {
        status == 200 && type == JSONBody.type && body.count > Snapshot.smallestCompressed
            && body.count <= Reply.largestCompressed
    }
}
