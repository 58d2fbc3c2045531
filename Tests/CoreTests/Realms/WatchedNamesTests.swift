import Core
import Testing
import WatchpostModel

@Suite("Realms that the settings name")
struct WatchedNamesTests {
    private static func targets(_ texts: [String]) throws -> [WatchTarget] {
        try texts.map { try WatchTarget(parsing: $0) }
    }

    /// Ten realms, of which the third has a native name.
    private static func script() -> RealmScript {
        var script = RealmScript.tenUp()
        script.edit { groups in
            groups[2].realms[0].name = LocalizedName(["en_US": "Azuregos", "ru_RU": "Азурегос"])
        }
        script.poll()
        return script
    }

    @Test("a native name and another spelling mean the realm")
    func native() throws {
        let targets = try WatchedNamesTests.targets([
            "us/retail/азурегос", "us/retail/us-4", "us/retail/us5", "us",
        ])
        var names = WatchedNames()
        names.look(for: targets, in: WatchedNamesTests.script().monitor.views)
        let us = RealmScript.us
        #expect(names.meant[RealmKey(source: us, slug: "азурегос")] == RealmKey(source: us, slug: "us-3"))
        #expect(names.meant[RealmKey(source: us, slug: "us-4")] == nil)
        #expect(names.meant[RealmKey(source: us, slug: "us5")] == RealmKey(source: us, slug: "us-5"))
        #expect(names.problem == nil)
    }

    @Test("what no realm is called is told while its source answers, and stays told while it does not")
    func unmatched() throws {
        let targets = try WatchedNamesTests.targets(["us/retail/us-33", "us/retail/nothing-like-it"])
        var names = WatchedNames()
        var script = RealmScript(groups: RealmScript.groups(10, prefix: "us", category: "United States"))
        names.look(for: targets, in: script.monitor.views)
        #expect(names.problem == nil, "nobody knows yet")
        script.poll()
        names.look(for: targets, in: script.monitor.views)
        let told =
            "no realm is called us/retail/nothing-like-it; no realm is called us/retail/us-33, did you mean us-3?"
        #expect(names.problem == told)
        names.look(for: targets, in: [])
        #expect(names.problem == told)
        script.edit { groups in
            groups += RealmScript.groups(1, prefix: "us-3", category: "United States", from: 90)
        }
        names.look(for: Array(targets.prefix(0)), in: script.monitor.views)
        #expect(names.problem == nil, "the entries are gone")
    }
}
