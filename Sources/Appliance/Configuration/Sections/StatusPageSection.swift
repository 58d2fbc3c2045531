/// `[status_page]`: whether, and how seldom, Blizzard's public status page is asked for want of a Battle.net client.
package struct StatusPageSection: Hashable, Sendable {
    package var isEnabled: Bool
    package var url: WebAddress
    /// Of the question that the page's own script asks: 64 hexadecimal digits.
    package var queryHash: String
    package var interval: Duration
    /// For one whole request.
    package var timeout: Duration

    /// As the page's script had it on 2026-09-30; it changes with releases of the site.
    private static let knownHash = "2417df09c21c29c0fc39a8aff3909c4ca67b712dc55a6cf9481d0d918e404384"
    /// A browser asks with each look at the page: whoever watches it by hand asks far more often.
    private static let shortestInterval = Duration.seconds(120)

    private enum Keys {
        static let enabled = SettingKey(
            "enabled",
            .boolean,
            default: true,
            "Whether the page is asked about regions without a Battle.net client. Off: those say \"not set up\"."
        )
        static let url = SettingKey(
            "url",
            .openService,
            default: WebAddress(https: "worldofwarcraft.blizzard.com", path: "/graphql"),
            "Where the page's own script asks."
        )
        static let queryHash = OptionalSettingKey(
            "query_hash",
            .sha256,
            absent: "as the page had it on 2026-09-30",
            "Which question it asks there. Blizzard changes it with the page: it is the `sha256Hash` in the request to `/graphql` with `GetInitialRealmStatusData` that a browser's tools show for the page."
        )
        static let interval = SettingKey(
            "interval",
            .duration(.seconds(2) ... .seconds(86_400)),
            default: .seconds(300),
            "How often each source is asked, give or take a tenth; at least \"2m\", unless `url` is at home."
        )
        static let timeout = SettingKey(
            "timeout",
            .duration(.seconds(1) ... .seconds(60)),
            default: .seconds(10),
            "How long one whole request may take."
        )
    }

    static let section = SettingsSection(
        "[status_page]",
        "Blizzard's public status page, which is read where there is no Battle.net client. It is made for people: no "
            + "promise covers it, it has no China, no queues and no connected realms, and it may close at any time. "
            + "The box asks seldom, and stops for a day when it is told to.",
        [Keys.enabled, Keys.url, Keys.queryHash, Keys.interval, Keys.timeout]
    )

    init(_ reader: TableReader) {
        isEnabled = reader.value(Keys.enabled)
        url = reader.value(Keys.url)
        queryHash = reader.value(Keys.queryHash) ?? StatusPageSection.knownHash
        interval = reader.value(Keys.interval)
        timeout = reader.value(Keys.timeout)
        if interval < StatusPageSection.shortestInterval, !url.isNearby, reader.has(Keys.interval.name) {
            reader.refuse(
                Keys.interval.name,
                "is more often than a page for people should be asked",
                remedy: "write \"2m\" or more; a Battle.net client may ask every minute"
            )
        }
    }
}
