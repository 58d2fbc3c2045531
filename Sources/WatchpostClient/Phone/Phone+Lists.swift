import Foundation
public import WatchpostModel

/// Watch lists and map alerts: the appliance holds them, this device keeps a copy to show without a connection.
extension Phone {
    /// The realms of a region that this person watches: from the appliance, else as they were last seen, marked.
    ///
    /// - Throws: when the appliance does not answer and nothing was ever seen, and what it refuses.
    public func watchList(of region: Region) async throws(WatchpostError) -> Held<WatchListBody> {
        let fetched = await fetch(WatchListBody.self, "/watchlist/\(region.rawValue)")
        if case .success(let list) = fetched {
            try? await change { $0.watchLists[region.rawValue] = list }
        }
        return try await held(fetched) { $0.watchLists[region.rawValue] }
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
        let path = "/watchlist/\(region.rawValue)"
        var list = try await call("GET", path).body(WatchListBody.self)
        for _ in 0..<Phone.attempts {
            let version = list.version
            change(&list)
            let wanted = WatchListChangeBody(version: version, realms: list.realms, kinds: list.kinds)
            let reply = try await call("PUT", path, body: encode(wanted))
            if let current = try conflict(reply, WatchListBody.self) {
                list = current
                continue
            }
            let stored = try reply.body(WatchListBody.self)
            try? await self.change { $0.watchLists[region.rawValue] = stored }
            return stored
        }
        throw .busy(retryAfter: 1)
    }

    /// Map alerts and quiet hours of this phone: from the appliance, else as they were last seen, marked.
    ///
    /// - Throws: when the appliance does not answer and nothing was ever seen, and what it refuses.
    public func mapAlerts() async throws(WatchpostError) -> Held<AlertListBody> {
        let fetched = await fetch(AlertListBody.self, "/alerts")
        if case .success(let list) = fetched { try? await change { $0.alerts = list } }
        return try await held(fetched) { $0.alerts }
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
        var list = try await call("GET", "/alerts").body(AlertListBody.self)
        for _ in 0..<Phone.attempts {
            let version = list.version
            change(&list)
            list.version = version
            let reply = try await call("PUT", "/alerts", body: encode(list))
            if let current = try conflict(reply, AlertListBody.self) {
                list = current
                continue
            }
            let stored = try reply.body(AlertListBody.self)
            try? await self.change { $0.alerts = stored }
            return stored
        }
        throw .busy(retryAfter: 1)
    }

    /// So many others may be quicker in a row.
    private static var attempts: Int { 8 }

    private func fetch<Body: Decodable & Sendable>(
        _ type: Body.Type,
        _ path: String
    ) async -> Result<Body, WatchpostError> {
        do { return .success(try await call("GET", path).body(type)) } catch { return .failure(error) }
    }

    /// What was fetched; else what is stored, marked, unless the appliance has said why there is nothing.
    private func held<Value: Hashable & Sendable>(
        _ fetched: Result<Value, WatchpostError>,
        _ stored: @escaping @Sendable (PhoneRecord) -> Value?
    ) async throws(WatchpostError) -> Held<Value> {
        switch fetched {
        case .success(let value): return Held(value)
        case .failure(let reason):
            if case .removed = reason { throw reason }
            if case .refused = reason { throw reason }
            guard let value = await files.run({ [store] in stored(store.record()) }) else { throw reason }
            return Held(value, mark: reason)
        }
    }

    /// The state that the request did not know; nil unless it is a 409.
    private func conflict<Current: Codable & Hashable & Sendable>(
        _ reply: HTTPReply,
        _ type: Current.Type
    ) throws(WatchpostError) -> Current? {
        guard reply.status == 409 else { return nil }
        guard let body = try? JSONDecoder().decode(ConflictBody<Current>.self, from: reply.body) else {
            throw reply.refusal
        }
        return body.current
    }
}
