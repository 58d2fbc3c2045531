import Core
import Foundation
import SystemSupport
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance

/// A file that is saved over and over, as a whole or in pieces, and what the Map Timer app is told of it.
@Suite("A schedule file that is saved over and over")
struct ScheduleFileSavesTests {
    private static let saves = TestEffort.rounds(60)

    /// What came of the file so far.
    private struct Seen: Sendable {
        /// The newest save that was loaded.
        var newest = -1
        var schedules: RotationSchedules?
        var (published, changes, refusals) = (0, 0, 0)
        /// Publications whose hash changed without a body, or a body without its hash.
        var wrong: [String] = []
    }

    /// A file of the two modes, or of one alone, by the number of its save.
    private static func text(_ number: Int, _ random: inout SeededGenerator) -> String {
        var text = "source = \"save \(number)\"\n# \(String(repeating: "x", count: number % 61))\n"
        text += "[maps]\nOL = \"Olympus\"\nKC = \"Kings Canyon\"\nSP = \"Storm Point\"\n"
        for mode in random.one(in: 8) ? ["pubs"] : ["pubs", "ranked"] {
            let maps = ["OL", "KC", "SP"].shuffled(using: &random).prefix(
                Int.random(in: 2...3, using: &random)
            )
            let minutes = random.one(in: 2) ? 60 : 90
            let cycle = maps.map { "{ map = \"\($0)\", minutes = \(minutes) }" }.joined(separator: ", ")
            text += "[[mode]]\nkey = \"\(mode)\"\nname = \"\(mode)\"\n[[mode.schedule]]\n"
            text += "from = 2025-09-16T17:00:00Z\nto = 2025-11-04T18:00:00Z\nanchor = 2025-09-16T17:00:00Z\n"
            text += "cycle = [\(cycle)]\n"
        }
        return text
    }

    /// Saves as editors do: by a rename, or over what is there, in two pieces.
    private static func save(
        _ text: String,
        to file: URL,
        _ random: inout SeededGenerator,
        isWhole: Bool
    ) async throws {
        let bytes = Data(text.utf8)
        if isWhole {
            let other = file.appendingPathExtension("new")
            try bytes.write(to: other)
            #expect(rename(other.path, file.path) == 0)
            return
        }
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        let half = Int.random(in: 0...bytes.count, using: &random)
        try handle.write(contentsOf: bytes.prefix(half))
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...2, using: &random)))
        try handle.write(contentsOf: bytes.dropFirst(half))
        try handle.close()
    }

    /// Follows the file until its watcher stops.
    private static func follow(_ watcher: ScheduleFileWatcher, _ seen: Locked<Seen>) async throws {
        var book = RotationBook()
        var last: MapTimerBodies?
        // 2025-10-01: within what the files say.
        let now = Moment(wall: UnixTime(seconds: 1_759_276_800), monotonic: .zero)
        for await event in watcher.events {
            let told: RotationEvent
            switch event {
            case .loaded(let schedules): told = .loaded(schedules)
            case .refused(let refusal, kept: _): told = .refused(refusal.published)
            }
            for case .publish(let snapshot) in book.handle(told, at: now) {
                let bodies = try snapshot.mapTimer(sha256: { SHA256Digest.hexadecimal(of: $0) })
                let isSame =
                    bodies.pubsSchedule == last?.pubsSchedule && bodies.rankedSchedule == last?.rankedSchedule
                    && bodies.ltmSchedule == last?.ltmSchedule && bodies.absence == last?.absence
                let isSameHash = bodies.hash == last?.hash
                let source = book.file?.source ?? ""
                seen.withLock { seen in
                    seen.published += 1
                    seen.changes += isSame ? 0 : 1
                    if isSame != isSameHash { seen.wrong.append(source) }
                }
                last = bodies
            }
            let (file, isRefused) = (book.file, told.isRefusal)
            seen.withLock { seen in
                seen.refusals += isRefused ? 1 : 0
                seen.schedules = file
                if !isRefused {
                    seen.newest = file?.source.split(separator: " ").last.flatMap { Int($0) } ?? -1
                }
            }
        }
    }

    @Test(
        "the hash changes exactly when a body does, and in the end the last file is in force",
        .timeLimit(.minutes(Patience.hungMinutes))
    )
    func saves() async throws {
        var random = SeededGenerator.announced(for: "saves of the schedule file")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("saves-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("schedule.toml")
        var text = Self.text(0, &random)
        try Data(text.utf8).write(to: file)
        let watcher = ScheduleFileWatcher(path: file.path, interval: .milliseconds(1))
        let seen = Locked(Seen())
        let following = Task { try await Self.follow(watcher, seen) }
        for number in 1...Self.saves {
            text = Self.text(number, &random)
            let isAwaited = number % 20 == 0 || number == Self.saves
            // The clock of a file system has ticks: what is awaited must not be of the same one as what was before.
            if isAwaited { try await Task.sleep(for: .milliseconds(20)) }
            try await Self.save(text, to: file, &random, isWhole: isAwaited || random.one(in: 2))
            if isAwaited {
                let isSeen = await becomesTrue { seen.withLock { $0.newest == number } }
                #expect(isSeen, "save \(number) was not read")
            } else {
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...4, using: &random)))
            }
        }
        watcher.stop()
        try await following.value
        let end = seen.withLock { $0 }
        #expect(end.wrong.isEmpty, "\(end.wrong)")
        #expect(
            end.published >= Self.saves / 20 && end.changes >= Self.saves / 50,
            "\(end.published), \(end.changes)"
        )
        let last = try ScheduleFile.read(text, file: "s")
        #expect(end.schedules == last)
        print("saves: \(end.published) published, \(end.changes) changes, \(end.refusals) refused")
    }
}

extension RotationEvent {
    /// Whether a file was refused.
    fileprivate var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
