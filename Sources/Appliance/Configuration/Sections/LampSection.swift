package import Core
import Display
import WatchpostModel

/// `[[panel.lamp]]`: a lamp and what it stands for.
package struct LampSection: Hashable, Sendable {
    /// Unique, at most 20 characters.
    package var name: String
    package var target: Target
    package var lines: LampLineSection

    package init(name: String, target: Target, lines: LampLineSection = .none) {
        self.name = name
        self.target = target
        self.lines = lines
    }

    /// What a lamp stands for.
    package enum Target: Hashable, Sendable {
        /// The watch list of the panel.
        case everythingWatched
        /// These, whether watched or not; at least one.
        case targets([WatchTarget])
    }

    /// More lamps than a Pi has lines for.
    static let maximumCount = 16
    static let shownDefault =
        "one lamp `Everything` with the target `watch`; without a watch list, one for each region"

    private static let nameKey = OptionalSettingKey(
        "name",
        .string(upTo: 20, "text"),
        absent: "required",
        "What the lamp is called; each name once."
    )

    private static func targetKey(within realms: RealmSection?) -> OptionalSettingKey<Target> {
        OptionalSettingKey(
            "target",
            .lampTarget(within: realms),
            absent: "required",
            "What the lamp stands for: the watch list with what paired phones watch, a region, a source, a realm, or a "
                + "list of those."
        )
    }

    static let section = SettingsSection(
        "[[panel.lamp]]",
        "One for each lamp, in the order of the wiring. Without any: \(shownDefault).",
        [nameKey, targetKey(within: nil)] + LampLineSection.rows
    )

    /// The lamps of the file, or the default ones.
    static func read(
        _ panel: TableReader,
        watch: [WatchTarget],
        _ realms: RealmSection,
        claims: LineClaims
    ) -> [LampSection] {
        guard let readers = panel.tables("lamp", upTo: maximumCount) else {
            return standard(watch: watch, realms)
        }
        var places: [String: TextPlace] = [:]
        return readers.compactMap { reader in
            let name = reader.required(nameKey)
            let target = reader.required(targetKey(within: realms))
            let lines = LampLineSection(reader, claims: claims)
            if let name, let first = places.updateValue(reader.place(of: "name"), forKey: name) {
                reader.refuse(
                    "name",
                    "is the name of another lamp too, at \(first)",
                    remedy: "give each its own"
                )
            }
            guard let name, let target else { return nil }
            return LampSection(name: name, target: target, lines: lines)
        }
    }

    private static func standard(watch: [WatchTarget], _ realms: RealmSection) -> [LampSection] {
        guard watch.isEmpty else { return [LampSection(name: "Everything", target: .everythingWatched)] }
        return realms.regions.map { LampSection(name: $0.name, target: .targets([.region($0)])) }
    }
}

extension ValueForm<LampSection.Target> {
    /// `"watch"`, a watch target or an array of those.
    static func lampTarget(within realms: RealmSection?) -> ValueForm {
        let one = ValueForm<WatchTarget>.watchTarget(within: realms)
        let several = ValueForm<[WatchTarget]>.array(of: one, count: 1...64)
        return ValueForm(
            allowed: "`watch`, \(one.allowed), or an array of those",
            read: { node, spot in
                switch node.value {
                case .string("watch"): .everythingWatched
                case .array: several.read(node, spot).map { .targets($0) }
                default: one.read(node, spot).map { .targets([$0]) }
                }
            },
            show: { target in
                switch target {
                case .everythingWatched: "\"watch\""
                case .targets(let targets): several.show(targets)
                }
            }
        )
    }
}
