/// What a call is asked: a copy of everything, because the answer comes later, on another thread.
struct CallRequest: Sendable {
    /// What stood in the place of the pattern's parameters, decoded.
    let parameters: [String: String]
    let query: QueryParameters
    /// Media type of the body, without parameters, in lower case.
    let contentType: String?
    /// The fields that the route names; nil: absent.
    let fields: [String: String?]
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

    /// A field of the request, in lower case, that the route names; nil: it was not sent.
    func field(_ name: String) -> String? {
        assert(fields[name] != nil, "the route does not name the field \(name)")
        return fields[name] ?? nil
    }

    /// The body, when it is of one of these media types.
    func body(of types: String...) throws(Problem) -> [UInt8] {
        guard let contentType, types.contains(contentType) else {
            let known = types.joined(separator: " or ")
            throw Problem(.unsupportedMediaType, "send the body as Content-Type: \(known)")
        }
        return body
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
