import Core
import Testing
import WatchpostModel

@testable import Appliance

/// An upstream that stands in no list of ours: it tells of Taiwan, and asks nobody.
private struct SampleUpstream: RealmUpstream {
    static let origin = RealmOrigin(name: "sample", words: "a sample", isOfficial: true)

    static func serves(_ feed: RealmFeed, _ configuration: Configuration) -> Bool { feed.region == .tw }

    static func pace(_ configuration: Configuration) -> PollPace {
        PollPace(interval: .seconds(7), recheck: .seconds(1))
    }

    init(_ configuration: Configuration, feeds: [RealmFeed], tools: UpstreamTools) {
        tools.notice("asked for \(feeds.map(\.description).joined(separator: ", "))")
    }

    func source(of feed: RealmFeed) -> (any RealmSource)? { Source(feed: feed) }

    private struct Source: RealmSource {
        let feed: RealmFeed

        func poll() async throws(PollFault) -> PollAnswer {
            .document(RegionDocument(groups: [], generation: "sample"), requests: 1)
        }

        func settle(believed: Bool) async {}

        func least(requests: Int) -> Duration { .zero }
    }
}

@Suite("A sample upstream")
struct SampleUpstreamTests {
    @Test(
        "a further upstream in the list is asked for its feeds and no others, and from its place in the list"
    )
    func sample() async throws {
        let configuration = try ConfigurationFixture.parse("[realms]\nregions = [\"eu\", \"tw\"]")
        let said = Locked<[String]>([])
        let tools = UpstreamTools(
            send: { _ async throws(HTTPFault) in throw HTTPFault.timeout(.zero) },
            clock: .system,
            error: { _ in },
            notice: { line in said.withLock { $0.append(line) } },
            fault: { _, _ in }
        )
        let taiwan = RealmFeed(region: .tw, flavour: .retail)
        let first = [SampleUpstream.self] + RealmUpstreams.all
        let sources = RealmUpstreams.sources(configuration, tools, among: first)
        #expect(sources.map(\.feed) == [taiwan, RealmFeed(region: .eu, flavour: .retail)])
        #expect(said.withLock { $0 } == ["asked for \(taiwan)"])
        guard case .document(let document, _) = try await sources.first?.poll() else {
            Issue.record("the sample was not asked")
            return
        }
        #expect(document.generation == "sample")
        let last = RealmUpstreams.all + [SampleUpstream.self]
        #expect(RealmUpstreams.upstream(of: taiwan, configuration, among: last)?.origin.name == "status-page")
    }
}
