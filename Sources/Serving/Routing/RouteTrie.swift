/// Patterns by segment: a path is walked once, however many routes there are.
package struct RouteTrie: Sendable {
    private struct Node: Sendable {
        /// By the word that stands there.
        var words: [String: Int] = [:]
        /// Where any one segment leads, if it is not empty.
        var parameter: Int?
        /// The routes whose pattern ends here, in the order of the table.
        var routes: [Int] = []
    }

    /// What a walk found; of several the first of the table counts.
    package struct Walk {
        fileprivate let verb: Verb
        /// The first route whose pattern and method fit.
        fileprivate(set) var route: Int?
        /// The first route whose pattern fits.
        fileprivate(set) var first: Int?
        /// Nodes that were looked at.
        fileprivate(set) var steps = 0
    }

    private var nodes = [Node()]
    private let verbs: [Verb]

    package init(_ routes: [Route]) {
        verbs = routes.map(\.verb)
        for (index, route) in routes.enumerated() {
            var node = 0
            for segment in route.segments { node = child(segment, of: node) }
            nodes[node].routes.append(index)
        }
    }

    /// A segment may be a word and a value at once, so that a path may end at several nodes.
    package func walk(_ path: RequestPath, _ verb: Verb) -> Walk {
        var walk = Walk(verb: verb.ofRoute)
        go(from: 0, path.segments[...], &walk)
        return walk
    }

    private func go(from index: Int, _ rest: ArraySlice<String>, _ walk: inout Walk) {
        walk.steps += 1
        let node = nodes[index]
        guard let segment = rest.first else {
            for route in node.routes {
                walk.first = min(walk.first ?? route, route)
                if verbs[route] == walk.verb { walk.route = min(walk.route ?? route, route) }
            }
            return
        }
        if let next = node.words[segment] { go(from: next, rest.dropFirst(), &walk) }
        if let next = node.parameter, !segment.isEmpty { go(from: next, rest.dropFirst(), &walk) }
    }

    private mutating func child(_ segment: Route.Segment, of node: Int) -> Int {
        let known: Int? =
            switch segment {
            case .word(let word): nodes[node].words[word]
            case .parameter: nodes[node].parameter
            }
        if let known { return known }
        nodes.append(Node())
        switch segment {
        case .word(let word): nodes[node].words[word] = nodes.count - 1
        case .parameter: nodes[node].parameter = nodes.count - 1
        }
        return nodes.count - 1
    }
}
