/// The settings file on disk.
package enum ConfigurationFile {
    /// Reads and checks the file at `path`, and the files of secrets that it names; blocks, for start-up only.
    package static func load(
        path: String,
        environment: ConfigurationEnvironment = .ofProcess(),
        secretReader: @escaping SecretReader = SecretFile.read
    ) throws(ConfigurationError) -> Configuration {
        let text: String
        do throws(FileTrouble) {
            text = try BoundedFile.read(path, limit: TOMLDocument.maximumSize).text
        } catch {
            throw .file(path: path, error)
        }
        return try Configuration.parse(
            text: text,
            file: path,
            environment: environment,
            secretReader: secretReader
        )
    }
}
