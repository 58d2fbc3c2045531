package import Core

/// The upstreams there are.
enum RealmUpstreams {
    /// The best first: a feed is polled from the first one that serves it.
    static let all: [any RealmUpstream.Type] = [BattleNetUpstream.self, StatusPageUpstream.self]

    /// From where a feed is polled; nil: from nowhere, because the box is not set up for it, or tells a made-up story.
    static func upstream(
        of feed: RealmFeed,
        _ configuration: Configuration,
        among kinds: [any RealmUpstream.Type] = all
    ) -> (any RealmUpstream.Type)? {
        configuration.isDemonstration ? nil : kinds.first { $0.serves(feed, configuration) }
    }

    /// A source for each feed that somebody serves.
    static func sources(
        _ configuration: Configuration,
        _ tools: UpstreamTools,
        among kinds: [any RealmUpstream.Type] = all
    ) -> [any RealmSource] {
        kinds.flatMap { kind -> [any RealmSource] in
            let feeds = configuration.realms.sources.filter {
                upstream(of: $0, configuration, among: kinds) == kind
            }
            guard !feeds.isEmpty else { return [] }
            let asked = kind.init(configuration, feeds: feeds, tools: tools)
            return feeds.compactMap { asked.source(of: $0) }
        }
    }
}

extension Configuration {
    /// Whether somebody can be asked about realms: otherwise the appliance says that it is not set up.
    package var isSetUp: Bool {
        isDemonstration || realms.sources.contains { RealmUpstreams.upstream(of: $0, self) != nil }
    }

    /// The feeds that are polled from an unofficial upstream, for want of a Battle.net client.
    package var unofficialFeeds: [RealmFeed] {
        realms.sources.filter { RealmUpstreams.upstream(of: $0, self)?.origin.isOfficial == false }
    }
}
