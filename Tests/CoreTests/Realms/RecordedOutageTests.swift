import Core
import FoundationEssentials
import TestSupport
import Testing
import WatchpostModel

/// The old community API's body, as it was recorded on 2016-06-16 while the twelve Oceanic realms were down.
private struct CommunityBody: Decodable {
    struct Realm: Decodable {
        var name: String
        var slug: String
        var status: Bool
        var timezone: String
        var connectedRealms: [String]

        enum CodingKeys: String, CodingKey {
            case name, slug, status, timezone
            case connectedRealms = "connected_realms"
        }
    }

    var realms: [Realm]
}

@Suite("The recorded outage of 2016")
struct RecordedOutageTests {
    @Test(
        "all twelve Oceanic realms going down is one region event, and nothing else is told",
        .enabled(if: Recordings.areThere, "WATCHPOST_RECORDINGS is not set")
    )
    func oceanic() throws {
        let data = try Data(
            contentsOf: URL(filePath: "\(Recordings.folder)/realms/us-2016-06-16-oceanic-down.json")
        )
        let body = try JSONDecoder().decode(CommunityBody.self, from: data)
        let outage = groups(of: body)
        var script = RealmScript(
            groups: outage.map { group in
                var group = group
                group.status = .up
                return group
            }
        )
        script.poll()
        script.edit { $0 = outage }
        let events = script.poll(times: 3)
        #expect(events.map(\.short) == ["outage Australia/Melbourne 12"])
        #expect(script.monitor.views.first?.realms.count == 246)
        #expect(script.monitor.views.first?.realms.filter { $0.state == .down }.count == 12)
    }

    /// The old bodies have no number and no category: the smallest slug of a group and the time zone stand in.
    private func groups(of body: CommunityBody) -> [ObservedGroup] {
        let byGroup = Dictionary(grouping: body.realms) { realm in
            (realm.connectedRealms + [realm.slug]).min() ?? realm.slug
        }
        return byGroup.sorted { $0.key < $1.key }.enumerated().map { index, group in
            ObservedGroup(
                connectedRealm: Int64(index + 1),
                status: group.value.allSatisfy(\.status) ? .up : .down,
                hasQueue: false,
                population: Population(word: "high"),
                realms: group.value.map { realm in
                    ObservedRealm(
                        slug: realm.slug,
                        name: LocalizedName(plain: realm.name),
                        category: LocalizedName(plain: realm.timezone),
                        timezone: realm.timezone,
                        type: "pve",
                        isTournament: false
                    )
                }
            )
        }
    }
}
