import Core
import TestSupport
import Testing
import WatchpostModel

private let us = RealmFeed(region: .us, flavour: .retail)
private let noon = UnixTime(seconds: 1_800_000_000)

private func at(_ minutes: Int64) -> UnixTime { noon.advanced(by: minutes * 60) }

/// A history written as text, one change a word: `a:up@0` for a realm, `fresh@0` for the source, minutes after noon.
private func index(_ text: String) throws -> HistoryIndex {
    var index = HistoryIndex()
    for word in text.split(separator: " ") {
        let parts = word.split(separator: "@")
        let minute = try #require(Int64(parts[1]))
        let names = parts[0].split(separator: ":")
        if names.count == 2 {
            let state = try #require(RealmState(rawValue: String(names[1])))
            let key = RealmKey(source: us, slug: String(names[0]))
            index.append(HistoryEntry(subject: .realm(key), code: state.historyCode, at: at(minute)))
        } else {
            let codes: [String: Availability] = [
                "fresh": .fresh, "stale": .stale, "off": .off, "nonet": .noNetwork,
            ]
            let code = try #require(codes[String(names[0])])
            index.append(HistoryEntry(subject: .source(us), code: code.rawValue, at: at(minute)))
        }
    }
    return index
}

/// Segments as text: `up 0-10, down(2) 10-30`.
private func text(_ body: HistoryBody) -> String {
    body.segments.map { segment in
        let from = segment.from.since(noon) / 60
        let down = segment.down.map { "(\($0))" } ?? ""
        return "\(segment.state.rawValue)\(down) \(from)-\(segment.to.since(noon) / 60)"
    }.joined(separator: ", ")
}

@Suite("History index")
struct HistoryIndexTests {
    @Test(
        "a realm's segments and uptime are those worked out by hand",
        arguments: [
            ("", "unknown 0-60", nil),
            ("fresh@0", "unknown 0-60", nil),
            ("a:up@-5", "unknown 0-60", nil),
            ("fresh@-10 a:up@-5", "up 0-60", 1),
            ("fresh@0 a:up@0 a:down@30", "up 0-30, down 30-60", 0.5),
            (
                "fresh@0 a:up@0 a:suspected@10 a:down@15 a:recovering@30 a:up@45",
                "up 0-10, suspected 10-15, down 15-30, recovering 30-45, up 45-60", 0.5
            ),
            ("fresh@0 a:up@0 a:maintenance@20 a:up@50", "up 0-20, maintenance 20-50, up 50-60", 1),
            ("fresh@0 a:maintenance@0", "maintenance 0-60", nil),
            ("fresh@0 a:down@0", "down 0-60", 0),
            ("fresh@0 a:up@0 stale@15 fresh@45", "up 0-15, unknown 15-45, up 45-60", 1),
            ("fresh@0 a:up@0 nonet@15 a:down@20 fresh@45", "up 0-15, unknown 15-45, down 45-60", 0.5),
            ("fresh@0 a:up@0 off@30", "up 0-30, unknown 30-60", 1),
            ("fresh@0 a:up@0 a:unknown@45", "up 0-45, unknown 45-60", 1),
            ("fresh@-99 a:down@-60 a:up@-1 a:down@60", "up 0-60", 1),
            ("fresh@0 a:up@0 a:down@20 a:down@30 a:up@40", "up 0-20, down 20-40, up 40-60", 40.0 / 60),
            // A clock that ran ahead stamped the outage; what was learnt later replaces it.
            ("fresh@0 a:up@0 a:down@50 a:maintenance@30", "up 0-30, maintenance 30-60", 1),
        ] as [(String, String, Double?)]
    )
    func realm(changes: String, segments: String, uptime: Double?) throws {
        let body = try index(changes).history(of: RealmKey(source: us, slug: "a"), from: at(0), to: at(60))
        #expect(text(body) == segments)
        #expect(body.uptime == uptime)
        #expect(body.slug == "a")
    }

