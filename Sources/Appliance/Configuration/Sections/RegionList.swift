import WatchpostModel

/// `[region]`: reads the tables of all regions and checks what concerns several of them.
enum RegionList {
    /// The settings of the polled regions, in their order.
    ///
    /// Tables of others are checked and left out.
    static func read(
        _ reader: TableReader,
        _ shared: BattleNetSection,
        _ realms: RealmSection,
        context: LoadContext
    ) -> [RegionSection] {
        var all: [Region: RegionSection] = [:]
        for region in Region.allCases {
            let table = reader.table(region.rawValue)
            let isPolled = realms.regions.contains(region)
            if table.place != nil, !isPolled { warnUnused(region, table, context) }
            guard table.place != nil || isPolled else { continue }
            all[region] = RegionSection(region, table, shared, realms, context: context)
        }
        return realms.regions.compactMap { all[$0] }
    }

    private static func warnUnused(_ region: Region, _ table: TableReader, _ context: LoadContext) {
        context.warnings.add(
            ConfigurationProblem(
                place: table.place ?? TextPlace(line: 1, column: 1),
                key: table.path,
                reason: "is not polled",
                remedy: "add \"\(region.rawValue)\" to realms.regions, or remove the table"
            )
        )
    }

    /// Reports regions without a client when others have one: an appliance that is half set up is a mistake.
    static func checkCredentials(_ regions: [RegionSection], _ realms: TableReader) {
        guard realms.problems.isEmpty, regions.contains(where: { $0.credentials != nil }) else { return }
        for settings in regions where settings.credentials == nil {
            let name = settings.region.rawValue
            let why = settings.region == .cn ? "China needs an API client of its own; " : ""
            realms.refuse(
                "regions",
                "region \(name) has no client_id, and others have",
                remedy: "\(why)set client_id and client_secret_file in [region.\(name)], or take it out"
            )
        }
    }
}
