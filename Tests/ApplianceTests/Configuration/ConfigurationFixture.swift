import Appliance
import Core
import FoundationEssentials
import Testing
@testable import SystemSupport

/// Parses settings the way the appliance does, with a made-up world around them.
enum ConfigurationFixture {
    static let zone = CivilZone(named: "Europe/Warsaw")

    /// Files with secrets: the text and whether others can read it.
    static let secrets: [String: (text: String, isExposed: Bool)] = [
        "/good": ("  s3cret\n", false),
        "/exposed": ("s3cret", true),
        "/empty": ("\n", false),
        "/words": ("two words", false),
        "/apns.p8": ("\(KeySamples.p256)\n", false),
        "/p384.p8": (KeySamples.p384, false),
        "/credentials/apns-key": (KeySamples.p256, true),
        "/credentials/battlenet-client-secret": ("default-secret", false),
        "/credentials/apex-legends-status-key": ("als-key", true),
        "/placed/battlenet-client-secret": ("", false),
        "/placed/apex-legends-status-key": ("", false),
        "/systemd/battlenet-client-secret": ("default-secret", true),
        "/credentials/battlenet-client-secret-cn": ("china-secret", false),
    ]

    static func parse(
        _ text: String,
        stateDirectory: String? = nil,
        credentialsDirectory: String? = nil,
        isTest: Bool = false
    ) throws(ConfigurationError) -> Configuration {
        var environment = ConfigurationEnvironment(
            stateDirectory: stateDirectory,
            credentialsDirectory: credentialsDirectory,
            localZone: .local
        )
        environment.isTest = isTest
        return try Configuration.parse(text: text, file: "f", environment: environment) {
            path throws(FileError) in
            guard let file = secrets[path] else {
                throw FileError("there is no such file", remedy: "create it")
            }
            return try SecretFile(text: file.text, isExposed: file.isExposed)
        }
    }

    /// The lines that are printed for a text; empty when it is accepted.
    static func lines(_ text: String, credentialsDirectory: String? = nil) -> [String] {
        do throws(ConfigurationError) {
            _ = try parse(text, credentialsDirectory: credentialsDirectory)
            return []
        } catch {
            return error.lines
        }
    }

    /// A file of the repository.
    static func repositoryFile(_ path: String, from file: String = #filePath, above levels: Int = 4) -> String
    {
        let root = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(levels).joined(
            separator: "/"
        )
        return "\(root)/\(path)"
    }
}
