package import Core

/// One entry of `[realms.flavours]`: a version of the game and where its realms are found.
package struct FlavourSetting: Hashable, Sendable {
    package var flavour: GameFlavour
    /// The namespace without its region: `dynamic-classic`.
    package var namespacePrefix: String

    package init(flavour: GameFlavour, namespacePrefix: String) {
        self.flavour = flavour
        self.namespacePrefix = namespacePrefix
    }

    static let section = SettingsSection(
        "[realms.flavours]",
        "The versions of the game, each with the namespace its realms are in; `-` and the region are appended. "
            + "The table replaces the default, so name `retail` too. The first one is what the API means when none is "
            + "named.",
        [
            TableSetting(
                "NAME",
                allowed: "name: `a-z` `0-9` `-`, 1…24; value: " + ValueForm.namespace.allowed,
                default: "`retail = \"dynamic\"`",
                "Others are `classic = \"dynamic-classic\"`, `classic-era = \"dynamic-classic1x\"`."
            )
        ]
    )

    /// More would be a mistake: the game has had five at once.
    private static let maximumCount = 8

    static func read(_ reader: TableReader) -> [FlavourSetting] {
        let standard = [FlavourSetting(flavour: .retail, namespacePrefix: "dynamic")]
        guard reader.place != nil else { return standard }
        var flavours: [FlavourSetting] = []
        for name in reader.names {
            guard let flavour = GameFlavour(named: name) else {
                reader.refuseKey(
                    name,
                    "is not a name for a flavour",
                    remedy: "write 1 to 24 of a-z, 0-9 and hyphens"
                )
                continue
            }
            guard let prefix = reader.read(name, .namespace) else { continue }
            if flavours.contains(where: { $0.namespacePrefix == prefix }) {
                reader.refuse(
                    name,
                    "is the namespace of another flavour too",
                    remedy: "remove one of the two"
                )
            }
            flavours.append(FlavourSetting(flavour: flavour, namespacePrefix: prefix))
        }
        if reader.names.count > maximumCount {
            reader.refuseTable(
                "has \(reader.names.count) flavours",
                remedy: "at most \(maximumCount) are allowed"
            )
        } else if reader.names.isEmpty {
            reader.refuseTable(
                "is empty",
                remedy: "name a flavour, such as retail = \"dynamic\", or remove the table"
            )
        }
        return flavours.isEmpty ? standard : flavours
    }
}
