import Core
import Testing
import WatchpostModel

@Suite("Realms that upstream no longer lists")
struct GoneRealmTests {
    /// Answers in a day, one a minute.
    private static let day = 1_440

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

    @Test(
        "one that vanished counts no more when the answers of a day agree, and counts again when it is back"
    )
    func renamed() {
        var script = script()
        #expect(script.realm("us-1")?.isVanished == true)
        script.poll(times: Self.day - 1)
        #expect(script.realm("us-1")?.isGone == false)
        #expect(script.poll().isEmpty, "that is no news")
        #expect(script.realm("us-1")?.isGone == true)
        #expect(script.realm("us-1")?.state == .unknown)
        script.edit { $0 += RealmScript.groups(1, prefix: "us", category: "United States") }
        script.poll()
        #expect(script.realm("us-1")?.isGone == false)
        #expect(script.realm("us-1")?.state == .up)
    }

    @Test("one that was down when it left counts for a day as well")
    func down() {
        var script = script(isDown: true)
        script.poll(times: Self.day - 1)
        #expect(script.realm("us-1")?.isGone == false)
        script.poll()
        #expect(script.realm("us-1")?.isGone == true)
    }

    @Test("after a gap, and after a row that may have been it, agreeing begins anew")
    func gaps() {
        var script = script()
        script.pass(.seconds(3 * 3_600))
        script.poll(times: Self.day)
        #expect(script.realm("us-1")?.isGone == false)
        script.poll()
        #expect(script.realm("us-1")?.isGone == true)
        script = self.script()
        script.poll(times: Self.day - 1)
        let odd = RegionDocument(groups: script.listed, generation: nil, nameless: ["it has no number"])
        script.pass(.seconds(60))
        script.send(.observed(RealmScript.us, odd))
        script.poll(times: Self.day)
        #expect(script.realm("us-1")?.isGone == false)
        script.poll()
        #expect(script.realm("us-1")?.isGone == true)
    }

    @Test("a document that has not changed agrees as well")
    func unchanged() {
        var script = script()
        script.poll(times: Self.day, generation: "one")
        #expect(script.realm("us-1")?.isGone == true)
    }

    @Test("a restart waits once more before it counts no more")
    func restarted() {
        var script = script()
        script.poll(times: 2 * Self.day)
        script.restart(after: .seconds(60))
        script.poll(times: Self.day)
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
