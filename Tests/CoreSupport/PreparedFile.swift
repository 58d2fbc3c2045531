import Core
import FoundationEssentials

/// The file of a database that many cases begin with, made once: its migrations take longer than all that is done with it.
package struct PreparedFile: Sendable {
    /// An array, because the leak sanitizer does not see the pointer in `Data`, which lives as long as the process here.
    private let bytes: Task<[UInt8], any Error>

    /// `make` makes the file in a folder and closes it; it gives its path.
    package init(_ make: @escaping @Sendable (ScratchFolder) async throws -> String) {
        bytes = Task {
            let folder = try ScratchFolder()
            let path = try await make(folder)
            return try withExtendedLifetime(folder) { try [UInt8](Data(contentsOf: URL(filePath: path))) }
        }
    }

    /// Another one of it, at a path where nothing is.
    package func copy(to path: String) async throws {
        try await Data(bytes.value).write(to: URL(filePath: path))
    }
}
