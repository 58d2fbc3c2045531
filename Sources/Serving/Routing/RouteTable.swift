/// Every path that is served; compared with the OpenAPI document by a test.
package struct RouteTable: Sendable {
    package let routes: [Route]
    private let trie: RouteTrie
    /// What is possible at each pattern: `GET, HEAD, PUT, OPTIONS`.
    private let allowed: [String: String]

    /// The lines of all features.
    package init(_ routes: [Route]) {
        self.routes = routes
        trie = RouteTrie(routes)
        allowed = Dictionary(grouping: routes, by: \.pattern).mapValues { RouteTable.allow($0.map(\.verb)) }
    }

    /// What a path and a method lead to.
    package enum Match {
        case route(index: Int, parameters: [String: String])
        /// The path is one of ours, the method is not; the first route of the path, and what is possible there.
        case otherMethod(index: Int, allow: String)
        case none
    }

    /// The first route whose pattern and method fit.
    ///
    /// A pattern with parameters does not add its methods to a path that has a route of its own.
    package func match(_ path: RequestPath, _ verb: Verb) -> Match {
        let walk = trie.walk(path, verb)
        if let index = walk.route {
            return .route(index: index, parameters: routes[index].parameters(of: path))
        }
        guard let first = walk.first else { return .none }
        return .otherMethod(index: first, allow: allowed[routes[first].pattern] ?? "")
    }

    private static func allow(_ verbs: [Verb]) -> String {
        let names = verbs.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
        return (names + ["OPTIONS"]).joined(separator: ", ")
    }
}
