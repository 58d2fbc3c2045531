import SystemSupport
import WatchpostModel

/// `watchpost settings`: what paired phones changed; `watchpost settings reset`: the settings file counts again.
struct SettingsCommand {
    let call: OwnerCall
    let resets: Bool

    private static let path = "/v1/admin/settings"

    /// Prints the settings as they stand then; 1 when no appliance answers.
    func run() async -> Int32 {
        do throws(OwnerCallError) {
            var body = try await call.ask(
                SettingsBody.self,
                .get,
                SettingsCommand.path,
                wanting: 200,
                wish: "does not tell its settings"
            )
            if resets { body = try await reset(body.version) }
            for line in SettingsCommand.lines(body.settings) { Console.print(line) }
            return 0
        } catch {
            Console.error(error.words)
            return 1
        }
    }

    /// Somebody who changes a setting at the same moment wins, and is told of here.
    private func reset(_ version: Int64) async throws(OwnerCallError) -> SettingsBody {
        let names = PhoneSettingName.allCases.map(\.rawValue)
        let change = SettingsChangeBody(
            version: version,
            settings: Dictionary(uniqueKeysWithValues: names.map { ($0, .null) })
        )
        return try await call.ask(
            SettingsBody.self,
            .put,
            SettingsCommand.path,
            body: String(decoding: JSONBody.encode(change), as: UTF8.self),
            wanting: 200,
            wish: "does not give its settings back to the file"
        )
    }

    /// One line for each setting, as the settings file would have it, and who said so.
    static func lines(_ settings: SettingValuesBody) -> [String] {
        [
            line(.name, settings.name) { TOMLNode.quoted($0) },
            line(.timeZone, settings.timeZone) { $0.map { TOMLNode.quoted($0) } ?? "the machine's own" },
            line(.clock, settings.clock) { TOMLNode.quoted($0) },
            line(.secondsPerPage, settings.secondsPerPage) { "\($0)" },
            line(.quietHours, settings.quietHours) { $0?.shown ?? "none" },
            line(.anyDownIsAll, settings.anyDownIsAll) { "\($0)" },
        ]
    }

    private static func line<Value>(
        _ name: PhoneSettingName,
        _ setting: SettingBody<Value>,
        _ show: (Value) -> String
    ) -> String {
        let value = "\(name.key) = \(show(setting.value))"
        switch setting.source {
        case .file: return value
        case .phone: return "\(value)  (a phone said so; the file: \(show(setting.file)))"
        }
    }
}

extension PanelQuietBody {
    /// Without what could be a command to the terminal: the appliance is another process.
    fileprivate var shown: String {
        let times = "\(TOMLNode.printable(from, limit: 8)) to \(TOMLNode.printable(to, limit: 8))"
        return on ? times : "off (\(times))"
    }
}
