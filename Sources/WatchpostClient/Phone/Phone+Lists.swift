import Foundation
public import WatchpostModel

/// Watch lists and map alerts: the appliance holds them, this device keeps a copy to show without a connection.
extension Phone {
    /// The realms of a region that this person watches: from the appliance, else as they were last seen, marked.
    ///
    /// - Throws: when the appliance does not answer and nothing was ever seen, and what it refuses.
    public func watchList(of region: Region) async throws(WatchpostError) -> Held<WatchListBody> {
        do throws(WatchpostError) {
            let answer = try await call(PersonalRequest("GET", "/watchlist/\(region.rawValue)"))
            let list = try answer.reply.body(WatchListBody.self)
            await keep(list, answer)
            return Held(list)
        } catch {
            let seen = try await lists(after: error)?.watchLists[region.rawValue]
            guard let seen else { throw error }
            return Held(seen.list, mark: error)
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
        let path = "/watchlist/\(region.rawValue)"
        var list = try await call(PersonalRequest("GET", path)).reply.body(WatchListBody.self)
        for _ in 0..<Phone.attempts {
            let version = list.version
            change(&list)
            let wanted = WatchListChangeBody(version: version, realms: list.realms, kinds: list.kinds)
            let answer = try await call(PersonalRequest("PUT", path, body: encode(wanted)))
            if let current = try conflict(answer.reply, WatchListBody.self) {
                list = current
                continue
            }
            let stored = try answer.reply.body(WatchListBody.self)
            await keep(stored, answer)
            return stored
        }
        throw .busy(retryAfter: 1)
    }

    /// Map alerts and quiet hours of this phone: from the appliance, else as they were last seen, marked.
    ///
    /// - Throws: when the appliance does not answer and nothing was ever seen, and what it refuses.
    public func mapAlerts() async throws(WatchpostError) -> Held<AlertListBody> {
        do throws(WatchpostError) {
            let answer = try await call(PersonalRequest("GET", "/alerts"))
            let list = try answer.reply.body(AlertListBody.self)
            await keep(list, answer)
            return Held(list)
        } catch {
            guard let seen = try await lists(after: error)?.alerts else { throw error }
            return Held(seen.list, mark: error)
        }
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
        var list = try await call(PersonalRequest("GET", "/alerts")).reply.body(AlertListBody.self)
        for _ in 0..<Phone.attempts {
            let version = list.version
            change(&list)
            list.version = version
            let answer = try await call(PersonalRequest("PUT", "/alerts", body: encode(list)))
            if let current = try conflict(answer.reply, AlertListBody.self) {
                list = current
                continue
            }
            let stored = try answer.reply.body(AlertListBody.self)
            await keep(stored, answer)
            return stored
        }
        throw .busy(retryAfter: 1)
    }

    /// So many others may be quicker in a row.
    private static var attempts: Int { 8 }

    /// What cannot be kept is asked for next time.
    private func keep(_ list: WatchListBody, _ answer: PersonalAnswer) async {
        let (seen, now) = (SeenList(list, asked: answer.asked, answered: answer.answered), self.now)
        try? await change { $0.see(seen, of: answer.appliance, at: now) }
    }

    private func keep(_ list: AlertListBody, _ answer: PersonalAnswer) async {
        let (seen, now) = (SeenList(list, asked: answer.asked, answered: answer.answered), self.now)
        try? await change { $0.see(seen, of: answer.appliance, at: now) }
    }

    /// What was last seen at this address; throws the reason where the appliance has said why there is nothing.
    private func lists(after reason: WatchpostError) async throws(WatchpostError) -> PhoneLists? {
        switch reason {
        case .removed, .refused: throw reason
        default:
            guard let met = await met() else { return nil }
            return await record().lists[met]
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
