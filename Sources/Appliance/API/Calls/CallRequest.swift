/// What a call is asked: a copy of everything, because the answer comes later, on another thread.
struct CallRequest: Sendable {
    /// What stood in the place of the pattern's parameters, decoded.
    let parameters: [String: String]
    let query: QueryParameters
    /// Media type of the body, without parameters, in lower case.
    let contentType: String?
    /// What the Authorization field came to; never logged.
    let bearer: Bearer
    let client: Client
    /// At most as long as the route takes.
    let body: [UInt8]
    /// Who asks, as the gate found for the access of the route; until then a stranger.
    var caller = Caller.stranger

    /// A parameter of the pattern; the route table guarantees that it is there.
    func parameter(_ name: String) -> String {
        parameters[name] ?? ""
    }
}

/// How much a call may take.
struct CallBounds: Hashable, Sendable {
    /// The longest body in bytes; 0: a body is read and ignored.
    var largestBody: Int
    /// From the end of the request to the end of the handler; after it the client is told 503.
    var time: Duration

    /// Asks for nothing but what stands in the path.
    static let bare = CallBounds(largestBody: 0, time: .seconds(10))

    static func body(_ bytes: Int) -> CallBounds {
        CallBounds(largestBody: bytes, time: .seconds(10))
    }
}

/// Answers a call when its work is done, for example after a commit.
typealias CallHandler = @Sendable (CallRequest) async throws(Problem) -> Reply

/// The answer to one call.
///
/// It is personal or about a change: nobody keeps it.
struct Reply: Sendable {
    let status: Int
    let body: [UInt8]

    /// Nothing to say but that it is done.
    static let noContent = Reply(status: 204, body: [])

    private init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    /// A JSON body.
    init(_ body: some Encodable, status: Int = 200) {
        self.init(status: status, body: JSONBody.encode(body))
    }

    var response: PreparedResponse {
        var headers: [PreparedResponse.Header] = [
            ("Cache-Control", "no-store"), ("Access-Control-Allow-Origin", "*"),
        ]
        if !body.isEmpty { headers.append(("Content-Type", JSONBody.type)) }
        return PreparedResponse(status: UInt32(status), body: body, headers: headers)
    }
}
