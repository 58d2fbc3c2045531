import Core
import FoundationEssentials

/// The file of a database that many cases begin with, made once: its migrations take longer than all that is done with it.
struct PreparedFile: Sendable {
    private let bytes: Task<Data, any Error>

    /// `make` makes the file in a folder and closes it; it gives its path.
    init(_ make: @escaping @Sendable (ScratchFolder) async throws -> String) {
        bytes = Task {
            let folder = try ScratchFolder()
            let path = try await make(folder)
            return try withExtendedLifetime(folder) { try Data(contentsOf: URL(filePath: path)) }
        }
    }

    /// Another one of it, at a path where nothing is.
    func copy(to path: String) async throws {
        try await bytes.value.write(to: URL(filePath: path))
    }
}
