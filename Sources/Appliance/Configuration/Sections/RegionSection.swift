package import Core
package import WatchpostModel

/// `[region.NAME]`: where one region's realms are found and when they are maintained.
package struct RegionSection: Hashable, Sendable {
    package var region: Region
    package var apiURL: WebAddress
    package var tokenURL: WebAddress
    /// The region's own client, or that of `[battlenet]`; nil: the status page is read instead.
    package var credentials: ClientCredentials?
    /// The full namespace of each configured flavour, `dynamic-us`.
    package var namespaces: [GameFlavour: String]
    package var maintenance: [MaintenanceWindow]

    /// The keys of one region; the defaults differ between regions.
    private struct Keys {
        let apiURL: SettingKey<WebAddress>
        let tokenURL: OptionalSettingKey<WebAddress>

        init(_ region: Region) {
            let host = region == .cn ? "gateway.battlenet.com.cn" : "\(region.rawValue).api.blizzard.com"
            apiURL = SettingKey(
                "api_url",
                .service,
                default: WebAddress(https: host),
                "Where the region's data is asked for. The default has the region's name in it; China's is "
                    + "`https://gateway.battlenet.com.cn`."
            )
            tokenURL = OptionalSettingKey(
                "token_url",
                .service,
                absent: "that of `[battlenet]`; cn `https://oauth.battlenet.com.cn/token`",
                "Where the region's tokens are fetched."
            )
        }
    }

    static let section = SettingsSection(
        "[region.us]",
        "One table for each region that differs from the defaults: `us`, `eu`, `kr`, `tw` or `cn`.",
        [
            Keys(.us).apiURL, Keys(.us).tokenURL,
            CredentialKeys.clientID(absent: "that of `[battlenet]`; China needs its own"),
            CredentialKeys.secretFile(absent: CredentialKeys.placed("battlenet-client-secret-us")),
            TableSetting(
                "namespaces",
                allowed: "`{ FLAVOUR = \"NAMESPACE\", … }`",
                default: "the flavour's prefix, `-` and the region",
                "Where Blizzard has moved a flavour in this region only."
            ),
            TableSetting(
                "maintenance",
                allowed: "array of tables, at most 14",
                default: MaintenanceSetting.shownDefaults,
                "The weekly hours in which realms may be down by plan. `[]` means none. See the next section."
            ),
        ]
    )

    init(
        _ region: Region,
        _ reader: TableReader,
        _ shared: BattleNetSection,
        _ realms: RealmSection,
        context: LoadContext
    ) {
        let keys = Keys(region)
        self.region = region
        apiURL = reader.value(keys.apiURL)
        let ownToken =
            region == .cn ? WebAddress(https: "oauth.battlenet.com.cn", path: "/token") : shared.tokenURL
        tokenURL = reader.value(keys.tokenURL) ?? ownToken
        let own = context.credentials(reader, defaultName: "battlenet-client-secret-\(region.rawValue)")
        credentials = own ?? (region == .cn ? nil : shared.credentials)
        namespaces = RegionSection.namespaces(reader.table("namespaces"), region: region, realms.flavours)
        maintenance =
            MaintenanceSetting.read(reader) ?? MaintenanceSetting.standard(region).map { [$0] } ?? []
    }

    private static func namespaces(
        _ reader: TableReader,
        region: Region,
        _ flavours: [FlavourSetting]
    ) -> [GameFlavour: String] {
        var namespaces: [GameFlavour: String] = [:]
        for setting in flavours {
            let own = reader.read(setting.flavour.name, .namespace)
            namespaces[setting.flavour] = own ?? "\(setting.namespacePrefix)-\(region.rawValue)"
        }
        return namespaces
    }
}
