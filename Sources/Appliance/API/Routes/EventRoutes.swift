import Serving

/// The stream of changes (server-sent events).
enum EventRoutes {
    static let routes = [
        Route("/v1/events") { request throws(Problem) in
            .stream(try start(request))
        }
    ]

    /// The header wins over `after`: a browser repeats the address, but says in the header what it saw since.
    private static func start(_ request: RouteRequest) throws(Problem) -> EventHub.Start {
        if let header = request.lastEventID, !header.isEmpty {
            return sequence(header).map { .after($0) } ?? .unknown
        }
        guard let text = request.query["after"] else { return .live }
        guard let sequence = sequence(text) else {
            throw Problem(.badRequest, "after: “\(text)” is not the id of an event, a whole number")
        }
        return .after(sequence)
    }

    private static func sequence(_ text: String) -> Int64? {
        text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int64(text) : nil
    }
}
