import Glibc
package import Core

/// What the rules of the configuration take from the process and the machine.
package struct ConfigurationEnvironment: Sendable {
    /// `$STATE_DIRECTORY`, its first folder.
    package var stateDirectory: String?
    /// Where secrets are that no setting names.
    ///
    /// `$CREDENTIALS_DIRECTORY`, which systemd gives to the service; for everybody else the folder from which
    /// systemd takes them, so that `watchpost check` judges what the service will get.
    package var credentialsDirectory: String?
    /// The zone of the machine.
    package var localZone: CivilZone
    /// Whether settings are allowed that lead notices astray, `$WATCHPOST_TEST`.
    package var isTest = false

    package init(stateDirectory: String? = nil, credentialsDirectory: String? = nil, localZone: CivilZone) {
        self.stateDirectory = stateDirectory
        self.credentialsDirectory = credentialsDirectory
        self.localZone = localZone
    }

    /// Of this process; call it once, at start.
    package static func ofProcess() -> ConfigurationEnvironment {
        var environment = ConfigurationEnvironment(
            stateDirectory: variable("STATE_DIRECTORY")?.split(separator: ":").first.map { String($0) },
            credentialsDirectory: variable("CREDENTIALS_DIRECTORY") ?? installed(credentialsFolder),
            localZone: .local
        )
        environment.isTest = variable("WATCHPOST_TEST") != nil
        return environment
    }

    /// The folder that the package makes; its secrets are for root alone.
    static let credentialsFolder = "/etc/watchpost/credentials"

    private static func installed(_ path: String) -> String? {
        access(path, F_OK) == 0 ? path : nil
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
