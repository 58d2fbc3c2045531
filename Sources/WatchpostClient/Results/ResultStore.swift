package import Foundation

/// Keeps a record for every process; a change is there as a whole, or not at all.
package protocol RecordStorage: Sendable {
    /// The bytes of the record; nil: there is none.
    func read() throws(WatchpostError) -> Data?
    /// Changes it; nobody else does in between.
    func update(_ change: (Data?) -> RecordFile.Change) throws(WatchpostError)
}

extension RecordFile: RecordStorage {}

/// The results that wait, for every process of a game.
///
/// All of this blocks: `FileQueue` keeps it off Swift's threads.
package struct ResultStore: Sendable {
    private let record: any RecordStorage

    package init(folder: URL) {
        let file = folder.appendingPathComponent("results.json")
        self.init(RecordFile(file, version: WaitingResults.currentVersion))
    }

    package init(_ record: any RecordStorage) {
        self.record = record
    }

    /// What waits; nothing where there is no file.
    package func read() throws(WatchpostError) -> WaitingResults {
        guard let bytes = try record.read() else { return WaitingResults() }
        guard let results = try? JSONDecoder().decode(WaitingResults.self, from: bytes) else {
            throw .storage("the results that wait cannot be read")
        }
        return results
    }

    /// Adds one; those that leave for it come back.
    ///
    /// Throws where it is not written down: whoever made it may say so and try again, under another key.
    package func add(
        _ result: GameResult,
        for appliance: String?,
        at address: String
    ) throws(WatchpostError) -> (value: [GameResult], trouble: WatchpostError?) {
        do throws(WatchpostError) {
            return try change { $0.add(result, for: appliance, at: address) }
        } catch {
            // It may have failed after the file had got its name.
            guard let kept = try? read(), kept.entries.contains(where: { $0.result == result }) else {
                throw error
            }
            return ([], error)
        }
    }

    /// Changes what waits; it is written down when this returns.
    ///
    /// `trouble`: a damaged file was set aside before.
    package func change<Value>(
        _ change: (inout WaitingResults) -> Value
    ) throws(WatchpostError) -> (value: Value, trouble: WatchpostError?) {
        do throws(WatchpostError) {
            return (try attempt(change), nil)
        } catch {
            // What was damaged was set aside, and the second time there is none.
            return (try attempt(change), error)
        }
    }

    private func attempt<Value>(_ change: (inout WaitingResults) -> Value) throws(WatchpostError) -> Value {
        var value: Value?
        try record.update { bytes in
            var results = WaitingResults()
            if let bytes {
                guard let kept = try? JSONDecoder().decode(WaitingResults.self, from: bytes) else {
                    return .damaged
                }
                results = kept
            }
            let before = results
            let made = change(&results)
            guard results != before else {
                value = made
                return .keep
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let written = try? encoder.encode(results) else { return .keep }
            value = made
            return .write(written)
        }
        guard let value else { throw .storage("the results that wait cannot be written") }
        return value
    }
}
