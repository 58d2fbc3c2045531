package import WatchpostModel

extension WatchKindsBody {
    /// As the API names them.
    package init(_ kinds: WatchKinds) {
        self.init(
            status: kinds.contains(.status),
            queue: kinds.contains(.queue),
            lock: kinds.contains(.lock),
            maintenance: kinds.contains(.maintenance),
            population: kinds.contains(.population)
        )
    }
}

extension WatchListBody {
    /// A stored list, as the API gives it.
    package init(_ list: WatchList) {
        self.init(
            region: list.region,
            version: list.version,
            realms: list.realms,
            kinds: WatchKindsBody(list.kinds)
        )
    }
}
