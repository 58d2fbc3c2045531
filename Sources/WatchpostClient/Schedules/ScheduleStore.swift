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
    ///
    /// What a newer release of this library has stored stays: this one fetches each time then. Whatever else cannot be
    /// read is replaced, because it is fetched again.
    package func save(_ schedules: StoredSchedules, at now: Int64) throws(WatchpostError) {
        try file.update { content in
            guard !ScheduleStore.isNewer(content) else { return nil }
            guard schedules.replaces(ScheduleStore.decode(content), at: now) else { return nil }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try? encoder.encode(schedules)
        }
    }

    private struct Form: Decodable {
        var version: Int
    }

    private static func isNewer(_ content: SharedFile.Content) -> Bool {
        guard case .bytes(let bytes) = content,
            let form = try? JSONDecoder().decode(Form.self, from: bytes)
        else { return false }
        return form.version > StoredSchedules.currentVersion
    }

    private static func decode(_ content: SharedFile.Content) -> StoredSchedules? {
        guard case .bytes(let bytes) = content,
            let stored = try? JSONDecoder().decode(StoredSchedules.self, from: bytes),
            stored.version == StoredSchedules.currentVersion, stored.modes.allSatisfy({ $0.mode != nil })
        else { return nil }
        return stored
    }
}
