import TestSupport
import Testing

@testable import Appliance
@testable import Serving

@Suite("Route trie")
struct RouteTrieTests {
    /// What a path and a method lead to, by trying one pattern after the other.
    private struct Trial {
        let routes: [Route]

        func outcome(_ path: RequestPath, _ verb: Verb) -> String {
            let fitting = routes.enumerated().compactMap { index, route in
                parameters(route.pattern, path).map { (index: index, parameters: $0) }
            }
            let asked = verb == .head ? Verb.get : verb
            if let found = fitting.first(where: { routes[$0.index].verb == asked }) {
                return "route \(found.index) \(found.parameters.sorted { $0.key < $1.key })"
            }
            guard let first = fitting.first else { return "none" }
            let same = fitting.filter { routes[$0.index].pattern == routes[first.index].pattern }
            let verbs = same.map { routes[$0.index].verb }.map { $0 == .get ? "GET, HEAD" : $0.rawValue }
            return "other \(first.index) \((verbs + ["OPTIONS"]).joined(separator: ", "))"
        }

        private func parameters(_ pattern: String, _ path: RequestPath) -> [String: String]? {
            let parts = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == path.segments.count else { return nil }
            var found: [String: String] = [:]
            for (part, text) in zip(parts, path.segments) {
                if part.first == "{" {
                    guard !text.isEmpty else { return nil }
                    found[String(part.dropFirst().dropLast())] = text
                } else if part != text {
                    return nil
                }
            }
            return found
        }
    }

    private static func outcome(_ table: RouteTable, _ path: RequestPath, _ verb: Verb) -> String {
        switch table.match(path, verb) {
        case .route(let index, let parameters):
            "route \(index) \(parameters.sorted { $0.key < $1.key })"
        case .otherMethod(let index, let allow): "other \(index) \(allow)"
        case .none: "none"
        }
    }

    private static let verbs: [Verb] = [.get, .head, .put, .post, .delete, .options, .other]

    private static func route(_ verb: Verb, _ pattern: String) -> Route {
        Route(verb, pattern, .anybody, .bare) { _ async throws(Problem) in .noContent }
    }

    /// Patterns that fit the same paths, in both orders.
    private static let rivals = [
        route(.get, "/x/{a}/c"), route(.put, "/x/b/{c}"), route(.get, "/x/b/c"), route(.delete, "/x/{a}/{b}"),
        route(.post, "/x/{other}/c"), route(.get, "/y/one"), route(.get, "/y/{any}"), route(.put, "/y/{any}"),
        route(.post, "/y/{name}"), route(.get, "/z/{any}"), route(.get, "/z/one"), route(.put, "/z/one"),
        route(.get, "/w/{a}"), route(.get, "/w/{a}/"), route(.get, "//w"),
    ]

    private static func table() async throws -> RouteTable {
        RouteTable(Feature.all.reads(Metrics()) + (try await PersonalFixture.routes()) + rivals)
    }

    /// A path of a pattern, with values, with escapes, and spoilt in some way.
    private static func path(like pattern: String, _ generator: inout SeededGenerator) -> String {
        var parts = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.first == "{" || generator.one(in: 12) else { return escaped(String(part), &generator) }
            return ["eu", "one", "b", "c", "", "%2F", "caf%C3%A9", "cafe%CC%81", "history", "%20", "{a}"]
                .randomElement(using: &generator) ?? ""
        }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: parts.append("")
        case 1: parts.append("c")
        case 2: parts.removeLast()
        case 3: parts.insert("", at: Int.random(in: 0...parts.count, using: &generator))
        default: break
        }
        return "/" + parts.joined(separator: "/")
    }

    private static func escaped(_ word: String, _ generator: inout SeededGenerator) -> String {
        guard generator.one(in: 4) else { return word }
        return word.utf8.map { byte in
            let hexadecimal = String(byte, radix: 16)
            return generator.one(in: 2) ? "%\(hexadecimal)" : String(UnicodeScalar(byte))
        }.joined()
    }

    @Test("a walk leads where trying every pattern leads, for every method, with every parameter and Allow")
    func same() async throws {
        var generator = SeededGenerator.announced(for: "route trie")
        let table = try await RouteTrieTests.table()
        let trial = Trial(routes: table.routes)
        var counts: [Substring: Int] = [:]
        let rounds = TestEffort.rounds(200)
        for _ in 0..<rounds {
            let pattern = table.routes.randomElement(using: &generator)?.pattern ?? "/"
            let text = RouteTrieTests.path(like: pattern, &generator)
            let path = try RequestPath(Array(text.utf8))
            for verb in RouteTrieTests.verbs {
                let outcome = RouteTrieTests.outcome(table, path, verb)
                #expect(outcome == trial.outcome(path, verb), "\(verb) \(text)")
                counts[outcome.prefix { $0 != " " }, default: 0] += 1
            }
        }
        for kind in ["route", "other", "none"] {
            #expect(counts[kind[...], default: 0] > rounds / 4 || rounds < 200, "\(counts)")
        }
    }

    @Test("a thousand further routes cost a path nothing")
    func steps() throws {
        let few = RouteTrieTests.rivals
        let more = (0..<1_000).flatMap { number in
            [RouteTrieTests.route(.get, "/many/\(number)/{a}"), RouteTrieTests.route(.get, "/\(number)/x")]
        }
        for (text, most) in [("/y/one", 4), ("/w/x", 3), ("/x/b/c", 8), ("/nothing", 1), ("/many/999/x", 4)] {
            let path = try RequestPath(Array(text.utf8))
            let alone = RouteTrie(few).walk(path, .get).steps
            let crowded = RouteTrie(few + more).walk(path, .get)
            #expect(crowded.steps <= most, "\(text)")
            if !text.hasPrefix("/many") { #expect(crowded.steps == alone, "\(text)") }
        }
        let last = try RequestPath(Array("/many/999/x".utf8))
        #expect(RouteTrie(few + more).walk(last, .get).route != nil)
    }
}
