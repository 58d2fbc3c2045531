import Core

/// The Game Data API: complete and official, for those who have made a client in Blizzard's developer portal.
struct BattleNetUpstream: RealmUpstream {
    static let origin = RealmOrigin(name: "battlenet", words: "Battle.net's Game Data API", isOfficial: true)

    private let configuration: Configuration
    private let access: BattleNetAccess

    static func serves(_ feed: RealmFeed, _ configuration: Configuration) -> Bool {
        configuration.regions.contains { $0.region == feed.region && $0.credentials != nil }
    }

    static func pace(_ configuration: Configuration) -> PollPace {
        PollPace(interval: configuration.battleNet.interval, recheck: configuration.battleNet.recheck)
    }

    init(_ configuration: Configuration, feeds: [RealmFeed], tools: UpstreamTools) {
        self.configuration = configuration
        let settings = configuration.battleNet
        let clock = tools.clock
        let budget = SharedBudget(
            RequestBudget(perHour: settings.requestsPerHour, now: clock.now().monotonic),
            sources: feeds.count,
            now: { clock.now().monotonic }
        )
        access = BattleNetAccess(
            send: tools.send,
            tokens: AccessTokens(budget: budget, clock: clock, timeout: settings.timeout, send: tools.send),
            budget: budget,
            clock: clock
        )
    }

    func source(of feed: RealmFeed) -> (any RealmSource)? {
        place(of: feed).map { BattleNetSource(place: $0, access: access) }
    }

    /// Where a feed is polled; a region without credentials is not.
    private func place(of feed: RealmFeed) -> BattleNetPlace? {
        guard let region = configuration.regions.first(where: { $0.region == feed.region }),
            let credentials = region.credentials, let namespace = region.namespaces[feed.flavour]
        else { return nil }
        return BattleNetPlace(
            source: feed,
            apiURL: region.apiURL.text,
            namespace: namespace,
            issuer: TokenIssuer(
                url: region.tokenURL.text,
                clientID: credentials.id,
                secret: credentials.secret
            ),
            timeout: configuration.battleNet.timeout
        )
    }
}
