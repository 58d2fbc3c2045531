/// What a call is asked: a copy of everything, because the answer comes later, on another thread.
///
/// All of it is a stranger's word but `client` and `caller`. Bounds held before it was made: the head (16 kB), each value of the
/// query (512 bytes), the body (what the route takes). `json` reads the body with bounds on its depth, and its errors name the
/// member:
///
/// ```swift
/// let change = try request.json(NameChangeBody.self)    // 400 "name: missing", 415 for another media type
/// let device = try request.device()                      // whom the gate let in
/// ```
package struct CallRequest: Sendable {
    /// What stood in the place of the pattern's parameters, decoded.
    package let parameters: [String: String]
    package let query: QueryParameters
    /// Media type of the body, without parameters, in lower case.
    package let contentType: String?
    /// The fields that the route names; nil: absent.
    package let fields: [String: String?]
    /// What the Authorization field came to; never logged.
    ///
    /// Handlers ask `caller`, which the gate has checked. Only those that register somebody need the credential itself.
    package let bearer: Bearer
    package let client: Client
    /// At most as long as the route takes.
    package let body: [UInt8]
    /// Who asks, as the gate found for the access of the route; until then a stranger.
    package var caller = Caller.stranger

    /// Whether it comes from outside and shows nothing that was found good before, as far as is known without asking the disk.
    package var isStranger: Bool {
        if client.isLocal || bearer.isOwner { return false }
        if case .unknown = bearer.known { return true }
        return false
    }

    /// Whether it comes from outside and shows nothing that is known to be good now: a credential that was good once may have
    /// been withdrawn since, and only the disk knows.
    package var isUnproven: Bool {
        if client.isLocal || bearer.isOwner { return false }
        if case .fresh = bearer.known { return false }
        return true
    }

    /// By whom it is counted outside where nobody has to show anything: who was found good, lately or once; nil: it comes from
    /// home, from the owner, or from a stranger.
    ///
    /// Nothing else may rest on it: of who was found good once the store was not asked.
    package var countedOutside: Caller? {
        if client.isLocal || bearer.isOwner { return nil }
        switch bearer.known {
        case .fresh(let caller), .aged(let caller): return caller
        case .unknown: return nil
        }
    }

    /// A parameter of the pattern; the route table guarantees that it is there.
    package func parameter(_ name: String) -> String {
        parameters[name] ?? ""
    }

    /// A field of the request, in lower case, that the route names; nil: it was not sent.
    package func field(_ name: String) -> String? {
        assert(fields[name] != nil, "the route does not name the field \(name)")
        return fields[name] ?? nil
    }

    /// The body, when it is of one of these media types.
    package func body(of types: String...) throws(Problem) -> [UInt8] {
        guard let contentType, types.contains(contentType) else {
            let known = types.joined(separator: " or ")
            throw Problem(.unsupportedMediaType, "send the body as Content-Type: \(known)")
        }
        return body
    }
}

/// How much a call may take.
///
/// A longer body gets 413, before it is read where its length is known. The time includes what the handler waits for;
/// it does not include waiting for a place: where a pool is full, the client is told 503 at once.
package struct CallBounds: Hashable, Sendable {
    /// The longest body in bytes; 0: a body is read and ignored.
    package var largestBody: Int
    /// It works with the file of games, and waits together with others that do.
    package private(set) var isForGames = false
    /// From the end of the request to the end of the handler; after it the client is told 503.
    package var time: Duration

    package init(largestBody: Int, time: Duration) {
        self.largestBody = largestBody
        self.time = time
    }

    /// Asks for nothing but what stands in the path.
    package static let bare = CallBounds(largestBody: 0, time: .seconds(10))

    package static func body(_ bytes: Int) -> CallBounds {
        CallBounds(largestBody: bytes, time: .seconds(10))
    }

    /// The same for a call that works with the file of games.
    package var forGames: CallBounds {
        var bounds = self
        bounds.isForGames = true
        return bounds
    }
}

/// Answers a call when its work is done, for example after a commit.
///
/// It runs on a thread of its caller's pool (`CallPool`), of which there are two: it may await, and must not block; what
/// blocks goes through `BlockingCall`. A `Problem` that it throws is the answer. When its time is up the client is told 503 and
/// the task is cancelled. Changes go through `DiskErrorLog.watch`, which begins none for a cancelled task; one that the database
/// has in hand is still done. Whoever was told 503 asks again, so that calls have to bear being repeated.
package typealias CallHandler = @Sendable (CallRequest) async throws(Problem) -> Reply
