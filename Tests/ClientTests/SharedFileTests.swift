import Dispatch
import Foundation
import Testing
import WatchpostClient

@Suite("A file that several processes share")
struct SharedFileTests {
    let folder: TemporaryFolder
    let file: SharedFile

    init() throws {
        folder = try TemporaryFolder()
        file = SharedFile(folder.url.appendingPathComponent("deep/inside/file"))
    }

    static func number(_ content: SharedFile.Content) -> Int {
        guard case .bytes(let bytes) = content else { return 0 }
        return Int(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }) ?? -1
    }

    /// A number and so many lines that a half of it would be noticed.
    static func bytes(_ number: Int) -> Data {
        Data((0..<500).map { _ in "\(number)\n" }.joined().utf8)
    }

    static func isWhole(_ content: SharedFile.Content) -> Bool {
        guard case .bytes(let bytes) = content else { return content == .missing }
        return bytes == Self.bytes(number(content))
    }

    /// Adds one; false where it was refused for good.
    static func add(to file: SharedFile) -> Bool {
        do throws(WatchpostError) {
            try patiently { () throws(WatchpostError) in try file.update { bytes(number($0) + 1) } }
            return true
        } catch {
            return false
        }
    }

    @Test("who changes it at the same time loses nothing, and who reads meanwhile sees it whole")
    func noLostUpdate() async throws {
        // Each thread opens the lock again, as another process does: flock(2) goes by open files.
        let outcomes = Outcomes()
        let url = file.url
        try await offPool {
            DispatchQueue.concurrentPerform(iterations: 6) { thread in
                let mine = SharedFile(url)
                for _ in 0..<60 {
                    if thread == 0 {
                        outcomes.note(Self.isWhole(mine.read()))
                    } else {
                        outcomes.note(Self.add(to: mine))
                    }
                }
            }
        }
        #expect(outcomes.failures == 0)
        #expect(Self.number(file.read()) == 5 * 60)
    }

    @Test("what a killed process left under the new name is overwritten")
    func leftOver() throws {
        try file.update { _ in Self.bytes(1) }
        try Data("half".utf8).write(to: URL(fileURLWithPath: file.url.path + ".new"))
        try file.update { Self.bytes(Self.number($0) + 1) }
        #expect(file.read() == .bytes(Self.bytes(2)))
        #expect(!FileManager.default.fileExists(atPath: file.url.path + ".new"))
    }

    @Test("a lock that is held for good is an error after two seconds, and the file stays")
    func heldLock() async throws {
        try file.update { _ in Self.bytes(1) }
        let descriptor = open(file.url.path + ".lock", O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
        let file = file
        await #expect(throws: WatchpostError.self) {
            try await offPool { try file.update { _ in Self.bytes(2) } }
        }
        #expect(file.read() == .bytes(Self.bytes(1)))
        _ = close(descriptor)
        try file.update { _ in Self.bytes(3) }
        #expect(file.read() == .bytes(Self.bytes(3)))
    }

    @Test("nothing is missing, a folder in its place cannot be read, and what is too large is not ours")
    func contents() throws {
        #expect(file.read() == .missing)
        try FileManager.default.createDirectory(at: file.url, withIntermediateDirectories: true)
        guard case .unreadable = file.read() else { return #expect(Bool(false), "a folder was read") }
        try FileManager.default.removeItem(at: file.url)
        try Data(count: SharedFile.maximumBytes + 1).write(to: file.url)
        guard case .unreadable = file.read() else { return #expect(Bool(false), "it was read") }
    }

    @Test("a folder that cannot be made is an error in words")
    func noFolder() throws {
        let blocked = SharedFile(folder.url.appendingPathComponent("plain/file"))
        try Data().write(to: folder.url.appendingPathComponent("plain"))
        do {
            try blocked.update { _ in Data() }
            Issue.record("a folder was made below a file")
        } catch {
            #expect(error.description.contains("plain"))
        }
    }

    @Test("only its owner may read it")
    func mode() throws {
        try file.update { _ in Self.bytes(1) }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
        let mode = try #require(attributes[.posixPermissions] as? NSNumber)
        #expect(mode.intValue == 0o600)
    }

    @Test("of many operations one at a time asks for the lock, so that none gives up behind the others")
    func oneAtATime() async {
        let (files, inside, most) = (FileQueue(), LockedBox(0), LockedBox(0))
        let operations = 100
        let added = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<operations {
                group.addTask { [file] in
                    await files.run {
                        inside.change { $0 += 1 }
                        defer { inside.change { $0 -= 1 } }
                        let here = inside.value
                        most.change { $0 = max($0, here) }
                        return SharedFileTests.add(to: file)
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(added == operations && most.value == 1)
        #expect(Self.number(file.read()) == operations)
    }
}

/// Counts what went wrong on several threads; `@unchecked Sendable`: under its lock alone.
private final class Outcomes: @unchecked Sendable {
    private let lock = NSLock()
    private var failed = 0

    func note(_ isGood: Bool) {
        lock.withLock { if !isGood { failed += 1 } }
    }

    var failures: Int { lock.withLock { failed } }
}
