import Core
import Display

extension PanelSection {
    enum Keys {
        static let name = OptionalSettingKey(
            "name",
            .name(upTo: 20),
            absent: "the machine's name, `watchpost.local`",
            "What the box is called: on its display when asked which box it is, and in tests of notices."
        )
        static func watch(within realms: RealmSection? = nil) -> SettingKey<[WatchTarget]> {
            SettingKey(
                "watch",
                .array(of: .watchTarget(within: realms), count: 0...64),
                default: [],
                "What you care for: realms (`eu/retail/kazzak`), sources (`eu/retail`) and regions (`eu`). It is what "
                    + "lamps with the target `watch` stand for, together with what paired phones watch."
            )
        }
        static let display = SettingKey(
            "display",
            .displaySize,
            default: DisplaySize(.sixteenByTwo),
            "Columns and rows of the character display."
        )
        static let rom = SettingKey(
            "rom",
            .cases(),
            default: CharacterROM.a00,
            "Character set of the display: A00 has Japanese letters, A02 European ones."
        )
        static let timeZone = OptionalSettingKey(
            "time_zone",
            .timeZone,
            absent: "the machine's own",
            "The zone in which times are shown."
        )
        static let clock = SettingKey(
            "clock",
            .cases(),
            default: ClockText.Style.hours24,
            "How the time of day is written."
        )
        static let modes = OptionalSettingKey(
            "modes",
            .array(of: .modeName, count: 1...16),
            absent: "all of the schedule, in its order",
            "Which modes of the map rotation the display shows, and in which order."
        )
        static let likedMaps = SettingKey(
            "liked_maps",
            .array(of: .mapCode, count: 0...64),
            default: [],
            "The maps you like, by their codes: the display says when the next one comes."
        )
        static let secondsPerPage = SettingKey(
            "seconds_per_page",
            .integer(2...60),
            default: 6,
            "How long each page of the display stays."
        )
        static let duels = SettingKey(
            "duels",
            .boolean,
            default: true,
            "Whether the display, and with it the status page, shows duels that people with a paired phone have in games of "
                + "the arena: both names, both best scores and the time that is left."
        )
        static let anyDownIsAll = SettingKey(
            "any_down_is_all",
            .boolean,
            default: false,
            "For lists and regions: one realm down shows as if all of them were."
        )
    }

    static let section = SettingsSection(
        "[panel]",
        "What the lamps and the character display show. Paired phones may change \(PhoneSettingName.listed) in the "
            + "app: what they say wins over this file, until they give it back or somebody runs `watchpost settings reset`.",
        [
            Keys.name, Keys.watch(), Keys.display, Keys.rom, Keys.timeZone, Keys.clock, Keys.modes,
            Keys.likedMaps, Keys.secondsPerPage,
            Keys.duels, QuietTimes.row, Keys.anyDownIsAll,
            TableSetting(
                "lamp",
                allowed: "array of tables, at most \(LampSection.maximumCount)",
                default: LampSection.shownDefault,
                "See the section `[[panel.lamp]]`."
            ),
            TableSetting(
                "backpack",
                allowed: "table",
                default: "none",
                "See the section `[panel.backpack]`."
            ),
            TableSetting(
                "parallel",
                allowed: "table",
                default: "none",
                "See the section `[panel.parallel]`."
            ),
            TableSetting("button", allowed: "table", default: "none", "See the section `[panel.button]`."),
        ]
    )
}
