import Core
import Testing
import WatchpostModel

@Suite("Realms that upstream no longer lists")
struct GoneRealmTests {
    /// Ten realms, of which the first has just vanished; it was down before if `isDown`.
    private func script(isDown: Bool = false) -> RealmScript {
        var script = RealmScript.tenUp()
        if isDown {
            script.set(["us-1"], .down)
            script.poll(times: 3)
        }
        script.edit { $0.removeFirst() }
        script.poll(times: 3)
        return script
    }

    /// Polls so many times, as far apart as answers may come without a gap between them: a day in minutes takes a while.
    private func poll(_ script: inout RealmScript, slowly times: Int) {
        for _ in 0..<times {
            script.pass(.seconds(100))
            script.poll()
        }
    }

    @Test("one that vanished counts no more when ten further answers agree, and counts again when it is back")
    func renamed() {
        var script = script()
        #expect(script.realm("us-1")?.isVanished == true)
        script.poll(times: 9)
        #expect(script.realm("us-1")?.isGone == false)
        #expect(script.poll().isEmpty, "that is no news")
        #expect(script.realm("us-1")?.isGone == true)
        #expect(script.realm("us-1")?.state == .unknown)
        script.edit { $0 += RealmScript.groups(1, prefix: "us", category: "United States") }
        script.poll()
        #expect(script.realm("us-1")?.isGone == false)
        #expect(script.realm("us-1")?.state == .up)
    }

    @Test("one that was down when it left counts for a day: an outage may take rows out of the list")
    func down() {
        var script = script(isDown: true)
        poll(&script, slowly: 539)
        script.poll()
        #expect(script.realm("us-1")?.isGone == false)
        // 540 times 160 seconds.
        script.pass(.seconds(40))
        script.poll()
        #expect(script.realm("us-1")?.isGone == true)
    }

    /// How realms leave a list of forty, or of fewer.
    struct Leaving: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var listed = 40
        /// So many leave with each answer.
        var leaving: [Int]
        /// Others that are down at that time.
        var down = 0
        /// Answers that said the first was down before it left.
        var downs = 0
        var countsForADay: Bool
    }

    static let leavings = [
        Leaving(testDescription: "one of forty", leaving: [1], countsForADay: false),
        Leaving(testDescription: "three of forty at once", leaving: [3], countsForADay: false),
        Leaving(testDescription: "four of forty at once", leaving: [4], countsForADay: true),
        Leaving(testDescription: "eighteen of forty at once", leaving: [18], countsForADay: true),
        Leaving(testDescription: "four by twos", leaving: [2, 2], countsForADay: true),
        Leaving(testDescription: "four one by one", leaving: [1, 1, 1, 1], countsForADay: true),
        Leaving(testDescription: "one of five", listed: 5, leaving: [1], countsForADay: false),
        Leaving(testDescription: "two of ten", listed: 10, leaving: [2], countsForADay: true),
        Leaving(testDescription: "two of twenty", listed: 20, leaving: [2], countsForADay: false),
        Leaving(testDescription: "one while two are down", leaving: [1], down: 2, countsForADay: false),
        Leaving(testDescription: "one while three are down", leaving: [1], down: 3, countsForADay: true),
        Leaving(
            testDescription: "one that was said to be down once",
            leaving: [1],
            downs: 1,
            countsForADay: true
        ),
        Leaving(testDescription: "one that was down", leaving: [1], downs: 3, countsForADay: true),
    ]

    @Test(
        "an outage may take rows out of the list: those that leave in number count for a day",
        arguments: leavings
    )
    func inNumber(leaving: Leaving) {
        var script = RealmScript(
            groups: RealmScript.groups(leaving.listed, prefix: "us", category: "United States")
        )
        script.poll()
        if leaving.down > 0 {
            script.set((0..<leaving.down).map { "us-\(leaving.listed - $0)" }, .down)
            script.poll(times: 3)
        }
        if leaving.downs > 0 {
            script.set(["us-1"], .down)
            script.poll(times: leaving.downs)
        }
        for count in leaving.leaving {
            script.edit { $0.removeFirst(count) }
            script.poll()
        }
        script.poll(times: 2)
        #expect(script.realm("us-1")?.isVanished == true)
        let few = 11 - leaving.leaving.count
        script.poll(times: few - 1)
        #expect(script.realm("us-1")?.isGone == false)
        script.poll()
        #expect(script.realm("us-1")?.isGone == !leaving.countsForADay)
        // How long a day is does not hang on how many left.
        guard leaving.countsForADay, leaving.listed < 40 else { return }
        // Ten minutes are over, 85,800 seconds are not.
        poll(&script, slowly: 536)
        #expect(script.realm("us-1")?.isGone == false)
        script.poll()
        #expect(script.realm("us-1")?.isGone == true)
    }

    @Test("who is back after an outage that took rows away is doubted no more when it leaves alone")
    func back() {
        var script = RealmScript(groups: RealmScript.groups(40, prefix: "us", category: "United States"))
        script.poll()
        let listed = script.listed
        script.edit { $0.removeFirst(12) }
        script.poll(times: 30)
        #expect(script.realm("us-1")?.isGone == false)
        script.edit { $0 = listed }
        script.poll(times: 3)
        script.edit { $0.removeFirst() }
        script.poll(times: 13)
        #expect(script.realm("us-1")?.isGone == true)
    }

    @Test("after a gap, and after a row that may have been it, agreeing begins again")
    func gaps() {
        var script = script()
        script.pass(.seconds(3 * 3_600))
        script.poll(times: 10)
        #expect(script.realm("us-1")?.isGone == false)
        script.poll()
        #expect(script.realm("us-1")?.isGone == true)
        script = self.script()
        script.poll(times: 9)
        let odd = RegionDocument(groups: script.listed, generation: nil, nameless: ["it has no number"])
        script.pass(.seconds(60))
        script.send(.observed(RealmScript.us, odd))
        script.poll(times: 10)
        #expect(script.realm("us-1")?.isGone == false)
        script.poll()
        #expect(script.realm("us-1")?.isGone == true)
    }

    @Test("a document that has not changed agrees as well")
    func unchanged() {
        var script = script()
        script.poll(times: 10, generation: "one")
        #expect(script.realm("us-1")?.isGone == true)
    }

    @Test("a restart waits once more before it counts no more")
    func restarted() {
        var script = script()
        script.poll(times: 20)
        script.restart(after: .seconds(60))
        script.poll(times: 10)
        #expect(script.realm("us-1")?.isGone == false)
        script.poll()
        #expect(script.realm("us-1")?.isGone == true)
    }

    @Test("Blizzard's own realms are not listed, and one that an earlier release listed goes")
    func own() {
        var script = RealmScript.tenUp()
        let index = 3
        script.edit { $0[index].realms[0].name = LocalizedName(plain: "EU4 CWOW Web") }
        #expect(script.poll(times: 3).map(\.short) == ["vanished retail/us-4"])
        script.restart(after: .seconds(60))
        #expect(script.poll(times: 5).isEmpty)
        #expect(script.realm("us-4")?.isVanished != false)
        var fresh = RealmScript(groups: script.listed)
        fresh.poll()
        #expect(fresh.realm("us-4") == nil)
        #expect(fresh.realm("us-5")?.state == .up)
    }
}
