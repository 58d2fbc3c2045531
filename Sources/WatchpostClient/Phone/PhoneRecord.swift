package import WatchpostModel

/// A list as it was last seen, and when: milliseconds since 1970 by this device's clock.
package struct SeenList<List: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    package var list: List
    /// When it was asked for, and when the answer came.
    package var asked, answered: Int64

    package init(_ list: List, asked: Int64, answered: Int64) {
        self.list = list
        self.asked = asked
        self.answered = answered
    }

    /// Whether this may take the place of another one.
    ///
    /// What was asked for after the other had come is newer, and the other way round. Of two that were under way at the
    /// same time, by the app and its widget, the one with the higher version is. A version alone says nothing: it
    /// begins again when the appliance has lost the list. An answer of the future was noted by a clock that was wrong.
    func replaces(_ other: SeenList?, _ version: (List) -> Int64, at now: Int64) -> Bool {
        guard let other, other.answered <= now else { return true }
        if asked >= other.answered { return true }
        return answered > other.asked && version(list) >= version(other.list)
    }
}

/// The lists of this phone at one appliance, as last seen.
package struct PhoneLists: Codable, Hashable, Sendable {
    /// By region.
    package var watchLists: [String: SeenList<WatchListBody>] = [:]
    /// Map alerts and quiet hours.
    package var alerts: SeenList<AlertListBody>?
    /// Liked and avoided maps, without what comes next, which grows old.
    package var likes: SeenList<MapLikesBody>?

    package init() {}

    /// When anything of it was seen last.
    var seen: Int64 {
        max(alerts?.answered ?? 0, likes?.answered ?? 0, watchLists.values.map(\.answered).max() ?? 0)
    }
}

/// The player of a game at one appliance, as last heard of.
public struct KnownPlayer: Codable, Hashable, Sendable {
    /// By it others name the player.
    public let code: String
    /// What the player is called.
    public let name: String

    package init(code: String, name: String) {
        (self.code, self.name) = (code, name)
    }
}

/// What a phone keeps beside its credentials: what it last said of itself, and lists as it last saw them.
package struct PhoneRecord: Codable, Hashable, Sendable {
    /// The form that this release writes and reads.
    package static let currentVersion = 1
    /// Lists of so many appliances are kept.
    package static let mostAppliances = 32

    /// The form of the file.
    package private(set) var version = PhoneRecord.currentVersion
    /// What was said at the last registration, without the push address.
    package var profile: PhoneProfile?
    /// Which appliance was last met at an address.
    package private(set) var addresses: [String: String] = [:]
    /// By the id of the appliance.
    package private(set) var lists: [String: PhoneLists] = [:]
    /// Of a game: its player, by the id of the appliance; nil: never heard of.
    package private(set) var players: [String: KnownPlayer]?

    package init() {}

    /// An appliance was met.
    package mutating func meet(_ appliance: String, at address: String) {
        if addresses[address] == nil, addresses.count >= PhoneRecord.mostAppliances {
            addresses = addresses.filter { lists[$0.value] != nil }
            if addresses.count >= PhoneRecord.mostAppliances { addresses = [:] }
        }
        addresses[address] = appliance
    }

    /// A watch list was seen.
    package mutating func see(_ seen: SeenList<WatchListBody>, of appliance: String, at now: Int64) {
        makeRoom(for: appliance)
        let region = seen.list.region.rawValue
        guard seen.replaces(lists[appliance]?.watchLists[region], \.version, at: now) else { return }
        lists[appliance, default: PhoneLists()].watchLists[region] = seen
    }

    /// Map alerts were seen.
    package mutating func see(_ seen: SeenList<AlertListBody>, of appliance: String, at now: Int64) {
        makeRoom(for: appliance)
        guard seen.replaces(lists[appliance]?.alerts, \.version, at: now) else { return }
        lists[appliance, default: PhoneLists()].alerts = seen
    }

    /// Liked and avoided maps were seen.
    package mutating func see(_ seen: SeenList<MapLikesBody>, of appliance: String, at now: Int64) {
        makeRoom(for: appliance)
        guard seen.replaces(lists[appliance]?.likes, \.version, at: now) else { return }
        lists[appliance, default: PhoneLists()].likes = seen
        lists[appliance]?.likes?.list.next = nil
    }

    /// The phone is gone from an appliance; what it says of itself goes with the last one.
    package mutating func forget(_ appliance: String) {
        addresses = addresses.filter { $0.value != appliance }
        lists[appliance] = nil
        if lists.isEmpty { profile = nil }
    }

    /// An appliance has said who the player of a game is.
    package mutating func know(_ player: KnownPlayer, at appliance: String) {
        var known = players ?? [:]
        if known[appliance] == nil, known.count >= PhoneRecord.mostAppliances { known = [:] }
        known[appliance] = player
        players = known
    }

    private mutating func makeRoom(for appliance: String) {
        guard lists[appliance] == nil, lists.count >= PhoneRecord.mostAppliances else { return }
        guard let oldest = lists.min(by: { $0.value.seen < $1.value.seen }) else { return }
        lists[oldest.key] = nil
    }
}
