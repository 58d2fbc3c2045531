import Core
import WatchpostModel

/// Blizzard's public status page, asked with the question of its own script: keyless and unofficial, for boxes without a
/// Battle.net client.
///
/// Source: recorded questions and answers of the page. Nobody promises that it stays as it is.
struct StatusPageUpstream: RealmUpstream {
    static let origin = RealmOrigin(
        name: "status-page",
        words: "Blizzard's status page",
        isOfficial: false
    )

    private let configuration: Configuration
    private let access: StatusPageAccess

    static func serves(_ feed: RealmFeed, _ configuration: Configuration) -> Bool {
        configuration.statusPage.isEnabled && list(of: feed, configuration) != nil
    }

    static func pace(_ configuration: Configuration) -> PollPace {
        let interval = configuration.statusPage.interval
        return PollPace(interval: interval, recheck: max(interval / 5, .seconds(1)), spread: 0.2)
    }

    init(_ configuration: Configuration, feeds: [RealmFeed], tools: UpstreamTools) {
        self.configuration = configuration
        let settings = configuration.statusPage
        let stops = StatusPageStops(directory: configuration.state.directory, settings)
        access = StatusPageAccess(settings, feeds: feeds.count, tools: tools, stops: stops)
    }

    func source(of feed: RealmFeed) -> (any RealmSource)? {
        StatusPageUpstream.list(of: feed, configuration)
            .map { StatusPageSource(feed: feed, list: $0, access: access) }
    }

    /// What the page calls the list of a feed: `us`, `classic-eu`; nil for lists that it does not have.
    ///
    /// The namespaces of the Game Data API have the same words in them, and stand in the settings.
    static func list(of feed: RealmFeed, _ configuration: Configuration) -> String? {
        guard feed.region != .cn,
            let region = configuration.regions.first(where: { $0.region == feed.region }),
            let namespace = region.namespaces[feed.flavour]
        else { return nil }
        let name = feed.region.rawValue
        let lists = [name] + editions.map { "\($0)-\(name)" }
        return lists.first { namespace == "dynamic-\($0)" }
    }

    /// The versions of the game that have a list of their own there.
    private static let editions = ["classic", "classic1x", "classicann"]
}
