import Core
import SystemSupport
import WatchpostModel

/// Canned realms of all five regions that change on a script: what an app author develops against, without an account,
/// hardware or the patience to wait for Blizzard.
///
/// A pure function of the time since the start, so that every run tells the same story.
struct DemoWorld: Sendable {
    /// The story begins again after this time.
    static let period = Duration.seconds(240)

    /// What each region's list says at a time of the story.
    static func document(of source: RealmFeed, at elapsed: Duration) -> RegionDocument {
        let scene = Scene(elapsed: elapsed.components.seconds % period.components.seconds)
        let names = DemoWorld.names[source.region] ?? []
        let groups = names.enumerated().map { index, name in
            let isDown = scene.isDown(index, of: names.count, in: source)
            return ObservedGroup(
                connectedRealm: Int64(index + 1),
                status: isDown ? .down : .up,
                hasQueue: !isDown && scene.hasQueue(index, in: source),
                population: Population(word: isDown ? "offline" : index % 3 == 0 ? "high" : "medium"),
                realms: [DemoWorld.realm(name, in: source)]
            )
        }
        return RegionDocument(groups: groups, generation: nil)
    }

    /// The script, second by second.
    private struct Scene {
        let elapsed: Int64

        /// One realm of each region goes down for half a minute; then all of Europe; then nothing.
        func isDown(_ index: Int, of count: Int, in source: RealmFeed) -> Bool {
            switch elapsed {
            case 20..<50: index == 0
            case 80..<130: source.region == .eu
            case 130..<145: source.region == .eu && index * 2 >= count
            default: false
            }
        }

        func hasQueue(_ index: Int, in source: RealmFeed) -> Bool {
            (160..<200).contains(elapsed) && index == 1
        }
    }

    private static func realm(_ name: String, in source: RealmFeed) -> ObservedRealm {
        ObservedRealm(
            slug: name.lowercased().filter { $0 != "'" }.split(separator: " ").joined(separator: "-"),
            name: LocalizedName(["en_US": name]),
            category: LocalizedName(["en_US": source.region.rawValue.uppercased()]),
            timezone: "UTC",
            type: "normal",
            isTournament: false
        )
    }

    /// A few realms of each region, under names that players know.
    private static let names: [Region: [String]] = [
        .us: ["Tichondrius", "Area 52", "Illidan", "Stormrage", "Proudmoore", "Zul'jin"],
        .eu: [
            "Kazzak", "Silvermoon", "Draenor", "Tarren Mill", "Argent Dawn", "Ragnaros", "Burning Legion",
            "Outland",
        ],
        .kr: ["아즈샤라", "하이잘", "줄진"],
        .tw: ["影之哀傷", "冰風崗哨", "世界之樹"],
        .cn: ["安苏", "死亡之翼", "贫瘠之地"],
    ]
}

/// Plays the story to the monitor, as a poller would.
struct DemoPolling: Sendable {
    let watch: RealmWatch
    let sources: [RealmFeed]
    let clock: SystemClock

    /// How often the story is looked at.
    private static let step = Duration.seconds(2)

    /// Runs until cancelled.
    func run() async {
        let start = clock.now().monotonic
        while !Task.isCancelled {
            let elapsed = clock.now().monotonic - start
            for source in sources {
                let document = DemoWorld.document(of: source, at: elapsed)
                await watch.polled(source, .success(.document(document, requests: 1)), least: .zero)
            }
            await watch.tick()
            try? await Task.sleep(for: DemoPolling.step)  // Cancellation is seen by the loop.
        }
    }
}