    @Test(
        "a source shows its gravest state and the most realms down",
        arguments: [
            ("fresh@0 a:up@0 b:up@0", "up(0) 0-60", 1),
            (
                "fresh@0 a:up@0 b:up@0 a:down@30 b:down@35 a:up@40 b:up@45",
                "up(0) 0-30, down(2) 30-45, up(0) 45-60",
                100.0 / 120
            ),
            ("fresh@0 a:up@0 b:maintenance@0 a:maintenance@15 c:up@15", "maintenance(2) 0-60", 1),
            ("fresh@0 a:recovering@0 b:maintenance@0", "recovering(2) 0-60", 0),
            ("fresh@0 a:up@0 b:suspected@30", "up(0) 0-30, suspected(0) 30-60", 1),
            ("fresh@0 a:down@0 b:up@0 stale@20 fresh@40", "down(1) 0-20, unknown 20-40, down(1) 40-60", 0.5),
            ("fresh@0", "unknown 0-60", nil),
            ("", "unknown 0-60", nil),
        ] as [(String, String, Double?)]
    )
    func source(changes: String, segments: String, uptime: Double?) throws {
        let body = try index(changes).history(of: us, from: at(0), to: at(60))
        #expect(text(body) == segments)
        #expect(body.uptime == uptime)
        #expect(body.slug == nil)
    }

    @Test(
        "a list says once what most of its realms had, and each realm's own is that of its own history",
        arguments: [
            "fresh@0 a:up@0 b:up@0 c:up@0 d:up@0", "fresh@0 a:up@0 b:up@0 c:up@0 d:down@-9 b:down@20 b:up@30",
            "fresh@-9 a:down@-5 b:down@-5 c:up@0 d:up@0 c:down@59", "",
            "fresh@0 a:up@0 stale@10 fresh@40 b:maintenance@50",
        ]
    )
    func list(changes: String) throws {
        let index = try index(changes)
        let slugs = ["a", "b", "c", "d", "never seen"]
        let body = index.list(slugs, of: us, from: at(0), to: at(60))
        let named = Dictionary(uniqueKeysWithValues: body.realms.map { ($0.slug, $0.segments) })
        for slug in slugs {
            let own = index.history(of: RealmKey(source: us, slug: slug), from: at(0), to: at(60)).segments
            #expect(named[slug] ?? body.usual == own, "\(slug)")
            #expect(named[slug] != body.usual, "what is usual is not said again")
        }
        #expect(body.realms.count <= slugs.count / 2 + 1)
        #expect((body.from, body.to) == (at(0), at(60)))
    }

    @Test("an empty window has no segments", arguments: [0, -5] as [Int64])
    func emptyWindow(end: Int64) throws {
        let body = try index("fresh@0 a:up@0").history(of: us, from: at(0), to: at(end))
        #expect(body.segments == [])
        #expect(body.uptime == nil)
    }

    @Test(
        "random histories: segments touch, cover the window exactly and agree with a minute-by-minute reckoning"
    )
    func property() throws {
        var random = SeededGenerator.announced(for: "history segments")
        for _ in 0..<TestEffort.rounds(3) {
            let slugs = ["a", "b", "c"]
            let changes = (0..<60).map { minute in
                switch Int.random(in: 0..<5, using: &random) {
                case 0:
                    ["fresh", "fresh", "stale", "off"].randomElement(using: &random).map { "\($0)@\(minute)" }
                case 1, 2:
                    slugs.randomElement(using: &random).flatMap { slug in
                        RealmState.allCases.randomElement(using: &random).map { "\(slug):\($0)@\(minute)" }
                    }
                default: nil
                }
            }.compactMap { $0 }
            let written = changes.joined(separator: " ")
            let first = Int64.random(in: -10..<30, using: &random)
            let last = first + Int64.random(in: 1..<60, using: &random)
            let index = try index(written)
            let bodies =
                slugs.map {
                    index.history(of: RealmKey(source: us, slug: $0), from: at(first), to: at(last))
                } + [index.history(of: us, from: at(first), to: at(last))]
            let reckoning = Reckoning(written, minutes: first..<last)
            for (body, name) in zip(bodies, slugs + [nil]) {
                #expect(body.segments.first?.from == at(first))
                #expect(body.segments.last?.to == at(last))
                for (one, next) in zip(body.segments, body.segments.dropFirst()) {
                    #expect(one.to == next.from)
                    #expect(one.from < one.to)
                    #expect(one.state != next.state)
                }
                let states = body.segments.flatMap { segment in
                    repeatElement(segment.state, count: Int(segment.to.since(segment.from) / 60))
                }
                #expect(states == reckoning.states(of: name), "\(written) \(first) \(last)")
                #expect(body.uptime == reckoning.uptime(of: name), "\(written) \(first) \(last)")
            }
        }
    }

