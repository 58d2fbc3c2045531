package import Core
package import WatchpostModel

/// A part of what is published that changes as a whole; cached bodies belong to one part and go with it.
package struct PublishedPart: Hashable, Sendable {
    /// Its name, or that of all of its sort.
    let sort: String
    private let number: Int64

    package init(_ sort: String, _ number: Int64 = 0) {
        self.sort = sort
        self.number = number
    }

    /// Nothing in it changes while the process runs.
    package static let fixed = PublishedPart("fixed")
    /// Sources, realms and their freshness.
    package static let realms = PublishedPart("realms")
    /// Rotations, timeline and the bodies for the Map Timer app.
    package static let rotations = PublishedPart("rotations")
    /// Lamps and display.
    package static let panel = PublishedPart("panel")

    /// One of many things of a sort that change each on their own, for example a board by its row.
    package static func one(of sort: String, _ number: Int64) -> PublishedPart {
        PublishedPart(sort, number)
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
    /// What all of it is made of.
    package let snapshot: RotationSnapshot
    /// Every map that a schedule names, by code.
    package let maps: [GameMap]
    /// Those of each mode in force, by its key.
    package let mapsByMode: [String: [GameMap]]
    /// How many pairs of a mode and one of its maps there are.
    package let mapCalendars: Int
    package let list: RotationListBody
    /// The coming hours of some modes (keys of `list`), 1...336; quick, without I/O, from any thread.
    package let timeline: @Sendable (_ modes: [String], _ hours: Int) -> TimelineBody
    /// The Map Timer app's bodies by path (`/hash`, `/pubs/schedule`…), byte for byte.
    package let legacy: [String: [UInt8]]
    /// Why its schedules are not among them; nil when they are.
    package let legacyAbsence: String?
    /// The bodies of usual questions, timelines among them: they are made once, however often bodies are dropped from the cache that all share.
    package let usual = SnapshotShelf()

    package init(
        _ snapshot: RotationSnapshot,
        list: RotationListBody,
        legacy: [String: [UInt8]],
        legacyAbsence: String? = nil,
        timeline: @escaping @Sendable (_ modes: [String], _ hours: Int) -> TimelineBody
    ) {
        self.snapshot = snapshot
        maps = snapshot.maps
        mapsByMode = snapshot.mapsByMode
        mapCalendars = mapsByMode.values.reduce(0) { $0 + $1.count }
        self.list = list
        self.legacy = legacy
        self.legacyAbsence = legacyAbsence
        self.timeline = timeline
    }
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
        readiness = .notReady("the box is starting")
    }
}
