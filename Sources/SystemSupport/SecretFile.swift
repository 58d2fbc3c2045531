/// The content of a file that holds one secret.
package struct SecretFile: Sendable {
    package let secret: Secret
    /// Whether users other than its owner can read it.
    package let isExposed: Bool
    /// False for a stand-in that was not read, so that nothing can be said of its content.
    package private(set) var isRead = true

    /// The largest file, in bytes, that can hold a secret.
    package static let maximumSize = 4_096

    /// The error of a file that waits for its secret, such as the one that the package places.
    package static let empty = FileError("it is empty", remedy: "write the secret into it")

    /// For commands that ask nobody: says that there is a secret and reads none, which only root could.
    package static let unread: SecretReader = { _ throws(FileError) in
        var file = try SecretFile(text: "unread", isExposed: false)
        file.isRead = false
        return file
    }

    /// Takes the secret out of a file's text: without white space around it, one word of printable ASCII.
    ///
    /// A key in PEM form is several lines; what it is worth is for whoever uses it to say.
    package init(text: String, isExposed: Bool) throws(FileError) {
        let trimmed = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
        let word = String(trimmed)
        guard !word.isEmpty else { throw SecretFile.empty }
        if let slip = SecretFile.slip(in: word) { throw slip }
        let isPEM = word.hasPrefix("-----BEGIN ") && word.utf8.allSatisfy { $0 < 0x7F }
        guard isPEM || word.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw FileError("it holds more than one word", remedy: "leave only the secret in it")
        }
        secret = Secret(word)
        self.isExposed = isExposed
    }

    /// What people write into such a file beside the secret; never says anything of the secret itself.
    private static func slip(in word: String) -> FileError? {
        if word.utf8.contains(0) {
            return FileError("it has a zero byte in it", remedy: "save it as plain text (UTF-8)")
        }
        if let found = TypedOtherwise(in: word) {
            return FileError(
                "it has \(found.words) in it",
                remedy: "leave only the secret in it, as it was given to you"
            )
        }
        if word.count > 1, let quote = word.first, quote == word.last, "\"'`".contains(quote) {
            return FileError("it has quotes around it", remedy: "leave only the secret in it, without quotes")
        }
        let start = word.prefix(longestSetting).lowercased()
        if settings.contains(where: { start.hasPrefix($0) }) {
            return FileError(
                "it holds a whole setting",
                remedy: "leave only the secret in it, without a name before it"
            )
        }
        return nil
    }

    /// How lines of other files begin, in small letters.
    private static let settings = [
        "client_secret", "client_id", "api_key", "apikey=", "password=", "secret=",
    ]
    private static let longestSetting = 16

    /// Reads the file at `path`; blocks.
    package static func read(_ path: String) throws(FileError) -> SecretFile {
        let file = try BoundedFile.read(path, limit: maximumSize)
        return try SecretFile(text: file.text, isExposed: file.mode & 0o044 != 0)
    }
}

/// How the configuration gets at secrets: `SecretFile.read`, or a table in tests.
package typealias SecretReader = @Sendable (String) throws(FileError) -> SecretFile
