import Core
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Settings with what phones changed")
struct SettingsOverlayTests {
    private static func overlay(_ text: String = "") throws -> SettingsOverlay {
        let zone = "[panel]\ntime_zone = \"Europe/Warsaw\"\n"
        let panel = try ConfigurationFixture.parse(zone + text).panel
        return SettingsOverlay(file: panel, hostName: "box.local")
    }

    private static func stored(_ version: Int64, _ values: [String: String]) -> PhoneSettings {
        PhoneSettings(version: version, values: values)
    }

    @Test("without phones everything is the file's, or its default")
    func file() throws {
        let body = try SettingsOverlayTests.overlay("quiet_hours = { from = 22:30:59, to = 07:00:00 }").body
        #expect(body.version == 0)
        let settings = body.settings
        #expect(settings.name == SettingBody(value: "box.local", source: .file, file: "box.local"))
        #expect(settings.timeZone.value == "Europe/Warsaw")
        #expect(settings.clock.value == "24h")
        #expect(settings.secondsPerPage.value == 6)
        #expect(settings.quietHours.value == PanelQuietBody(on: true, from: "22:30", to: "07:00"))
        #expect(settings.anyDownIsAll.value == false)
    }

    @Test("a phone wins over the file, key by key, and gives back what it took")
    func phone() throws {
        var overlay = try SettingsOverlayTests.overlay("name = \"Attic\"\nclock = \"12h\"")
        let values = [
            "name": "\"Cellar\"", "timeZone": "\"Asia/Tokyo\"",
            "quietHours": #"{"from":"23:00","on":true,"to":"06:00"}"#,
        ]
        #expect(overlay.lay(SettingsOverlayTests.stored(1, values)).isEmpty)
        #expect(overlay.boxName == "Cellar")
        #expect(overlay.panel.quietHours?.span.zone == CivilZone(named: "Asia/Tokyo"))
        let name = SettingBody(value: "Cellar", source: .phone, file: "Attic")
        #expect(overlay.body.settings.name == name)
        #expect(overlay.body.settings.clock == SettingBody(value: "12h", source: .file, file: "12h"))
        #expect(overlay.lay(SettingsOverlayTests.stored(2, [:])).isEmpty)
        #expect(overlay.boxName == "Attic")
        #expect(overlay.panel == overlay.file)
    }

    @Test("an older state of the store changes nothing")
    func older() throws {
        var overlay = try SettingsOverlayTests.overlay()
        _ = overlay.lay(SettingsOverlayTests.stored(2, ["name": "\"New\""]))
        _ = overlay.lay(SettingsOverlayTests.stored(1, ["name": "\"Old\""]))
        #expect(overlay.boxName == "New")
    }

    @Test("hours that are switched off keep their times")
    func off() throws {
        var overlay = try SettingsOverlayTests.overlay("quiet_hours = { from = 22:00:00, to = 07:00:00 }")
        let values = ["quietHours": #"{"on":false,"from":"23:00","to":"06:00"}"#]
        _ = overlay.lay(SettingsOverlayTests.stored(1, values))
        #expect(overlay.panel.quietHours == nil)
        let quiet = overlay.body.settings.quietHours.value
        #expect(quiet == PanelQuietBody(on: false, from: "23:00", to: "06:00"))
    }

    @Test("what cannot be used any more is told, and the file's counts")
    func unusable() throws {
        var overlay = try SettingsOverlayTests.overlay("name = \"Attic\"")
        let values = [
            "name": "7", "timeZone": "\"Mars/Olympus\"", "future": "1", "clock": "{", "anyDownIsAll": "true",
        ]
        #expect(overlay.lay(SettingsOverlayTests.stored(3, values)).count == 4)
        #expect(overlay.boxName == "Attic")
        #expect(overlay.body.version == 3)
        #expect(overlay.body.settings.anyDownIsAll.source == .phone)
    }
}
