import SystemSupport

/// One line of the route table.
package struct Route: Sendable {
    /// What a route does with a request.
    package enum Action: Sendable {
        /// Answers at once from the published state; kept answers pass the route by.
        case read(@Sendable (RouteRequest) throws(Problem) -> RouteAnswer)
        /// Answers when its work is done.
        case call(CallBounds, CallHandler)
    }

    /// Routes of GET answer HEAD as well.
    package let verb: Verb
    /// `/v1/regions/{region}/realms`: the words in braces match any one segment.
    package let pattern: String
    package let action: Action
    /// Who may ask; reads are everybody's.
    package let access: Access
    /// Fields of a request, in lower case, that a call may ask for.
    package let fields: [String]
    package let segments: [Segment]

    /// A part of a pattern between slashes.
    package enum Segment: Hashable, Sendable {
        case word(String)
        case parameter(String)
    }

    /// A read.
    package init(
        _ pattern: String,
        fields: [String] = [],
        handler: @escaping @Sendable (RouteRequest) throws(Problem) -> RouteAnswer
    ) {
        self.init(.get, pattern, .read(handler), .anybody, fields)
    }

    /// A call.
    package init(
        _ verb: Verb,
        _ pattern: String,
        _ access: Access,
        _ bounds: CallBounds,
        fields: [String] = [],
        handler: @escaping CallHandler
    ) {
        self.init(verb, pattern, .call(bounds, handler), access, fields)
    }

    private init(
        _ verb: Verb,
        _ pattern: String,
        _ action: Action,
        _ access: Access,
        _ fields: [String]
    ) {
        self.access = access
        self.fields = fields
        self.verb = verb
        self.pattern = pattern
        self.action = action
        segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("{") ? .parameter(String(part.dropFirst().dropLast())) : .word(String(part))
        }
    }

    /// The values of the parameters; the path is one of this route's.
    package func parameters(of path: RequestPath) -> [String: String] {
        var parameters: [String: String] = [:]
        for (segment, text) in zip(segments, path.segments) {
            if case .parameter(let name) = segment { parameters[name] = text }
        }
        return parameters
    }
}

/// What a route is asked.
package struct RouteRequest: Sendable {
    /// What stood in the place of the pattern's parameters, decoded.
    package let parameters: [String: String]
    package let query: QueryParameters
    /// The Last-Event-ID header, for event streams.
    package let lastEventID: String?
    package let state: PublishedState

    /// A parameter of the pattern; the route table guarantees that it is there.
    package func parameter(_ name: String) -> String {
        parameters[name] ?? ""
    }
}

/// What a route answers.
package enum RouteAnswer: Sendable {
    /// A body that changes only with one part of the published state. It is kept under `key`, which tells apart
    /// everything that the body depends on; `make` runs when it is not kept yet.
    case kept(PublishedPart, key: String, make: @Sendable () throws(Problem) -> Snapshot)
    /// A body for this request only.
    case once(Snapshot)
    /// An event stream.
    case stream(EventHub.Start)
    /// A body that is not at hand: the request goes on as a call, and its connection sleeps.
    case work(CallBounds, CallHandler)
}

extension RouteAnswer {
    /// A kept JSON body.
    package static func json(
        _ part: PublishedPart,
        key: String,
        _ body: @escaping @Sendable () -> some Encodable & Sendable
    ) -> RouteAnswer {
        .kept(part, key: key) { () throws(Problem) in Snapshot(JSONBody.encode(body()), type: JSONBody.type) }
    }
}
