import Core
package import SystemSupport

/// By which server this box sends letters, and to whom.
package struct MailSettings: Hashable, Sendable {
    /// As libcurl is asked for it: `smtp://host:port` or `smtps://host:port`, without a slash at the end.
    package var server: String
    /// Whether the server has to prove who it is, and nothing is said before that.
    package var isEncrypted: Bool
    package var from: String
    /// As whom the server knows us; nil: it asks for no name.
    package var login: Login?
    /// The owner, to whom messages of the contact form are passed on; nil: they are not passed on.
    package var recipient: String?
    package var lettersPerHour: Int
    /// A file of certificates that takes the place of Debian's.
    package var certificates: String?

    /// Who we are to the server.
    package struct Login: Hashable, Sendable {
        package var user: String
        package var password: Secret

        package init(user: String, password: Secret) {
            (self.user, self.password) = (user, password)
        }
    }

    package init(
        server: String,
        isEncrypted: Bool,
        from: String,
        login: Login?,
        recipient: String?,
        lettersPerHour: Int,
        certificates: String?
    ) {
        (self.server, self.isEncrypted, self.from, self.login) = (server, isEncrypted, from, login)
        (self.recipient, self.lettersPerHour) = (recipient, lettersPerHour)
        self.certificates = certificates
    }

    /// An address of a letter, as a person may write it; nil: it is no plain one.
    package static func address(_ text: String) -> String? { PlayerEmail(text)?.text }
}
