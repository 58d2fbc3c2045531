import Core
import Display
import Foundation
import SystemSupport
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance

@Suite("What becomes of the schedule file")
struct RotationWatchTests {
    /// A watch with everything that it says.
    private final class Bench: Sendable {
        let published = Locked<[RotationSnapshot]>([])
        let announced = Locked<[EventBody]>([])
        let faults = Locked<[PanelFault?]>([])
        let watch: RotationWatch
        private let file: URL

        init(checking: RotationWatch.Checking? = nil) throws {
            file = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID())")
            let now = Moment(wall: UnixTime(seconds: 1_760_000_000), monotonic: .zero)
            let clock = SystemClock(now: { now })
            let log = try #require(Log.file(file.path, clock: clock))
            let (published, announced, faults) = (published, announced, faults)
            watch = RotationWatch(
                clock: clock,
                liveness: LivenessRegistry(clock: clock),
                log: log,
                checking: checking,
                outlets: RotationWatch.Outlets(
                    publish: { snapshot in published.withLock { $0.append(snapshot) } },
                    announce: { bodies in announced.withLock { $0 += bodies } },
                    fault: { fault in faults.withLock { $0.append(fault) } }
                )
            )
        }

        deinit { try? FileManager.default.removeItem(at: file) }

        var log: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
        var refused: RefusedScheduleBody? { published.withLock { $0.last }?.list.refused }
        var fault: PanelFault? { faults.withLock { $0.last } ?? nil }
    }

    private static func refusal(_ text: String) throws -> ScheduleRefusal {
        do throws(ScheduleRefusal) {
            _ = try ScheduleFile.read(text, file: "/secret/path.toml")
        } catch {
            return error
        }
        throw CocoaError(.fileReadUnknown)
    }

    @Test(
        "a refusal is logged, shown and told without its path; an accepted file ends all that, and is logged too"
    )
    func refusedAndAccepted() async throws {
        let bench = try Bench()
        let good = try ScheduleFile.read(ScheduleFileTests.good, file: "s")
        let refusal = try Self.refusal("source = 1")
        await bench.watch.take(.loaded(good))
        #expect(
            bench.log.contains(
                "the schedule file is in force: pubs: 1 schedule, known until 2025-11-04T18:00:00Z"
            )
        )
        #expect(bench.fault == nil)
        await bench.watch.take(.refused(refusal, kept: nil))
        #expect(bench.log.contains("the schedule file is refused; the previous schedule stays in force"))
        #expect(bench.log.contains("/secret/path.toml:1:10: source"))
        #expect(bench.refused?.inForce == .before)
        #expect(bench.refused?.problems == refusal.published)
        let fault = try #require(bench.fault)
        #expect(fault.code == "E33" && fault.words.contains("line 1, column 1: mode: is missing"))
        #expect(!fault.isOfTheBox && !fault.isForLamps)
        let told = bench.announced.withLock { $0 }
        #expect(told.count == 1)
        #expect(!"\(told)\(fault)\(bench.published.withLock { $0.map(\.list) })".contains("/secret"))
        let lines = bench.log.split(separator: "\n").count
        await bench.watch.take(.refused(refusal, kept: nil))
        #expect(bench.log.split(separator: "\n").count == lines, "the same refusal is no news")
        await bench.watch.take(.loaded(good))
        #expect(bench.log.contains("the schedule file is accepted again"))
        #expect(bench.refused == nil && bench.fault == nil)
    }

    @Test("from the start a broken file leaves the kept schedule, else the built-in one, and both are named")
    func standIns() async throws {
        let good = try ScheduleFile.read(ScheduleFileTests.good, file: "s")
        let cases: [(RotationSchedules?, RefusedScheduleBody.InForce, String, String)] = [
            (good, .kept, "a kept copy of the last good one is in force", "a test"),
            (nil, .builtIn, "the built-in schedule is in force", try ScheduleFile.shipped().source),
        ]
        for (kept, inForce, words, source) in cases {
            let bench = try Bench()
            await bench.watch.take(.refused(try Self.refusal("source = 1"), kept: kept))
            #expect(bench.refused?.inForce == inForce)
            #expect(bench.log.contains(words))
            #expect(bench.fault?.words.contains(words) == true)
            #expect(bench.published.withLock { $0.last }?.list.source == source)
            await bench.watch.take(.loaded(good))
            let told = bench.announced.withLock { $0 }.compactMap { event -> Bool? in
                guard case .schedule(let body) = event else { return nil }
                return body.accepted
            }
            #expect(told == [false, true])
        }
    }

    @Test("other schedules are published once, and nothing that belonged to those before with them")
    func oneTurn() async throws {
        let bench = try Bench(
            checking: RotationWatch.Checking(
                rules: RotationCrossCheck(
                    ApexStatusSource.upstream,
                    interval: .seconds(600),
                    appliesAnchors: false,
                    now: .zero
                ),
                metrics: RotationUpstreamMetrics()
            )
        )
        await bench.watch.take(.loaded(try ScheduleFile.read(ScheduleFileTests.good, file: "s")))
        let slot = ReportedSlot(map: GameMap(code: "SP", name: "Storm Point"), start: nil, end: nil)
        let mode = ReportedMode(key: "pubs", name: "Casual", current: slot, next: nil)
        for _ in 0..<2 {
            await bench.watch.take(.answered(RotationReport(modes: [mode]), jitter: 0.5))
        }
        let before = bench.published.withLock { $0 }
        #expect(before.last?.list.upstream?.modes.map(\.verdict) == [.disagreeing])
        let other = ScheduleFileTests.good.replacing("minutes = 60", with: "minutes = 30")
        await bench.watch.take(.loaded(try ScheduleFile.read(other, file: "s")))
        let after = bench.published.withLock { $0 }
        #expect(after.count == before.count + 1)
        #expect(after.last?.list.upstream?.modes.map(\.verdict) == [.unchecked])
        #expect(after.last?.schedules.modes.first?.schedules.first?.cycle.length == 7_200)
    }

    @Test("modes of the panel that the schedule lacks are named with the nearest one")
    func unknownModes() throws {
        let schedules = try ScheduleFile.read(ScheduleFileTests.good, file: "s")
        #expect(ScheduleReport.unknownModes(["pubs"], in: schedules).isEmpty)
        let found = ScheduleReport.unknownModes(["pub", "pubs", "arena"], in: schedules)
        #expect(found.count == 2)
        #expect(
            found[0] == "panel.modes: the schedule has no mode “pub”; did you mean \"pubs\"? known are pubs"
        )
    }

    @Test("a mode that only an upstream may have is no mistake where one is asked")
    func upstreamModes() throws {
        let schedules = try ScheduleFile.read(ScheduleFileTests.good, file: "s")
        let found = ScheduleReport.upstreamModes(["pubs", "mixtape"], in: schedules)
        #expect(found.count == 1 && found[0].contains("“mixtape”; the display shows it while"))
    }

    @Test("`status` says what is wrong with the box")
    func status() {
        let display = DisplayBody(columns: 2, rows: 1, lines: ["ab"], backlight: true, page: "clock")
        let panel = PanelBody(lamps: [], display: display, faults: [FaultBody(code: "E33", words: "refused")])
        #expect(StatusCommand.lines(panel, RegionListBody(regions: [])).last == "fault E33: refused")
    }
}
