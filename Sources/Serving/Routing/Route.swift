import SystemSupport

/// One line of the route table.
///
/// A read answers from what is published, on the server's own threads, which all connections share:
///
/// ```swift
/// Route("/v1/regions/{region}/realms") { request throws(Problem) in
///     let region = try region(request.parameter("region"))
///     return .json(.realms, key: "/v1/regions/\(region)/realms") { body(of: region, in: request.state) }
/// }
/// ```
///
/// A call may wait, for a commit or for a file, and is let in by its access before its handler sees it:
///
/// ```swift
/// Route(.put, "/v1/devices/{id}/maps", .ownDevice, .body(4_096)) { request throws(Problem) in
///     let device = try request.device()
///     let change = try request.json(MapLikesChangeBody.self)
///     return Reply(try await store(change, of: device.person))
/// }
/// ```
///
/// Of several patterns that fit a path the first of the table counts. Every route stands in the API's description and in the
/// table of who may do what; tests compare both with the features' lists.
package struct Route: Sendable {
    /// What a route does with a request.
    package enum Action: Sendable {
        /// Answers at once from the published state; kept answers pass the route by.
        ///
        /// Runs on a thread of the HTTP server: it must neither block nor work for longer than an answer takes to encode.
        /// What needs more goes on as `RouteAnswer.work`.
        case read(@Sendable (RouteRequest) throws(Problem) -> RouteAnswer)
        /// Answers when its work is done, or has the client told 503 when its time is up.
        case call(CallBounds, CallHandler)
    }

    /// Routes of GET answer HEAD as well.
    package let verb: Verb
    /// `/v1/regions/{region}/realms`: the words in braces match any one segment.
    ///
    /// `{id}` is the caller's own where the access says so; the gate compares it before anything is looked up.
    package let pattern: String
    package let action: Action
    /// Who may ask; reads are everybody's.
    package let access: Access
    /// Fields of a request, in lower case, that a call may ask for.
    ///
    /// All others are dropped with the connection; what a call asks for beyond these is a mistake that debug builds stop at.
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

/// What a route is asked; valid beyond the request, since nothing in it belongs to the connection.
package struct RouteRequest: Sendable {
    /// What stood in the place of the pattern's parameters, decoded.
    package let parameters: [String: String]
    package let query: QueryParameters
    /// The Last-Event-ID header, for event streams.
    package let lastEventID: String?
    /// One state, however often it is read: what is published meanwhile counts for the next request.
    package let state: PublishedState

    /// A parameter of the pattern; the route table guarantees that it is there.
    package func parameter(_ name: String) -> String {
        parameters[name] ?? ""
    }
}

/// What a route answers.
///
/// Kept answers are the fast ones: they are encoded, compressed and tagged once, and go out of the cache without the route.
/// Only questions of which there are few may be kept; a key that a stranger can vary without end would fill the cache for all.
package enum RouteAnswer: Sendable {
    /// A body that changes only with one part of the published state. It is kept under `key`, which tells apart
    /// everything that the body depends on; `make` runs when it is not kept yet.
    ///
    /// The path with its query, in one order and spelling, is a good key. `make` may run twice at once, and its body counts for
    /// the state that the request saw; one that throws is asked again by the next request.
    case kept(PublishedPart, key: String, make: @Sendable () throws(Problem) -> Snapshot)
    /// A body for this request only, such as a page with the reader's own words.
    case once(Snapshot)
    /// An event stream.
    case stream(EventHub.Start)
    /// A body that is not at hand: the request goes on as a call, and its connection sleeps.
    ///
    /// Nobody was let in for it: what it costs is to be bounded here, with a budget for strangers. HEAD takes the same way.
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
