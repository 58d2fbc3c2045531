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
            localZone: variable("TZ") == nil ? namedZone ?? .local : .local
        )
        environment.isTest = variable("WATCHPOST_TEST") != nil
        return environment
    }

    /// The folder that the package makes; its secrets are for root alone.
    static let credentialsFolder = "/etc/watchpost/credentials"

    /// The machine's zone by its name, which `/etc/localtime` leads to (localtime(5)); nil when that is a copy.
    private static var namedZone: CivilZone? {
        // Swift 6.0.3 loses an array of UInt8 that is lent where C wants char.
        var buffer = [CChar](repeating: 0, count: 512)
        let count = readlink("/etc/localtime", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let target = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard let folder = target.firstRange(of: "/zoneinfo/") else { return nil }
        return CivilZone(named: String(target[folder.upperBound...]))
    }

    private static func installed(_ path: String) -> String? {
        access(path, F_OK) == 0 ? path : nil
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
