import Foundation
public import WatchpostModel

/// Watch lists, map alerts, liked and avoided maps: the appliance holds them, this device keeps a copy to show without a
/// connection.
extension Phone {
    /// The realms of a region that this person watches: from the appliance, else as they were last seen, marked.
    ///
    /// - Throws: when the appliance does not answer and nothing was ever seen, and what it refuses.
    public func watchList(of region: Region) async throws(WatchpostError) -> Held<WatchListBody> {
        try await held("/watchlist/\(region.rawValue)", \.watchLists[region.rawValue]) {
            $0.see($1, of: $2, at: $3)
        }
    }

    /// Changes a watch list: `change` is given the list as it stands, and again if another phone was quicker.
    ///
    /// - Parameters:
    ///   - region: whose list.
    ///   - change: adds, removes, or sets `kinds`; `version` and `region` are not its to change.
    /// - Returns: the list as it is stored now.
    /// - Throws: what the appliance refuses, an unknown realm for instance; without an answer nothing is changed here.
    @discardableResult
    public func changeWatchList(
        of region: Region,
        _ change: @Sendable (inout WatchListBody) -> Void
    ) async throws(WatchpostError) -> WatchListBody {
        try await changed("/watchlist/\(region.rawValue)", { $0.see($1, of: $2, at: $3) }) { list in
            let version = list.version
            change(&list)
            return WatchListChangeBody(version: version, realms: list.realms, kinds: list.kinds)
        }
    }

    /// Map alerts and quiet hours of this phone: from the appliance, else as they were last seen, marked.
    ///
    /// - Throws: when the appliance does not answer and nothing was ever seen, and what it refuses.
    public func mapAlerts() async throws(WatchpostError) -> Held<AlertListBody> {
        try await held("/alerts", \.alerts) { $0.see($1, of: $2, at: $3) }
    }

    /// Changes map alerts or quiet hours: `change` is given what stands, and again if it changed meanwhile.
    ///
    /// - Parameter change: adds, removes, or sets `quietHours`; `version` is not its to change.
    /// - Returns: the list as it is stored now.
    /// - Throws: what the appliance refuses; without an answer nothing is changed here.
    @discardableResult
    public func changeMapAlerts(
        _ change: @Sendable (inout AlertListBody) -> Void
    ) async throws(WatchpostError) -> AlertListBody {
        try await changed("/alerts", { $0.see($1, of: $2, at: $3) }) { list in
            let version = list.version
            change(&list)
            list.version = version
            return list
        }
    }

    /// Which maps this phone likes and avoids, and when a good one is on next: from the appliance, else as it was last
    /// seen, marked and without `next`, which ``MapSchedules`` can tell.
    ///
    /// - Throws: when the appliance does not answer and nothing was ever seen, and what it refuses.
    public func mapLikes() async throws(WatchpostError) -> Held<MapLikesBody> {
        try await held("/maps", \.likes) { $0.see($1, of: $2, at: $3) }
    }

    /// Changes liked and avoided maps: `change` is given what stands, and again if it changed meanwhile.
    ///
    /// - Parameter change: adds and removes codes of maps, no code in both lists; `version` and `next` are not its to
    ///   change.
    /// - Returns: the lists as they are stored now.
    /// - Throws: what the appliance refuses, a code that no schedule names for instance; without an answer nothing is
    ///   changed here.
    @discardableResult
    public func changeMapLikes(
        _ change: @Sendable (inout MapLikesBody) -> Void
    ) async throws(WatchpostError) -> MapLikesBody {
        try await changed("/maps", { $0.see($1, of: $2, at: $3) }) { list in
            let version = list.version
            change(&list)
            return MapLikesChangeBody(version: version, liked: list.liked, avoided: list.avoided)
        }
    }
}