    @Test("pruning forgets the past but not the state in force then")
    func pruning() throws {
        var index = try index("fresh@0 a:up@0 a:down@10 a:up@20 b:up@5 b:unknown@15")
        let withoutVanished = try CoreTests.index("fresh@0 a:up@20")
        index.prune(before: at(25))
        let key = RealmKey(source: us, slug: "a")
        #expect(text(index.history(of: key, from: at(0), to: at(60))) == "unknown 0-20, up 20-60")
        #expect(index == withoutVanished)
    }

    @Test("90 days of weekly maintenance of 1,000 realms would stay under a megabyte")
    func thrift() {
        var index = HistoryIndex()
        let realms = TestEffort.rounds(100, most: 1_000)
        for week in 0..<13 {
            for (step, state) in [RealmState.suspected, .maintenance, .recovering, .up].enumerated() {
                for realm in 0..<realms {
                    let key = RealmKey(source: us, slug: "realm-\(realm)")
                    let time = at(Int64(week * 7 * 1_440 + step * 30))
                    index.append(HistoryEntry(subject: .realm(key), code: state.historyCode, at: time))
                }
            }
        }
        print("history of \(realms) realms over 90 days: \(index.bytes) bytes")
        #expect(index.bytes < 700 * realms)
    }

    @Test("stored numbers of states never change")
    func codes() {
        #expect(RealmState.allCases.map(\.historyCode) == [0, 1, 2, 3, 4, 5])
        #expect(RealmState.allCases.map { RealmState(historyCode: $0.historyCode) } == RealmState.allCases)
        #expect(RealmState(historyCode: 77) == .unknown)
        #expect([Availability.waiting, .fresh, .stale, .noNetwork, .off].map(\.rawValue) == [0, 1, 2, 3, 4])
    }
}

/// The same sums made the slow way: minute by minute, from the text.
private struct Reckoning {
    private var states: [String: [RealmState]] = [:]

    init(_ text: String, minutes: Range<Int64>) {
        for slug in ["a", "b", "c"] {
            states[slug] = minutes.map { minute in
                var isFresh = false
                var state = RealmState.unknown
                for word in text.split(separator: " ") {
                    let parts = word.split(separator: "@")
                    guard let time = Int64(parts[1]), time <= minute else { continue }
                    if parts[0].hasPrefix(slug + ":") {
                        state = RealmState(rawValue: String(parts[0].dropFirst(2))) ?? .unknown
                    } else if !parts[0].contains(":") {
                        isFresh = parts[0] == "fresh"
                    }
                }
                return isFresh ? state : .unknown
            }
        }
    }

    func states(of slug: String?) -> [RealmState] {
        if let slug { return states[slug] ?? [] }
        let all = Array(states.values)
        let order: [RealmState] = [.down, .recovering, .maintenance, .suspected, .up]
        return all[0].indices.map { minute in
            order.first { state in all.contains { $0[minute] == state } } ?? .unknown
        }
    }

    func uptime(of slug: String?) -> Double? {
        let all = (slug.map { [states[$0] ?? []] } ?? Array(states.values)).flatMap { $0 }
        let known = all.filter { $0 != .unknown && $0 != .maintenance }
        guard !known.isEmpty else { return nil }
        return Double(known.filter { $0 == .up || $0 == .suspected }.count * 60) / Double(known.count * 60)
    }
}
