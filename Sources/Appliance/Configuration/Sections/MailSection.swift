import Arena
import Core
import SystemSupport

/// `[mail]`: the server by which this box sends letters.
extension MailSettings {
    /// How the way to the server is kept from others.
    enum Encryption: String, CaseIterable, Sendable {
        case required, none
    }

    private enum Keys {
        static let server = OptionalSettingKey(
            "server",
            .mailServer,
            absent: "none: no email is ever sent",
            "The server that takes the emails: `smtps://` speaks TLS from the first byte on, `smtp://` changes to it by "
                + "STARTTLS. Without a port 465 and 25; most providers want `smtp://…:587`."
        )
        static let encryption = SettingKey(
            "tls",
            .choice(Encryption.allCases.map { ($0.rawValue, $0) }),
            default: .required,
            "`required`: nothing is sent before TLS, to a server with a certificate for its name. `none`, for `smtp://` to a "
                + "server at home only: emails and password go in the clear."
        )
        static let from = OptionalSettingKey(
            "from",
            .mailAddress,
            absent: "none",
            "The address that emails come from, one that the server lets you use."
        )
        static let user = OptionalSettingKey(
            "user",
            .mailUser,
            absent: "nobody: the server is not signed in to",
            "With whom the server knows you, often the address."
        )
        static let passwordFile = OptionalSettingKey(
            "password_file",
            .path,
            absent: CredentialKeys.placed(defaultName),
            "File with the password of `user` and nothing else; only the box should be able to read it."
        )
        static let recipient = OptionalSettingKey(
            "recipient",
            .mailAddress,
            absent: "nobody: `watchpost contact` reads them",
            "Your own address, to which messages of the contact form are passed on."
        )
        static let lettersPerHour = SettingKey(
            "letters_per_hour",
            .integer(4...1_000),
            default: 60,
            "Emails of this box in an hour; what is too many waits, or is dropped when it is too old. Half of them may "
                + "confirm addresses, a quarter may be messages to you; one address gets three."
        )
        static let certificates = OptionalSettingKey(
            "ca_file",
            .path,
            absent: "Debian's, `/etc/ssl/certs/ca-certificates.crt`",
            "Certificates, as PEM, that count instead: for a server of your own with a certificate of your own."
        )
    }

    /// The systemd credential that holds the password when no file is named.
    static let defaultName = "mail-password"

    static let section = SettingsSection(
        "[mail]",
        "The server by which this box sends email: codes to developers who lost their password, and messages of the contact "
            + "form to you. Without it there is no mail, and nothing needs it.",
        [
            Keys.server, Keys.encryption, Keys.from, Keys.user, Keys.passwordFile, Keys.recipient,
            Keys.lettersPerHour, Keys.certificates,
        ]
    )

    /// Nil when no server is named, or something is wrong with it, which is reported.
    static func read(_ reader: TableReader, context: LoadContext) -> MailSettings? {
        let (server, encryption) = (reader.value(Keys.server), reader.value(Keys.encryption))
        let (from, user) = (reader.value(Keys.from), reader.value(Keys.user))
        let (file, recipient) = (reader.value(Keys.passwordFile), reader.value(Keys.recipient))
        let (letters, certificates) = (reader.value(Keys.lettersPerHour), reader.value(Keys.certificates))
        guard reader.place != nil, !reader.names.isEmpty else { return nil }
        for name in [Keys.server.name, Keys.from.name] where !reader.has(name) {
            reader.refuseTable("has no \(name)", remedy: "add it, or remove the table")
        }
        if !reader.has(Keys.user.name), reader.has(Keys.passwordFile.name) {
            reader.refuse(
                Keys.passwordFile.name,
                "has no user beside it",
                remedy: "add user, or remove it"
            )
        }
        guard let server, let from else { return nil }
        if encryption == .none, server.isEncrypted || !server.isNearby {
            reader.refuse(
                Keys.encryption.name,
                server.isEncrypted ? "does not go with smtps://" : "would send email in the clear",
                remedy: "remove it; it is for smtp:// to a server at home"
            )
        }
        var login: Login?
        if let user {
            guard let password = password(file, reader, context) else { return nil }
            login = Login(user: user, password: password)
        }
        return MailSettings(
            server: server.text,
            isEncrypted: encryption == .required,
            from: from,
            login: login,
            recipient: recipient,
            lettersPerHour: letters,
            certificates: certificates
        )
    }

    /// The password in the file that is named, else the one that systemd hands over.
    private static func password(_ file: String?, _ reader: TableReader, _ context: LoadContext) -> Secret? {
        guard file != nil || !reader.has(Keys.passwordFile.name) else { return nil }
        let placed = context.environment.credentialsDirectory.map { "\($0)/\(defaultName)" }
        guard let path = file ?? placed else {
            reader.refuse(
                Keys.user.name,
                "has no password beside it",
                remedy: "set password_file, or give the service the systemd credential \(defaultName)"
            )
            return nil
        }
        let key = file == nil ? Keys.user.name : Keys.passwordFile.name
        let shown = TOMLNode.printable(path, limit: 200)
        do throws(FileError) {
            let found = try context.readSecret(path)
            if found.isExposed, file != nil {
                let reason = "other users of this machine can read \(shown)"
                context.warn(reader, key, reason, remedy: "chmod 600 it")
            }
            return found.secret
        } catch {
            reader.refuse(
                key,
                "the password in \(shown) cannot be used: \(error.reason)",
                remedy: error.remedy
            )
            return nil
        }
    }
}

extension ValueForm<String> {
    /// An address of a letter.
    fileprivate static let mailAddress = ValueForm.text("address: `box@example.org`") {
        text throws(InvalidValue) in
        guard let address = MailSettings.address(text) else {
            throw InvalidValue("is not a plain address", remedy: "write it alone, such as box@example.org")
        }
        return address
    } show: {
        $0
    }

    /// Who signs in to a mail server: libcurl parts user and password at the first colon.
    fileprivate static let mailUser = ValueForm.text("user, 1…200 characters without a colon") {
        text throws(InvalidValue) in
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard (1...200).contains(text.utf8.count), isPlain, !text.contains(":") else {
            throw InvalidValue(
                "is not a user of a mail server",
                remedy: "write 1 to 200 characters without a colon"
            )
        }
        return text
    } show: {
        $0
    }
}
