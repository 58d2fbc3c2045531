package import Core
package import WatchpostModel

/// `[realms]`: which realms are polled and when a change is believed.
package struct RealmSection: Hashable, Sendable {
    /// In the order in which they are shown; at least one.
    package var regions: [Region]
    /// In the order of the file; at least one.
    ///
    /// The first is what the API means when none is named.
    package var flavours: [FlavourSetting]
    package var downAfter: Int
    package var upAfter: Int
    package var includesTournamentRealms: Bool

    /// Everything that is polled, region by region.
    package var sources: [RealmFeed] {
        regions.flatMap { region in flavours.map { RealmFeed(region: region, flavour: $0.flavour) } }
    }

    private enum Keys {
        static let regions = SettingKey(
            "regions",
            .array(of: .region, count: 1...Region.allCases.count),
            default: [.us, .eu, .kr, .tw],
            "The regions that are polled, in the order in which they are shown."
        )
        static let downAfter = SettingKey(
            "down_after",
            .integer(1...20),
            default: 3,
            "Observations in a row that confirm a realm down."
        )
        static let upAfter = SettingKey(
            "up_after",
            .integer(1...20),
            default: 2,
            "Observations in a row that confirm it up again."
        )
        static let tournament = SettingKey(
            "tournament",
            .boolean,
            default: false,
            "Whether tournament realms, which are hardly ever up, are included."
        )
    }

    static let section = SettingsSection(
        "[realms]",
        "Which realms are polled, and when a change is believed.",
        [
            Keys.regions, Keys.downAfter, Keys.upAfter, Keys.tournament,
            TableSetting(
                "flavours",
                allowed: "table of flavours",
                default: "`retail = \"dynamic\"`",
                "See the next section."
            ),
        ]
    )

    init(_ reader: TableReader) {
        regions = reader.value(Keys.regions)
        downAfter = reader.value(Keys.downAfter)
        upAfter = reader.value(Keys.upAfter)
        includesTournamentRealms = reader.value(Keys.tournament)
        flavours = FlavourSetting.read(reader.table("flavours"))
    }

    /// Refuses a target that nobody polls.
    fileprivate func checkPolled(_ target: WatchTarget) throws(InvalidValue) {
        guard regions.contains(target.region) else {
            throw InvalidValue(
                "is in region \(target.region.rawValue), which is not polled",
                remedy: "add \"\(target.region.rawValue)\" to realms.regions"
            )
        }
        guard let flavour = target.flavour, !flavours.contains(where: { $0.flavour == flavour }) else {
            return
        }
        let names = flavours.map(\.flavour.name)
        let near = NearestName.of(flavour.name, among: names).map { "did you mean \"\($0)\"? " } ?? ""
        throw InvalidValue(
            "is of flavour \(flavour), which is not polled",
            remedy: "\(near)polled are \(names.joined(separator: ", ")); more go into [realms.flavours]"
        )
    }
}

extension ValueForm<WatchTarget> {
    /// A realm, source or region; when `realms` are given, one that is polled.
    static func watchTarget(within realms: RealmSection?) -> ValueForm<WatchTarget> {
        watchTarget { target throws(InvalidValue) in try realms?.checkPolled(target) }
    }
}
