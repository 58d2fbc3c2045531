import Core
import Testing
import WatchpostModel

@Suite("A document that its origin says again")
struct RestatedDocumentTests {
    private static let down = ["down retail/us-3"]

    /// Ten realms, and a document at second 0 in which the third is down for the first time.
    private func script(said: OriginTime? = .at(0)) -> RealmScript {
        var script = RealmScript.tenUp()
        script.set(["us-3"], .down)
        script.poll("down", said: said)
        return script
    }

    /// What the answers say of their time that come every minute after the first; `said` takes seconds.
    struct Course: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var said: @Sendable (Int64) -> OriginTime?
    }

    /// Swift 6.0.3 crashes on closures among the arguments of `@Test`.
    static let proofs = [
        Course(testDescription: "the origin itself", said: { .at($0) }),
        Course(testDescription: "a second less, a second more", said: { .at($0 + ($0 / 60) % 2) }),
        Course(testDescription: "servers whose clocks differ a little", said: { .at($0 == 0 ? 0 : $0 - 5) }),
        Course(testDescription: "a clock that runs fast", said: { .at($0 + $0 / 20) }),
        Course(testDescription: "a cache that asks each time", said: { .at($0 - 3, age: 3) }),
        Course(testDescription: "one with a date of its own", said: { .at($0, age: 3) }),
    ]

    @Test("is another observation when it is an interval newer", arguments: proofs)
    func counts(course: Course) {
        var script = script(said: course.said(0))
        #expect(script.unchanged(said: course.said(60)).isEmpty)
        #expect(script.realm("us-3")?.state == .suspected)
        #expect(script.unchanged(said: course.said(120)).map(\.short) == Self.down)
        #expect(script.realm("us-3")?.since == script.now.wall)
        script.set(["us-3"], .up)
        #expect(script.poll("up", said: course.said(180)).isEmpty)
        #expect(script.realm("us-3")?.state == .recovering)
        #expect(script.unchanged(said: course.said(240)).map(\.short) == ["up retail/us-3"])
        #expect(script.unchanged(said: course.said(300)).isEmpty)
    }

    static let doubts = [
        Course(testDescription: "no date", said: { _ in nil }),
        Course(testDescription: "a date that stands still", said: { _ in .at(0) }),
        Course(testDescription: "a clock that goes back", said: { .at(-$0) }),
        Course(testDescription: "a clock that was set back", said: { .at($0 - ($0 > 0 ? 3_600 : 0)) }),
        Course(testDescription: "a cache that leaves the date as it came", said: { .at(0, age: $0) }),
        Course(testDescription: "a cache with a date of its own", said: { .at($0, age: $0) }),
        Course(testDescription: "the same, rounded", said: { .at($0, age: $0 + ($0 / 60) % 2) }),
        Course(
            testDescription: "two caches in turns",
            said: { ($0 / 60) % 2 == 0 ? .at(0, age: $0) : .at(-40, age: $0 + 40) }
        ),
        Course(
            testDescription: "two caches in turns whose clocks differ by ten minutes",
            said: { ($0 / 60) % 2 == 0 ? .at($0, age: $0) : .at($0 + 600, age: $0) }
        ),
        Course(testDescription: "each answer by a clock that is ahead of the last", said: { .at($0 * 100) }),
        Course(testDescription: "a date in the first answer only", said: { $0 == 0 ? .at(0) : nil }),
        Course(testDescription: "none in the first", said: { $0 == 0 ? nil : .at($0) }),
    ]

    @Test("is confirmed after ten intervals when nothing proves that it is no copy", arguments: doubts)
    func doubted(course: Course) {
        var script = script(said: course.said(0))
        for minute in 1...9 as ClosedRange<Int64> {
            #expect(script.unchanged(said: course.said(minute * 60)).isEmpty)
            #expect(script.realm("us-3")?.state == .suspected)
        }
        #expect(script.unchanged(said: course.said(600)).map(\.short) == Self.down)
    }

    @Test("counts as well in an answer that has it whole, or has one of its pages")
    func whole() {
        var script = script()
        #expect(script.poll("down", said: .at(60)).isEmpty)
        #expect(script.poll("down", said: .at(75)).isEmpty, "too early")
        #expect(script.poll("down", said: .at(180)).map(\.short) == Self.down)
        script = .tenUp()
        script.set(["us-3"], .down)
        #expect(script.poll(pages: ["b", "p"], said: .at(0)).isEmpty)
        #expect(script.poll(pages: ["b", "q"], said: .at(15)).isEmpty)
        #expect(script.poll(pages: ["b", "r"], said: .at(60)).isEmpty)
        #expect(script.poll(pages: ["b", "s"], said: .at(120)).map(\.short) == Self.down)
    }

    @Test("does not count in polls sooner than an interval, and each that counts asks for such a poll")
    func rechecks() {
        var script = script()
        func isRechecked(_ before: Int) -> Bool {
            script.effects[before...].contains(.recheck(RealmScript.us))
        }
        for (seconds, counts) in [(15, false), (75, true), (90, false)] as [(Int64, Bool)] {
            let before = script.effects.count
            #expect(script.unchanged(after: counts ? 60 : 15, said: .at(seconds)).isEmpty)
            #expect(isRechecked(before) == counts)
            #expect(script.realm("us-3")?.state == .suspected)
        }
        let before = script.effects.count
        #expect(script.unchanged(said: .at(150)).map(\.short) == Self.down)
        #expect(!isRechecked(before))
    }

    @Test("loses one interval when the origin's clock is set forward")
    func clockSetForward() {
        var script = script()
        #expect(script.unchanged(said: .at(3_660)).isEmpty)
        #expect(script.unchanged(said: .at(3_720)).isEmpty)
        #expect(script.unchanged(said: .at(3_780)).map(\.short) == Self.down)
    }

    @Test("is compared with the new clock once another document has come by it")
    func clockSetBack() {
        var script = script()
        script.set(["us-3"], .up)
        script.poll("up", said: .at(-3_540))
        script.set(["us-3"], .down)
        #expect(script.poll("again", said: .at(-3_480)).isEmpty)
        #expect(script.unchanged(said: .at(-3_420)).isEmpty)
        #expect(script.unchanged(said: .at(-3_360)).map(\.short) == Self.down)
    }

    @Test("needs no clock of ours, and is not misled by one that is set meanwhile")
    func ownClock() {
        var script = RealmScript(
            groups: RealmScript.groups(10, prefix: "us", category: "United States"),
            wall: nil
        )
        script.poll()
        script.set(["us-3"], .down)
        script.poll("down", said: .at(0))
        script.setClock(RealmScript.noon.advanced(by: -86_400))
        #expect(script.unchanged(said: .at(60)).isEmpty)
        #expect(script.realm("us-3")?.state == .suspected)
        script.setClock(nil)
        #expect(script.unchanged(said: .at(120)).isEmpty)
        #expect(script.realm("us-3")?.state == .down)
        script.pass(.seconds(30))
        script.setClock(RealmScript.noon)
        #expect(script.send(.tick).map(\.short) == Self.down)
        #expect(script.realm("us-3")?.since == RealmScript.noon.advanced(by: -30))
    }

    @Test("a copy from another cache does not make an older one newer")
    func turns() {
        var script = RealmScript.tenUp()
        script.set(["us-3"], .down)
        script.poll(pages: ["b"], said: .at(0))
        script.poll(pages: ["c"], said: .at(-60, age: 120))
        for minute in 2...8 as ClosedRange<Int64> {
            let said: OriginTime =
                minute % 2 == 0 ? .at(0, age: minute * 60) : .at(-60, age: minute * 60 + 60)
            #expect(script.poll(pages: [minute % 2 == 0 ? "b" : "c"], said: said).isEmpty)
            #expect(script.realm("us-3")?.state == .suspected)
        }
        #expect(script.poll(pages: ["c"], said: .at(540)).map(\.short) == Self.down)
    }

    @Test("a restart forgets what was counted, and begins with the first answer")
    func restart() {
        var script = script()
        script.unchanged(said: .at(60))
        script.restart(after: .seconds(30))
        #expect(script.poll("down", said: .at(150)).isEmpty)
        #expect(script.realm("us-3")?.state == .suspected)
        #expect(script.unchanged(said: .at(210)).isEmpty)
        #expect(script.unchanged(said: .at(270)).map(\.short) == Self.down)
    }

    @Test("after a gap in the data it is the first observation")
    func gap() {
        var script = script()
        script.unchanged(said: .at(60))
        #expect(script.unchanged(after: 3_600, said: .at(3_660)).isEmpty)
        #expect(script.realm("us-3")?.state == .suspected)
        #expect(script.unchanged(said: .at(3_720)).isEmpty)
        #expect(script.unchanged(said: .at(3_780)).map(\.short) == Self.down)
    }

    @Test("a queue, a lock, a population", arguments: RealmMonitorIdentityTests.attributes)
    func attributes(attribute: RealmMonitorIdentityTests.Attribute) {
        var script = RealmScript.tenUp()
        script.change(["us-2"], attribute.change)
        #expect(script.poll("once", said: .at(0)).isEmpty)
        #expect(script.unchanged(after: 15, said: .at(15)).isEmpty)
        #expect(script.unchanged(said: .at(75)).map(\.short) == ["\(attribute.event) retail/us-2"])
        #expect(script.unchanged(said: .at(135)).isEmpty)
    }

    @Test("a realm that it leaves out is unknown with the third")
    func absence() {
        var script = RealmScript.tenUp()
        script.edit { $0.removeFirst() }
        #expect(script.poll("less", said: .at(0)).isEmpty)
        #expect(script.unchanged(after: 15, said: .at(15)).isEmpty)
        #expect(script.unchanged(said: .at(75)).isEmpty)
        #expect(script.realm("us-1")?.state == .up)
        #expect(script.unchanged(said: .at(135)).map(\.short) == ["vanished retail/us-1"])
    }

    @Test("a gap ends a row of absences, too")
    func absenceAndGap() {
        var script = RealmScript.tenUp()
        script.edit { $0.removeFirst() }
        script.poll("less", said: .at(0))
        script.unchanged(said: .at(60))
        #expect(script.unchanged(after: 3_600, said: .at(3_660)).isEmpty)
        #expect(script.unchanged(said: .at(3_720)).isEmpty)
        #expect(script.unchanged(said: .at(3_780)).map(\.short) == ["vanished retail/us-1"])
    }

    @Test("half of a region at once is one outage, and one return")
    func outage() {
        var script = RealmScript.tenUp()
        let half = (1...6).map { "us-\($0)" }
        script.set(half, .down)
        #expect(script.poll("half", said: .at(0)).isEmpty)
        #expect(script.unchanged(said: .at(60)).isEmpty)
        #expect(script.unchanged(said: .at(120)).map(\.short) == ["outage region 6"])
        script.set(half, .up)
        #expect(script.poll("all", said: .at(180)).isEmpty)
        #expect(script.unchanged(said: .at(240)).map(\.short) == ["outage over region 6"])
    }

    @Test("in a window it is maintenance, and after it down in earnest")
    func maintenance() throws {
        let zone = try #require(CivilZone(named: "UTC"))
        // Saturday; the script begins at noon.
        let window = MaintenanceWindow(weekday: .saturday, from: 12 * 3_600, to: 13 * 3_600, zone: zone)
        var script = RealmScript(
            groups: RealmScript.groups(10, prefix: "us", category: "United States"),
            rules: RealmRules(maintenance: [.us: [window]])
        )
        script.poll()
        script.set(["us-3"], .down)
        script.poll("down", said: .at(0))
        var told: [String] = []
        for minute in 1...70 as ClosedRange<Int64> {
            told += script.unchanged(said: .at(minute * 60)).map(\.short)
        }
        #expect(told == ["maintenance retail/us-3", "down retail/us-3"])
    }

    @Test("a document that leaves out a suspected realm says nothing of it, however long it stays the same")
    func suspectedAndLeftOut() {
        var script = script(said: nil)
        script.edit { $0.removeAll { group in group.realms.contains { $0.slug == "us-3" } } }
        script.poll("less", said: nil)
        var told: [String] = []
        for _ in 0..<20 { told += script.unchanged(said: nil).map(\.short) }
        #expect(told == ["vanished retail/us-3"])
    }
}

extension OriginTime {
    /// Seconds after an instant by the origin's clock, which is off by years.
    fileprivate static func at(_ seconds: Int64, age: Int64 = 0) -> OriginTime {
        OriginTime(dated: UnixTime(seconds: 2_500_000_000 + seconds), age: age)
    }
}

extension RealmScript {
    /// A document with a mark, a minute after the last answer, made at `said`.
    @discardableResult
    fileprivate mutating func poll(_ mark: String, said: OriginTime?) -> [EventBody] {
        pass(.seconds(60))
        let document = RegionDocument(groups: listed, generation: mark).restated(said)
        return send(.observed(Self.us, document))
    }

    /// The word that nothing has changed, so many seconds after the last answer.
    @discardableResult
    fileprivate mutating func unchanged(after seconds: Int = 60, said: OriginTime?) -> [EventBody] {
        pass(.seconds(seconds))
        return send(.unchanged(Self.us, said: said))
    }
}
