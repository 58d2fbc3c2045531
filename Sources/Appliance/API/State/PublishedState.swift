package import Core
package import WatchpostModel

/// A part of the published state that changes as a whole; cached bodies belong to one part and go with it.
package enum PublishedPart: Hashable, Sendable {
    /// Nothing in it changes while the process runs.
    case fixed
    /// Sources, realms and their freshness.
    case realms
    /// Rotations, timeline and the bodies for the Map Timer app.
    case rotations
    /// Lamps and display.
    case panel
    /// One of many things of a sort that change each on their own, for example a board by its row.
    case one(of: String, Int64)

    /// Versions that are counted: each part has its own, things of which there are many share some.
    static let counters = 64

    /// Which version counts for a part; two things with the same one cost each other a body that is made again.
    var counter: Int {
        switch self {
        case .fixed: 0
        case .realms: 1
        case .rotations: 2
        case .panel: 3
        case .one: 4 + Int(UInt(bitPattern: hashValue) % UInt(PublishedPart.counters - 4))
        }
    }
}

/// What is configured of a region and said about it in every answer.
package struct PublishedRegion: Hashable, Sendable {
    package let region: Region
    /// Blizzard's own status page of the region.
    package let statusPage: String

    package init(region: Region, statusPage: String) {
        self.region = region
        self.statusPage = statusPage
    }
}

/// Everything about rotations that is published together, because the Map Timer app compares its hash with it.
package struct PublishedRotations: Sendable {
    package let list: RotationListBody
    /// The coming hours of some modes (keys of `list`), 1...168; quick, without I/O, from any thread.
    package let timeline: @Sendable (_ modes: [String], _ hours: Int) -> TimelineBody
    /// The Map Timer app's bodies by path (`/hash`, `/pubs/schedule`…), byte for byte.
    package let legacy: [String: [UInt8]]

    package init(
        list: RotationListBody,
        legacy: [String: [UInt8]],
        timeline: @escaping @Sendable (_ modes: [String], _ hours: Int) -> TimelineBody
    ) {
        self.list = list
        self.legacy = legacy
        self.timeline = timeline
    }
}

/// Whose history is asked for.
package enum HistorySubject: Hashable, Sendable {
    /// One realm's.
    case realm(RealmKey)
    /// That of a region and game flavour.
    case source(RealmFeed)
}

/// Whether the appliance can do its work.
package enum Readiness: Hashable, Sendable {
    /// It can.
    case ready
    /// It cannot yet, or no longer; the reason is for people.
    case notReady(String)
}

/// What GETs answer from: one immutable value, swapped as a whole, so that an answer never mixes two states.
package struct PublishedState: Sendable {
    /// In the order of the configuration.
    package var regions: [PublishedRegion]
    /// In the order of the configuration.
    package var sources: [SourceView]
    /// nil until the schedule was read.
    package var rotations: PublishedRotations?
    /// nil until the panel runs.
    package var panel: PanelBody?
    package var readiness: Readiness
    /// For finding realms by their names; every copy of the state has the same.
    package let names = RealmNameCache()

    package init(regions: [PublishedRegion], sources: [RealmFeed]) {
        self.regions = regions
        self.sources = sources.map(SourceView.waiting)
        readiness = .notReady("the appliance is starting")
    }
}
