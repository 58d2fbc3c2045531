package import Foundation

/// The schedules on this device, for every process of the app.
package struct ScheduleStore: Sendable {
    private let file: SharedFile

    /// `folder`: the one that the app and its widgets share.
    package init(folder: URL) {
        file = SharedFile(folder.appendingPathComponent("schedules.json"))
    }

    /// What is stored; nil for nothing, and for anything that cannot be read, whatever the reason.
    package func read() -> StoredSchedules? {
        ScheduleStore.decode(file.read())
    }

    /// Stores an answer, unless another process has stored a later one meanwhile.
    package func save(_ schedules: StoredSchedules, at now: Int64) throws(WatchpostError) {
        try file.update { content in
            guard schedules.replaces(ScheduleStore.decode(content), at: now) else { return nil }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try? encoder.encode(schedules)
        }
    }

    private static func decode(_ content: SharedFile.Content) -> StoredSchedules? {
        guard case .bytes(let bytes) = content,
            let stored = try? JSONDecoder().decode(StoredSchedules.self, from: bytes),
            stored.version == StoredSchedules.currentVersion, stored.modes.allSatisfy({ $0.mode != nil })
        else { return nil }
        return stored
    }
}
