package import SystemSupport

/// What a Battle.net API client identifies itself with.
package struct ClientCredentials: Hashable, Sendable {
    package var id: String
    package var secret: Secret

    package init(id: String, secret: Secret) {
        self.id = id
        self.secret = secret
    }
}

/// The two keys of a client, which `[battlenet]` and every `[region.…]` can have.
enum CredentialKeys {
    static func clientID(absent: String) -> OptionalSettingKey<String> {
        OptionalSettingKey(
            "client_id",
            .string(upTo: 128, "client id"),
            absent: absent,
            "Id of the API client, from the Battle.net developer portal."
        )
    }

    /// How the reference tells where a secret is looked for that no setting names.
    static func placed(_ name: String) -> String {
        "`$CREDENTIALS_DIRECTORY/\(name)` (systemd sets it), else in `\(ConfigurationEnvironment.credentialsFolder)`"
    }

    static func secretFile(absent: String) -> OptionalSettingKey<String> {
        OptionalSettingKey(
            "client_secret_file",
            .path,
            absent: absent,
            "File with the secret of the client and nothing else; only the box should be able to read it."
        )
    }
}
