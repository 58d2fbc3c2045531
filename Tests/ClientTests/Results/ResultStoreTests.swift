import Dispatch
import Foundation
import Testing
import WatchpostClient
import WatchpostModel

@Suite("Results in a file that several processes share")
struct ResultStoreTests {
    private typealias Sample = ResultSample

    let folder: TemporaryFolder
    let store: ResultStore

    init() throws {
        folder = try TemporaryFolder()
        store = ResultStore(folder: folder.url)
    }

    private var file: URL { folder.url.appendingPathComponent("results.json") }

    @Test("what is added is there for another process, with everything that was said of it")
    func kept() throws {
        let large = GameResult(
            key: "k",
            board: "level-1",
            score: .max,
            achieved: UnixTime(seconds: 1_790_000_000),
            extra: "ż \" \u{1} /"
        )
        _ = try store.add(large, for: "a", at: "http://box")
        let kept = try ResultStore(folder: folder.url).read()
        #expect(kept.entries.map(\.result) == [large])
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    @Test("who adds and settles at the same time loses nothing")
    func noLostUpdate() async throws {
        let url = folder.url
        let failures = LockedBox(0)
        try await offPool {
            DispatchQueue.concurrentPerform(iterations: 6) { thread in
                let mine = ResultStore(folder: url)
                for number in 0..<20 {
                    let result = Sample.result(thread * 100 + number)
                    do {
                        _ = try patiently { () throws(WatchpostError) in
                            try mine.add(result, for: "a", at: "http://box")
                        }
                        guard number.isMultiple(of: 2) else { continue }
                        var settlement = WaitingResults.Settlement(appliance: "a")
                        settlement.taken = [result.key]
                        let settled = settlement
                        _ = try patiently { () throws(WatchpostError) in
                            try mine.change { $0.settle(settled, at: 0) }
                        }
                    } catch {
                        failures.change { $0 += 1 }
                    }
                }
            }
        }
        #expect(failures.value == 0)
        let scores = try store.read().entries.map(\.result.score).sorted()
        let odd = (0..<6).flatMap { thread in (0..<20).filter { $0 % 2 == 1 }.map { Int64(thread * 100 + $0) }
        }
        #expect(scores == odd)
    }

    @Test("what a killed process left under the new name is no obstacle")
    func leftOver() throws {
        _ = try store.add(Sample.result(1), for: "a", at: "http://box")
        try Data("{\"version\":1,\"entr".utf8).write(to: URL(fileURLWithPath: file.path + ".new"))
        _ = try store.add(Sample.result(2), for: "a", at: "http://box")
        #expect(try store.read().entries.map(\.result) == [Sample.result(1), Sample.result(2)])
    }

    @Test(
        "a damaged file is kept aside with words, and the result is written down all the same",
        arguments: ["{", "[]", "{\"version\":1}", "somebody's notes"]
    )
    func damaged(text: String) throws {
        try Data(text.utf8).write(to: file)
        let added = try store.add(Sample.result(1), for: "a", at: "http://box")
        #expect("\(try #require(added.trouble))".contains("results.json.unreadable-1"))
        #expect(try store.read().entries.map(\.result) == [Sample.result(1)])
        #expect(try String(contentsOfFile: file.path + ".unreadable-1", encoding: .utf8) == text)
    }

    @Test("an empty file, as a pulled plug may leave it, is none; a newer release's stays as it is")
    func emptyAndNewer() throws {
        try Data().write(to: file)
        #expect(try store.add(Sample.result(1), for: "a", at: "http://box").trouble == nil)
        let text = "{\"version\":2,\"entries\":[]}"
        try Data(text.utf8).write(to: file)
        #expect(throws: WatchpostError.self) { try store.add(Sample.result(1), for: "a", at: "http://box") }
        #expect(throws: WatchpostError.self) { try store.read() }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("a folder that cannot be written is an error, and nothing was kept")
    func noFolder() throws {
        let plain = folder.url.appendingPathComponent("plain")
        try Data().write(to: plain)
        let nowhere = ResultStore(folder: plain)
        #expect(throws: WatchpostError.self) { try nowhere.add(Sample.result(1), for: "a", at: "http://box") }
    }

    @Test("what failed after it was written down counts as written down")
    func doubtful() throws {
        let storage = FailingStorage()
        let added = try ResultStore(storage).add(Sample.result(1), for: "a", at: "http://box")
        #expect(added.trouble == .storage("no sync"))
        #expect(try ResultStore(storage).read().entries.count == 1)
    }
}

/// Writes, and then says that it could not; `@unchecked Sendable`: its content is a `LockedBox`.
private final class FailingStorage: RecordStorage, @unchecked Sendable {
    private let content = LockedBox<Data?>(nil)

    func read() throws(WatchpostError) -> Data? { content.value }

    func update(_ change: (Data?) -> RecordFile.Change) throws(WatchpostError) {
        if case .write(let bytes) = change(content.value) { content.change { $0 = bytes } }
        throw .storage("no sync")
    }
}
