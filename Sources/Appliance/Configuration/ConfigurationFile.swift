package import SystemSupport

/// The settings file on disk.
package enum ConfigurationFile {
    /// Reads and checks the file at `path`, and the files of secrets that it names; blocks, for start-up only.
    package static func load(
        path: String,
        environment: ConfigurationEnvironment = .ofProcess(),
        secretReader: @escaping SecretReader = SecretFile.read
    ) throws(ConfigurationError) -> Configuration {
        try Configuration.parse(
            text: text(path),
            file: path,
            environment: environment,
            secretReader: secretReader
        )
    }

    /// What the file says of the wires, whatever is wrong with its other sections; blocks.
    package static func loadWires(path: String) throws(ConfigurationError) -> Configuration {
        try Configuration.parseWires(text: text(path), file: path, environment: .ofProcess())
    }

    private static func text(_ path: String) throws(ConfigurationError) -> String {
        do throws(FileError) {
            return try BoundedFile.read(path, limit: TOMLDocument.maximumSize).text
        } catch {
            throw .file(path: path, error)
        }
    }
}
