package import SystemSupport

/// `[rotations.upstream]`: Apex Legends Status, which is asked whether the schedule is right.
package struct RotationUpstreamSection: Hashable, Sendable {
    package var key: Secret
    package var url: WebAddress
    package var interval: Duration
    /// For one whole request.
    package var timeout: Duration
    /// Whether the cycle moves by itself when the upstream shows it at other times.
    package var appliesAnchors: Bool

    /// A key may ask once in two seconds; a person's project has no reason to ask more often than this.
    private static let shortestInterval = Duration.seconds(60)

    private enum Keys {
        static let keyFile = OptionalSettingKey(
            "key_file",
            .path,
            absent: CredentialKeys.placed(defaultName) + "; without one nobody is asked",
            "File with the API key from portal.apexlegendsapi.com, which has to be linked to Discord, and nothing else; "
                + "only the box should be able to read it."
        )
        static let url = SettingKey(
            "url",
            .service,
            default: WebAddress(https: "api.apexlegendsstatus.com"),
            "Where it is asked; `/maprotation` is appended."
        )
        static let interval = SettingKey(
            "interval",
            .duration(.seconds(2) ... .seconds(86_400)),
            default: .seconds(600),
            "How often it is asked, and right behind each change of maps; at least \"1m\", unless `url` is at home."
        )
        static let timeout = SettingKey(
            "timeout",
            .duration(.seconds(1) ... .seconds(60)),
            default: .seconds(10),
            "How long one whole request may take."
        )
        static let appliesAnchors = SettingKey(
            "apply_anchor",
            .boolean,
            default: false,
            "When it shows the same maps in the same order at other times, twice: go by that until the schedule file "
                + "says something else. Off: it is proposed in the log, on the page and in the API."
        )
    }

    /// The systemd credential that holds the key when no file is named.
    static let defaultName = "apex-legends-status-key"

    static let section = SettingsSection(
        "[rotations.upstream]",
        "Apex Legends Status, which watches the game: it is asked whether the schedule is right, and stands in where "
            + "there is none. Without a key nothing is asked and nothing is shown; [rotations.md](rotations.md) tells more.",
        [Keys.keyFile, Keys.url, Keys.interval, Keys.timeout, Keys.appliesAnchors]
    )

    static let table = TableSetting(
        "upstream",
        allowed: "table",
        default: "nobody is asked",
        "`[rotations.upstream]` below."
    )

    /// Nil without a key, or when something is wrong with it, which is reported.
    static func read(_ reader: TableReader, context: LoadContext) -> RotationUpstreamSection? {
        let file = reader.value(Keys.keyFile)
        let (url, interval) = (reader.value(Keys.url), reader.value(Keys.interval))
        let (timeout, appliesAnchors) = (reader.value(Keys.timeout), reader.value(Keys.appliesAnchors))
        if interval < shortestInterval, !url.isNearby, reader.has(Keys.interval.name) {
            reader.refuse(
                Keys.interval.name,
                "is more often than one box has to ask",
                remedy: "write \"1m\" or more; it is asked at each change of maps anyway"
            )
        }
        guard let key = key(file, reader, context) else { return nil }
        return RotationUpstreamSection(
            key: key,
            url: url,
            interval: interval,
            timeout: timeout,
            appliesAnchors: appliesAnchors
        )
    }

    /// The key in the file that is named, else the one that systemd hands over: that one need not be there.
    private static func key(_ file: String?, _ reader: TableReader, _ context: LoadContext) -> Secret? {
        guard let file else {
            guard !reader.has(Keys.keyFile.name), let folder = context.environment.credentialsDirectory,
                let placed = try? context.readSecret("\(folder)/\(defaultName)"), placed.isRead
            else { return nil }
            return placed.secret
        }
        let shown = TOMLNode.printable(file, limit: 200)
        do throws(FileError) {
            let found = try context.readSecret(file)
            if found.isExposed {
                let reason = "other users of this machine can read \(shown)"
                context.warn(reader, Keys.keyFile.name, reason, remedy: "chmod 600 it")
            }
            return found.secret
        } catch {
            let reason = "the key in \(shown) cannot be used: \(error.reason)"
            reader.refuse(Keys.keyFile.name, reason, remedy: error.remedy)
            return nil
        }
    }
}
