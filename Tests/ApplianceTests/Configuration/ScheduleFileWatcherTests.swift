@testable import Appliance
import Core
import Foundation
import TestSupport
import Testing
import WatchpostModel

@Suite("Watching the schedule file")
struct ScheduleFileWatcherTests {
    private func stamp(_ inode: UInt64, _ modified: Int64 = 0) -> FileStamp {
        FileStamp(device: 1, inode: inode, size: 5, modified: modified, changed: modified)
    }

    @Test("a file is read at the first look, and later once it has changed and held still")
    func settles() {
        var file = SettledFile()
        let looks: [(FileStamp?, Bool)] = [
            (stamp(1), true), (stamp(1), false), (stamp(2), false), (stamp(2), true), (stamp(2), false),
            (stamp(2, 5), false), (stamp(2, 6), false), (stamp(2, 6), true), (nil, false), (stamp(3), false),
            (stamp(3), true), (nil, false), (nil, true), (nil, false), (stamp(3), false), (stamp(3), true),
            (stamp(4), false), (stamp(3), false), (stamp(3), false),
        ]
        for (index, look) in looks.enumerated() {
            let isRead = file.look(look.0)
            #expect(isRead == look.1, "look \(index)")
        }
    }

    @Test("what was read of a file that was written meanwhile does not count, and is read again")
    func writtenMeanwhile() {
        var file = SettledFile()
        func look(_ stamp: FileStamp?, then after: FileStamp?) -> String {
            guard file.look(stamp) else { return "not read" }
            return file.confirm(after) ? "counts" : "does not"
        }
        let looks: [(FileStamp?, FileStamp?, String)] = [
            (stamp(1), stamp(2), "does not"), (stamp(2), stamp(2), "counts"),
            (stamp(2), stamp(2), "not read"), (stamp(3), stamp(3), "not read"),
            (stamp(3), stamp(3, 1), "does not"), (stamp(3, 2), stamp(3, 2), "not read"),
            (stamp(3, 2), stamp(3, 2), "counts"), (stamp(4), stamp(4), "not read"),
            (stamp(4), nil, "does not"), (nil, nil, "counts"), (nil, nil, "not read"),
            (stamp(5), stamp(5), "not read"), (stamp(5), stamp(6), "does not"),
            (stamp(5), stamp(5), "not read"), (stamp(5), stamp(5), "counts"),
        ]
        for (index, (before, after, expected)) in looks.enumerated() {
            let found = look(before, then: after)
            #expect(found == expected, "look \(index)")
        }
    }

    @Test("a missing file is read once")
    func missing() {
        var file = SettledFile()
        let looks = [file.look(nil), file.look(nil)]
        #expect(looks == [true, false])
    }

    @Test(
        "edits, replacements by rename, a bad file and a removal arrive as events",
        .timeLimit(.minutes(Patience.hungMinutes))
    )
    func events() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("schedule.toml")
        let good = ScheduleFileTests.good
        try Data(good.utf8).write(to: file)
        let watcher = ScheduleFileWatcher(path: file.path, interval: .milliseconds(10))
        var events = watcher.events.makeAsyncIterator()
        #expect(await events.next() == .loaded(try ScheduleFile.read(good, file: "s")))

