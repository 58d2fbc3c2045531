import Core

/// What `watchpost check` says about where the facts about realms come from.
struct SetUpReport {
    let configuration: Configuration

    /// Nothing where every list comes from Battle.net.
    var lines: [String] {
        guard configuration.isSetUp else {
            return [
                "not set up yet: Battle.net answers nobody without client_id and its secret, and [status_page] is off"
            ]
        }
        let unofficial = configuration.unofficialFeeds
        let missing = configuration.realms.sources.filter {
            RealmUpstreams.upstream(of: $0, configuration) == nil && !configuration.isDemonstration
        }
        var lines: [String] = []
        if !unofficial.isEmpty {
            lines.append(
                "read from Blizzard's status page, which is unofficial, for want of client_id and its secret: "
                    + unofficial.map(\.description).joined(separator: ", ")
            )
        }
        if !missing.isEmpty {
            lines.append(
                "not set up yet, because only a Battle.net client can ask for them: "
                    + missing.map(\.description).joined(separator: ", ")
            )
        }
        return lines
    }
}
