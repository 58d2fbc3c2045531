import Core
import Serving
import WatchpostModel

/// Watch lists: each change sends the entire list and says which version it replaces.
struct WatchListRoutes {
    let services: DeviceServices

    private static let pattern = "/v1/devices/{id}/watchlist/{region}"
    private static let largestBody = 65_536

    var routes: [Route] {
        [
            Route(.get, WatchListRoutes.pattern, .ownDevice, .bare) { request async throws(Problem) in
                let identity = try request.device()
                let region = try region(request)
                let list = try await services.disk.watch { () throws(SQLiteError) in
                    try await services.store.watchList(region, of: identity.person)
                }
                return Reply(WatchListBody(list))
            },
            Route(.put, WatchListRoutes.pattern, .ownDevice, .body(WatchListRoutes.largestBody)) {
                request async throws(Problem) in try await put(request)
            },
        ]
    }

    private func put(_ request: CallRequest) async throws(Problem) -> Reply {
        let identity = try request.device()
        let list = try await list(request, identity)
        let outcome = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.put(
                list,
                of: identity.person,
                isTrusted: identity.isAdministrator || request.client.isLocal
            )
        }
        switch outcome {
        case .stored(let stored):
            if identity.isAdministrator { await services.watching.tell() }
            return Reply(WatchListBody(stored))
        case .unchanged(let stored): return Reply(WatchListBody(stored))
        case .conflict(let current):
            let detail =
                "version \(list.version) is not the current one; take “current”, change it and send that"
            let extra = ProblemExtra.watchList(WatchListBody(current))
            throw Problem(.conflict, detail, code: .changedMeanwhile, extra: extra)
        case .full(let most): throw Problem(listsFull: most)
        }
    }

    private func list(_ request: CallRequest, _ identity: DeviceIdentity) async throws(Problem) -> WatchList {
        let region = try region(request)
        let body = try request.json(WatchListChangeBody.self, elements: WatchList.mostRealms)
        guard body.region == nil || body.region == region.rawValue else {
            throw Problem(.badRequest, "region: not the one of the path, \(region.rawValue)")
        }
        guard (0..<Int64.max).contains(body.version) else {
            throw Problem(.badRequest, "version: not a number that was given out")
        }
        let names = try await ids(body.realms, in: region, identity)
        let realms = try Problem.refusing { () throws(DeviceRefusal) in try WatchedRealm.list(names) }
        return WatchList(
            region: region,
            version: body.version,
            realms: realms,
            kinds: body.kinds?.kinds ?? .standard
        )
    }

    /// The realms as they are kept.
    ///
    /// The first that is none is refused, unless it is on the list already: a realm may have left the game, and whoever
    /// adds another one sends the whole list.
    private func ids(
        _ names: [String],
        in region: Region,
        _ identity: DeviceIdentity
    ) async throws(Problem) -> [String] {
        let naming = services.naming(in: region, isStrict: identity.isAdministrator)
        var stored: Set<String>?
        var ids: [String] = []
        for (index, name) in names.enumerated() {
            let called = naming.realm(called: name)
            if called.isRefused {
                let known: Set<String>
                if let stored { known = stored } else { known = try await watched(region, identity) }
                stored = known
                guard known.contains(called.id) else {
                    let refusal = called.refusal ?? "there is no such realm"
                    throw Problem(.badRequest, "realms[\(index)]: \(refusal)", code: .unknownRealm)
                }
            }
            ids.append(called.id)
        }
        return ids
    }

    private func watched(_ region: Region, _ identity: DeviceIdentity) async throws(Problem) -> Set<String> {
        let list = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.watchList(region, of: identity.person)
        }
        return Set(list.realms)
    }

    /// Any region of the game: a list may be from the time when it was polled here.
    private func region(_ request: CallRequest) throws(Problem) -> Region { try request.gameRegion() }
}

extension CallRequest {
    /// The region of the game that the path names, whether it is polled here or not.
    func gameRegion() throws(Problem) -> Region {
        let name = parameter("region")
        guard let region = Region(rawValue: name) else {
            let known = Region.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.notFound, "there is no region “\(name)”; there are \(known)")
        }
        return region
    }
}
