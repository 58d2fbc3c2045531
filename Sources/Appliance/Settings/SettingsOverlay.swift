import Core
import JSONReading
import SystemSupport
import WatchpostModel

/// The panel's settings: those of the file, and over them what paired phones changed.
struct SettingsOverlay: Sendable {
    /// As the settings file has them.
    let file: PanelSection
    /// What the box is called when nobody gave it a name.
    let hostName: String
    /// What counts.
    private(set) var panel: PanelSection
    private(set) var version: Int64 = 0
    /// The settings that phones changed.
    private(set) var changed: Set<PhoneSettingName> = []

    init(file: PanelSection, hostName: String) {
        self.file = file
        self.hostName = hostName
        panel = file
    }

    var boxName: String { panel.name ?? hostName }

    /// Lays what is stored over the file's settings; an older version than the known one changes nothing.
    ///
    /// - Returns: What this release or this machine cannot use, each in words: the file's setting counts instead, and
    ///   the stored one stays, for the release that knows it.
    mutating func lay(_ stored: PhoneSettings) -> [String] {
        guard stored.version >= version else { return [] }
        version = stored.version
        (panel, changed) = (file, [])
        var errors: [String] = []
        for (text, json) in stored.values.sorted(by: { $0.key < $1.key }) {
            do throws(DeviceRefusal) {
                changed.insert(try take(text, json))
            } catch {
                errors.append(error.words)
            }
        }
        return errors
    }

    private mutating func take(_ text: String, _ json: String) throws(DeviceRefusal) -> PhoneSettingName {
        guard let name = PhoneSettingName(rawValue: text) else {
            throw DeviceRefusal("settings.\(text): not known to this release")
        }
        guard
            let value = try? JSONElement(parsing: json.utf8, limits: .request).decode(SettingChangeBody.self)
        else {
            throw DeviceRefusal("settings.\(text): not JSON")
        }
        try panel.take(name, value)
        return name
    }

    /// As it is stored, once everything in it was found good.
    func checked(_ changes: [String: SettingChangeBody]) throws(DeviceRefusal) -> [String: String?] {
        var checked: [String: String?] = [:]
        for (text, value) in changes.sorted(by: { $0.key < $1.key }) {
            guard let name = PhoneSettingName(rawValue: text) else {
                let known = PhoneSettingName.allCases.map(\.rawValue).joined(separator: ", ")
                let shown = TOMLNode.printable(text, limit: 32)
                throw DeviceRefusal("settings.\(shown): phones cannot change that; they can change \(known)")
            }
            var panel = file
            if value == .null {
                checked.updateValue(nil, forKey: text)
            } else {
                try panel.take(name, value)
                checked[text] = String(decoding: JSONBody.encode(value), as: UTF8.self)
            }
        }
        return checked
    }
}

extension SettingsOverlay {
    /// As the API serves it.
    var body: SettingsBody {
        SettingsBody(
            version: version,
            settings: SettingValuesBody(
                name: setting(.name) { $0.name ?? hostName },
                timeZone: setting(.timeZone) { $0.timeZone.publicName },
                clock: setting(.clock) { $0.clock.rawValue },
                secondsPerPage: setting(.secondsPerPage) { Int($0.pageTime.components.seconds) },
                quietHours: setting(.quietHours) { $0.quietTimes.map { PanelQuietBody($0) } },
                anyDownIsAll: setting(.anyDownIsAll) { $0.anyDownIsAll }
            )
        )
    }

    private func setting<Value>(
        _ name: PhoneSettingName,
        _ value: (PanelSection) -> Value
    ) -> SettingBody<Value> {
        SettingBody(
            value: value(panel),
            source: changed.contains(name) ? .phone : .file,
            file: value(file)
        )
    }
}

extension PanelQuietBody {
    /// To the minute; the file may be more exact.
    fileprivate init(_ times: QuietTimes) {
        self.init(
            on: times.isOn,
            from: ClockMinutes.text(times.from / 60),
            to: ClockMinutes.text(times.to / 60)
        )
    }
}

extension CivilZone {
    /// Its name in the IANA database; nil for the machine's own when that one has none.
    fileprivate var publicName: String? { CivilZone(named: name) == nil || name == "localtime" ? nil : name }
}
