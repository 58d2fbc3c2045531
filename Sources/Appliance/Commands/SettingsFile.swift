import Core
import Glibc
import SystemSupport

/// Finds and reads the settings for a command.
enum SettingsFile {
    private static let installed = "/etc/watchpost/watchpost.toml"

    /// The configuration; problems go to standard error, all at once, and end the process with 78.
    ///
    /// A command that asks nobody leaves secrets unread: it is for users who may not read them, too.
    static func load(
        _ path: String?,
        secretReader: @escaping SecretReader = SecretFile.read
    ) -> Configuration {
        endWhenWrong { () throws(ConfigurationError) in
            if let file = place(path) {
                return try ConfigurationFile.load(path: file, secretReader: secretReader)
            }
            return try Configuration.parse(
                text: "",
                file: "defaults",
                environment: .ofProcess(),
                secretReader: secretReader
            )
        }
    }

    /// Like `load`, for a command that only puts the wires in order: it does so under settings that cannot be started.
    static func loadWires(_ path: String?) -> Configuration {
        guard let file = place(path) else { return load(nil, secretReader: SecretFile.unread) }
        return endWhenWrong { () throws(ConfigurationError) in try ConfigurationFile.loadWires(path: file) }
    }

    /// What is wrong with the settings, secrets aside: those are the service's to read; nil when nothing is.
    static func problem(_ path: String?) -> ConfigurationError? {
        guard let file = place(path) else { return nil }
        do throws(ConfigurationError) {
            _ = try ConfigurationFile.load(path: file, secretReader: SecretFile.unread)
            return nil
        } catch {
            return error
        }
    }

    private static func place(_ path: String?) -> String? {
        path ?? (access(installed, F_OK) == 0 ? installed : nil)
    }

    private static func endWhenWrong(_ read: () throws(ConfigurationError) -> Configuration) -> Configuration
    {
        do throws(ConfigurationError) {
            return try read()
        } catch {
            for line in error.lines { Console.error(line) }
            Console.error(
                "\(error.lines.count == 1 ? "1 problem" : "\(error.lines.count) problems") in the settings"
            )
            exit(ConfigurationError.exitCode)
        }
    }
}

/// Text for the person at the terminal.
enum Console {
    /// One line, whatever is in it: see ``ConsoleText``.
    static func print(_ line: String) { write(ConsoleText.line(line), to: STDOUT_FILENO) }
    /// One line on standard error, whatever is in it.
    static func error(_ line: String) { write(ConsoleText.line(line), to: STDERR_FILENO) }
    /// Text that is all our own: with line breaks, or colours.
    static func printOwn(_ text: String) { write(text, to: STDOUT_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        // A reader that has gone away wants no more of it.
        _ = Array("\(text)\n".utf8).withUnsafeBytes { OpenFile.write($0, to: descriptor) }
    }
}