        // One write at the end: a file that is emptied first may be read empty on a busy machine.
        let edit = try FileHandle(forWritingTo: file)
        try edit.seekToEnd()
        try edit.write(contentsOf: Data("\n# another size\n[[mode]]\nkey = \"x\"\nname = \"X\"\n".utf8))
        try edit.close()
        guard case .refused(let refusal, kept: nil) = await events.next() else {
            Issue.record("a mode without a schedule was not refused")
            return
        }
        let problems = refusal.problems
        #expect(
            problems.count == 1 && problems[0].hasPrefix("\(file.path):16:1: mode[2].schedule: is missing")
        )
        #expect(refusal.published.first?.hasPrefix("line 16, column 1: mode[2].schedule: is missing") == true)

        let next = good.split(separator: "\n").filter { !$0.hasPrefix("source") }.joined(separator: "\n")
        try Data(("source = \"next\"\n" + next).utf8).write(to: folder.appendingPathComponent("new"))
        #expect(rename(folder.appendingPathComponent("new").path, file.path) == 0)
        guard case .loaded(let schedules) = await events.next() else {
            Issue.record("the replacement was not read")
            return
        }
        #expect(schedules.source == "next")

        try FileManager.default.removeItem(at: file)
        let reason = "there is no such file; check the path, or create the file"
        let gone = ScheduleRefusal(unreadable: file.path, reason: reason)
        #expect(await events.next() == .refused(gone, kept: nil))
        #expect(gone.problems == ["\(file.path): the schedule file cannot be read: \(reason)"])
        #expect(gone.published == ["the schedule file cannot be read: \(reason)"])
        watcher.stop()
        watcher.stop()
        #expect(await events.next() == nil)
    }

    @Test(
        "what the file says at the start can be had alone, and is not said again",
        .timeLimit(.minutes(Patience.hungMinutes))
    )
    func firstAlone() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("schedule.toml")
        try Data(ScheduleFileTests.good.utf8).write(to: file)
        let watcher = ScheduleFileWatcher(path: file.path, interval: .milliseconds(10))
        let first = await watcher.first(within: Patience.time)
        let good = try ScheduleFile.read(ScheduleFileTests.good, file: "s")
        #expect(first == .loaded(good))
        try FileManager.default.removeItem(at: file)
        var events = watcher.events.makeAsyncIterator()
        guard case .refused = await events.next() else {
            Issue.record("the first event came twice")
            return
        }
        watcher.stop()
        #expect(await events.next() == nil)
    }

    /// What the watcher of a file says first.
    private func first(_ file: URL, kept: KeptSchedule?) async -> ScheduleFileEvent? {
        let watcher = ScheduleFileWatcher(path: file.path, interval: .milliseconds(10), kept: kept)
        defer { watcher.stop() }
        var events = watcher.events.makeAsyncIterator()
        return await events.next()
    }

    @Test(
        "a restart with a broken file goes on with what was kept of the good one",
        .timeLimit(.minutes(Patience.hungMinutes))
    )
    func kept() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("schedule.toml")
        let copy = folder.appendingPathComponent(KeptSchedule.name)
        let kept = KeptSchedule(in: folder.path)
        let good = ScheduleFileTests.good
        let schedules = try ScheduleFile.read(good, file: "s")
        try Data("source = 1".utf8).write(to: file)
        guard case .refused(_, kept: nil) = await first(file, kept: kept) else {
            Issue.record("something was kept before anything was good")
            return
        }
        try Data(good.utf8).write(to: file)
        #expect(await first(file, kept: kept) == .loaded(schedules))
        #expect(await becomesTrue { (try? Data(contentsOf: copy)) == Data(good.utf8) })
        for broken in ["source = 1", nil] {
            if let broken {
                try Data(broken.utf8).write(to: file)
            } else {
                try FileManager.default.removeItem(at: file)
            }
            guard case .refused(_, kept: let standIn) = await first(file, kept: kept) else {
                Issue.record("a broken file was accepted")
                return
            }
            #expect(standIn == schedules)
        }
        // What is kept may itself be damaged: then it is nothing.
        try Data("[[mode".utf8).write(to: copy)
        guard case .refused(_, kept: nil) = await first(file, kept: kept) else {
            Issue.record("a damaged copy was taken for a schedule")
            return
        }
    }

    @Test("the copy is replaced as a whole, and not written again when it is the same")
    func keptOnce() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let kept = KeptSchedule(in: folder.path)
        let path = folder.appendingPathComponent(KeptSchedule.name).path
        try kept.keep(ScheduleFileTests.good)
        let first = try #require(FileStamp(of: path))
        try kept.keep(ScheduleFileTests.good)
        #expect(FileStamp(of: path) == first)
        try kept.keep(ScheduleFileTests.good + "\n# newer\n")
        #expect(FileStamp(of: path)?.inode != first.inode)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [KeptSchedule.name])
        // A folder in its place: refused, and said with what was tried.
        let elsewhere = KeptSchedule(in: folder.appendingPathComponent("nowhere").path)
        #expect(throws: SystemRefusal.self) { try elsewhere.keep(ScheduleFileTests.good) }
    }

    @Test("a folder, a pipe, a huge file and other encodings are refused without waiting")
    func unreadable() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let huge = folder.appendingPathComponent("huge")
        try Data(count: 300_000).write(to: huge)
        let latin = folder.appendingPathComponent("latin")
        try Data([0x23, 0xE9, 0x0A]).write(to: latin)
        for (path, reason) in [
            (folder.path, "directory"), (pipe, "regular file"), (huge.path, "more than 262144 bytes"),
            (latin.path, "UTF-8"),
        ] {
            do throws(ScheduleRefusal) {
                _ = try ScheduleFile.load(path)
                Issue.record("\(path) was read")
            } catch {
                #expect(error.problems.count == 1 && error.problems[0].contains(reason), "\(error)")
            }
        }
    }
}
