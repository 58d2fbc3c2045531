import Core

/// `[push.apns]`: notices to an iPhone app of the owner's own, with a paid Apple developer account.
package struct APNsSection: Hashable, Sendable {
    package var team: String
    package var keyID: String
    /// Where the account's key is, PKCS#8 in PEM; whether it can be used shows when it is read.
    package var keyFile: String
    /// The app's bundle id.
    package var topic: String

    private enum Keys {
        static let team = OptionalSettingKey(
            "team_id",
            .appleIdentifier,
            absent: "none: no iPhone app is pushed to",
            "Your team's id, from the membership page of your Apple developer account."
        )
        static let keyID = OptionalSettingKey(
            "key_id",
            .appleIdentifier,
            absent: "none",
            "The id of a key for the Apple Push Notifications service, made on the page Keys."
        )
        static let keyFile = OptionalSettingKey(
            "key_file",
            .path,
            absent: CredentialKeys.placed(defaultName),
            "The key as Apple hands it out, once: `AuthKey_….p8`. Only the box should be able to read it."
        )
        static let topic = OptionalSettingKey(
            "topic",
            .bundleIdentifier,
            absent: "none",
            "The bundle id of your app."
        )
    }

    /// The systemd credential that holds the key when no file is named.
    static let defaultName = "apns-key"

    static let table = TableSetting(
        "apns",
        allowed: "table",
        default: "no iPhone app",
        "`[push.apns]` below."
    )

    static let section = SettingsSection(
        "[push.apns]",
        "Notices to an iPhone app. Needs an Apple developer account and an app of your own; the web app needs neither.",
        [Keys.team, Keys.keyID, Keys.keyFile, Keys.topic]
    )

    /// Nil when the table is absent, or something is wrong with it, which is reported.
    ///
    /// A key that cannot be used is no mistake in the settings: lamps and everything else go on without it.
    static func read(_ reader: TableReader, publicURL: WebAddress?, context: LoadContext) -> APNsSection? {
        let (team, keyID) = (reader.value(Keys.team), reader.value(Keys.keyID))
        let (topic, file) = (reader.value(Keys.topic), reader.value(Keys.keyFile))
        guard reader.place != nil, !reader.names.isEmpty else { return nil }
        for name in [Keys.team.name, Keys.keyID.name, Keys.topic.name] where !reader.has(name) {
            reader.refuseTable("has no \(name)", remedy: "add it, or remove the table")
        }
        guard !reader.has(Keys.keyFile.name) || file != nil else { return nil }
        guard let path = file ?? context.environment.credentialsDirectory.map({ "\($0)/\(defaultName)" })
        else {
            reader.refuseTable(
                "has no key",
                remedy: "set key_file, or give the service the systemd credential \(defaultName)"
            )
            return nil
        }
        if file != nil { context.warnIfExposed(path, reader, key: Keys.keyFile.name) }
        guard let team, let keyID, let topic else { return nil }
        return APNsSection(team: team, keyID: keyID, keyFile: path, topic: topic)
    }
}

extension LoadContext {
    /// Says so when others can read a secret; one that no setting names has systemd's own mode.
    fileprivate func warnIfExposed(_ path: String, _ reader: TableReader, key: String) {
        guard let file = try? readSecret(path), file.isExposed else { return }
        let shown = TOMLNode.printable(path, limit: 200)
        warn(reader, key, "other users of this machine can read \(shown)", remedy: "chmod 600 it")
    }
}

extension ValueForm<String> {
    /// A team or key id of Apple's: ten capitals and digits.
    fileprivate static let appleIdentifier = ValueForm.text("ten of `A-Z` `0-9`") {
        text throws(InvalidValue) in
        guard text.utf8.count == 10, text.isMade(of: .capitals | .digits) else {
            throw InvalidValue(
                "is not an id of Apple's",
                remedy: "copy the ten capitals and digits from your account"
            )
        }
        return text
    } show: {
        $0
    }

    /// An app's bundle id.
    fileprivate static let bundleIdentifier = ValueForm.text("bundle id: `org.example.app`") {
        text throws(InvalidValue) in
        guard (1...155).contains(text.utf8.count), text.contains("."),
            text.isMade(of: .letters | .digits | "-.")
        else {
            throw InvalidValue(
                "is not a bundle id",
                remedy: "write it as your app's target has it: org.example.app"
            )
        }
        return text
    } show: {
        $0
    }
}
