import Foundation
import WatchpostModel

/// What all lists that the appliance holds for this phone have in common.
extension Phone {
    /// Notes a list: what was seen, of which appliance, and what time it is.
    typealias Note<List: Codable & Hashable & Sendable> =
        @Sendable (inout PhoneRecord, SeenList<List>, String, Int64) -> Void

    /// So many others may be quicker in a row.
    private static var attempts: Int { 8 }

    /// A list from the appliance, else as it was last seen, marked.
    func held<List: Codable & Hashable & Sendable>(
        _ path: String,
        _ seen: (PhoneLists) -> SeenList<List>?,
        _ note: @escaping Note<List>
    ) async throws(WatchpostError) -> Held<List> {
        do throws(WatchpostError) {
            let answer = try await call(PersonalRequest("GET", path))
            let list = try answer.reply.body(List.self)
            await keep(list, answer, note)
            return Held(list)
        } catch {
            guard let last = try await lists(after: error).flatMap(seen) else { throw error }
            return Held(last.list, mark: error)
        }
    }

    /// Reads a list, and sends what `change` makes of it until nobody else was quicker.
    func changed<List: Codable & Hashable & Sendable, Wanted: Encodable>(
        _ path: String,
        _ note: @escaping Note<List>,
        _ change: (inout List) -> Wanted
    ) async throws(WatchpostError) -> List {
        var answer = try await call(PersonalRequest("GET", path))
        var list = try answer.reply.body(List.self)
        for _ in 0..<Phone.attempts {
            let wanted = try encode(change(&list))
            answer = try await call(PersonalRequest("PUT", path, body: wanted), after: answer)
            if let current = try conflict(answer.reply, List.self) {
                list = current
                continue
            }
            let stored = try answer.reply.body(List.self)
            await keep(stored, answer, note)
            return stored
        }
        throw .busy(retryAfter: 1)
    }

    private func keep<List: Codable & Hashable & Sendable>(
        _ list: List,
        _ answer: PersonalAnswer,
        _ note: @escaping Note<List>
    ) async {
        let (seen, now) = (SeenList(list, asked: answer.asked, answered: answer.answered), self.now)
        await keep(answer) { note(&$0, seen, answer.appliance, now) }
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
