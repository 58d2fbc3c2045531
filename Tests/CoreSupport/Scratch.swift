package import Core
import FoundationEssentials
package import Testing
import WatchpostModel

/// A folder of its own for one test, gone when the test lets go of it.
package final class ScratchFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.path + "/watchpost-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    package func size(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
        return (attributes[.size] as? Int) ?? 0
    }

    /// What a process killed at this very instant leaves on the disk: the file and its WAL, copied as they are.
    package func killed(_ name: String, as copy: String) throws {
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: "\(path)/\(name)\(suffix)") {
            try FileManager.default.copyItem(
                atPath: "\(path)/\(name)\(suffix)",
                toPath: "\(path)/\(copy)\(suffix)"
            )
        }
    }
}

extension DatabaseFile {
    /// As the appliance opens `state.db`.
    package static func state(in folder: String, damage: Damage = .report, isExpected: Bool = false)
        -> DatabaseFile
    {
        DatabaseFile(path: folder + "/state.db", durability: .full, damage: damage, isExpected: isExpected)
    }

    /// As the appliance opens `history.db`.
    package static func history(in folder: String) -> DatabaseFile {
        DatabaseFile(path: folder + "/history.db", durability: .normal, damage: .setAside)
    }
}

/// Where a test's database lives: the same test body must hold for each.
package enum Place: CaseIterable {
    case memory, file

    package func file(in folder: ScratchFolder) -> DatabaseFile {
        switch self {
        case .memory: .memory
        case .file: .state(in: folder.path)
        }
    }
}

/// The error that `body` throws; none, or one of another type, is an issue.
///
/// Swift 6.0's `#expect(throws:)` does not hand it out.
package func failure<Failure: Error, Value>(
    _ type: Failure.Type,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Value
) async -> Failure? {
    do {
        _ = try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as Failure {
        return error
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
    return nil
}
