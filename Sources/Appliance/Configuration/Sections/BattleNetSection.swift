import SystemSupport

/// `[battlenet]`: how, and how often, Battle.net is asked.
package struct BattleNetSection: Hashable, Sendable {
    /// Nil: the status page is read instead, unless regions have clients of their own.
    package var credentials: ClientCredentials?
    package var tokenURL: WebAddress
    package var interval: Duration
    /// When a source is asked again after its first contradiction; at most `interval`.
    package var recheck: Duration
    /// For one whole request.
    package var timeout: Duration
    /// For all regions together.
    package var requestsPerHour: Int

    private enum Keys {
        static let clientID = CredentialKeys.clientID(
            absent: "none: the status page is read instead, see the next section"
        )
        static let secretFile = CredentialKeys.secretFile(
            absent: CredentialKeys.placed("battlenet-client-secret")
        )
        static let tokenURL = SettingKey(
            "token_url",
            .service,
            default: WebAddress(https: "oauth.battle.net", path: "/token"),
            "Where tokens are fetched, except for China."
        )
        static let interval = SettingKey(
            "interval",
            .duration(.seconds(2) ... .seconds(3_600)),
            default: .seconds(60),
            "How often each source (a region and a flavour) is polled."
        )
        static let recheck = SettingKey(
            "recheck",
            .duration(.seconds(1) ... .seconds(3_600)),
            default: .seconds(15),
            "How soon a source is polled again after it first contradicts what is announced; at most `interval`."
        )
        static let timeout = SettingKey(
            "timeout",
            .duration(.seconds(1) ... .seconds(60)),
            default: .seconds(10),
            "How long one whole request may take."
        )
        static let requestsPerHour = SettingKey(
            "requests_per_hour",
            .integer(60...36_000),
            default: 3_600,
            "Budget for all regions together. Battle.net allows each client 36000."
        )
    }

    static let section = SettingsSection(
        "[battlenet]",
        "How, and how often, Battle.net is asked about realms.",
        [
            Keys.clientID, Keys.secretFile, Keys.tokenURL, Keys.interval, Keys.recheck, Keys.timeout,
            Keys.requestsPerHour,
        ]
    )

    init(_ reader: TableReader, context: LoadContext) {
        credentials = context.credentials(reader, defaultName: "battlenet-client-secret")
        tokenURL = reader.value(Keys.tokenURL)
        interval = reader.value(Keys.interval)
        let recheck = reader.value(Keys.recheck)
        self.recheck = min(recheck, interval)
        timeout = reader.value(Keys.timeout)
        requestsPerHour = reader.value(Keys.requestsPerHour)
        if recheck > interval, reader.has(Keys.recheck.name) {
            reader.refuse(
                Keys.recheck.name,
                "is longer than interval, which is \(DurationText.show(interval))",
                remedy: "make it shorter: it is there to look again sooner"
            )
        }
    }

    /// Reports a budget that `sources` sources, each asked once an interval, would overrun.
    func checkBudget(sources: Int, _ reader: TableReader) {
        let needed = Int64(sources) * 3_600_000
        let milliseconds = max(interval.wholeMilliseconds, 1)
        guard needed > Int64(requestsPerHour) * milliseconds else { return }
        let budget = Int64(requestsPerHour) * 1_000
        let fitting = Duration.seconds((needed + budget - 1) / budget)
        let remedy =
            fitting <= .seconds(3_600)
            ? "an interval of \"\(DurationText.show(fitting))\" would fit" : "poll fewer regions or flavours"
        reader.refuse(
            reader.has(Keys.requestsPerHour.name) ? Keys.requestsPerHour.name : Keys.interval.name,
            "\(sources) sources every \(DurationText.show(interval)) are "
                + "\((needed + milliseconds - 1) / milliseconds) requests an hour, and the budget is \(requestsPerHour)",
            remedy: remedy
        )
    }
}
