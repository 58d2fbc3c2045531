import Core
import Serving
import WatchpostModel

/// Which maps a phone likes, by the version rule of watch lists, and when a good one is on next.
struct MapLikeRoutes {
    let services: DeviceServices

    private static let pattern = "/v1/devices/{id}/maps"
    private static let largestBody = 16_384

    var routes: [Route] {
        [
            Route(.get, MapLikeRoutes.pattern, .ownDevice, .bare) { request async throws(Problem) in
                let identity = try request.device()
                return reply(try await stored(identity))
            },
            Route(.put, MapLikeRoutes.pattern, .ownDevice, .body(MapLikeRoutes.largestBody)) {
                request async throws(Problem) in try await put(request)
            },
        ]
    }

    private func put(_ request: CallRequest) async throws(Problem) -> Reply {
        let identity = try request.device()
        // Each code may stand there twice, which counts once.
        let body = try request.json(MapLikesChangeBody.self, elements: 2 * MapLikes.mostMaps)
        guard (0..<Int64.max).contains(body.version) else {
            throw Problem(.badRequest, "version: not a number that was given out")
        }
        let likes = try Problem.refusing { () throws(DeviceRefusal) in
            try MapLikes(version: body.version, liked: spelled(body.liked), avoided: spelled(body.avoided))
        }
        try await check(likes, identity)
        let outcome = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.put(
                likes,
                ofDevice: identity.id,
                isTrusted: identity.isAdministrator || request.client.isLocal
            )
        }
        switch outcome {
        case .stored(let stored), .unchanged(let stored): return reply(stored)
        case .conflict(let current):
            let detail =
                "version \(likes.version) is not the current one; take “current”, change it and send that"
            let extra = ProblemExtra.mapLikes(current.body(next: nil))
            throw Problem(.conflict, detail, code: .changedMeanwhile, extra: extra)
        case .full(let most): throw Problem(listsFull: most)
        }
    }

    /// Codes as the schedules have them: `ol` is `OL`.
    private func spelled(_ codes: [String]) -> [String] {
        guard let known = services.rotations()?.maps else { return codes }
        return codes.map { MapCode.find($0, among: known) { $0.code }?.code ?? $0 }
    }

    /// Refuses a code that no schedule names, unless it is on the list already: a map may have left the rotation, and
    /// whoever adds another one sends the whole list.
    private func check(_ likes: MapLikes, _ identity: DeviceIdentity) async throws(Problem) {
        guard let snapshot = services.rotations() else { return }
        let known = Set(snapshot.maps.map(\.code))
        let strange = (likes.liked + likes.avoided).filter { !known.contains($0) }
        guard !strange.isEmpty else { return }
        let before = try await stored(identity)
        let kept = Set(before.liked + before.avoided)
        guard let first = strange.first(where: { !kept.contains($0) }) else { return }
        let names = known.sorted().prefix(64).joined(separator: ", ")
        throw Problem(.badRequest, "there is no map with the code “\(first)”; there are \(names)")
    }

    private func stored(_ identity: DeviceIdentity) async throws(Problem) -> MapLikes {
        try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.mapLikes(of: identity.id)
        }
    }

    private func reply(_ likes: MapLikes) -> Reply {
        Reply(likes.body(next: services.rotations().map { likes.next(in: $0) }))
    }
}
