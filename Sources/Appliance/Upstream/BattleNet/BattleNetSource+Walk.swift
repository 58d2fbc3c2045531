import Core

/// The other way to ask: the index, then each connected realm by its number.
///
/// Dear, so only while the search is refused; the search is asked first with every poll.
extension BattleNetSource {
    /// Walks through the index when that is due; what is wrong with the search is the fault if the index fails as well.
    func walkInstead(of refusal: PollFault) async throws(PollFault) -> PollAnswer {
        guard access.clock.now().monotonic >= nextWalk else {
            // After a walk that failed the poll has failed, too: the schedule goes on backing off.
            guard !hasWalkFailed else { throw refusal }
            return .waiting
        }
        hasWalkFailed = true
        var requests = 1
        // However it ends: what was asked for is spent.
        defer { nextWalk = access.clock.now().monotonic + access.budget.pace(requests: requests) }
        let numbers: [Int64]
        var reader = GroupReader(texts: texts)
        var walk = walked.next()
        do throws(PollFault) {
            numbers = try await indexed(&reader, &walk)
        } catch {
            throw error.mayBeOurs || error.retryAfter != nil ? error : refusal
        }
        try await read(numbers, with: &reader, of: &walk, requests: &requests)
        let document = try complete(reader, generation: walk.generation, said: walk.said)
        walked = walk
        hasWalkFailed = false
        unproven = []
        return .walked(document, requests: requests, because: refusal.description)
    }

    private func indexed(
        _ reader: inout GroupReader,
        _ walk: inout WalkedDocuments
    ) async throws(PollFault) -> [Int64] {
        let reply = try await get("/data/wow/connected-realm/index?")
        walk.indexed(reply)
        var numbers: [Int64] = []
        for link in try rows(parse(reply).document["connected_realms"]) {
            if let address = link["href"]?.string(atMost: 300),
                let number = BattleNetSource.number(in: address)
            {
                if !numbers.contains(number) { numbers.append(number) }
            } else {
                reader.refuse(nil, "the index has a link that leads nowhere")
            }
            guard numbers.count <= BattleNetSource.mostGroups else {
                throw fault("answered an index of more than \(BattleNetSource.mostGroups) connected realms")
            }
        }
        return numbers
    }

    /// Reads each group; one that is not to be had, or makes no sense, says nothing of the others.
    ///
    /// Each request that is made is added to `requests`.
    private func read(
        _ numbers: [Int64],
        with reader: inout GroupReader,
        of walk: inout WalkedDocuments,
        requests: inout Int
    ) async throws(PollFault) {
        var silences = 0
        for number in numbers {
            requests += 1
            do throws(PollFault) {
                let reply = try await get("/data/wow/connected-realm/\(number)?")
                let (group, wasRepaired) = try parse(reply)
                let (generation, said) = walk.arrived(reply, of: number)
                reader.wasRepaired = wasRepaired
                reader.said = said
                reader.read(group, number: number, generation: generation)
            } catch {
                if error.retryAfter != nil || (error.status != nil && !error.isRefusal) { throw error }
                silences += error.mayBeOurs ? 1 : 0
                walk.failed(number)
                reader.miss(number, error.description)
                guard silences <= BattleNetSource.mostSilences, reader.oddRows * 2 <= numbers.count else {
                    throw error
                }
            }
        }
    }

    /// The number in `…/connected-realm/11?namespace=…`.
    static func number(in address: String) -> Int64? {
        guard let slash = address.prefix(while: { $0 != "?" }).lastIndex(of: "/") else { return nil }
        return Int64(address[address.index(after: slash)...].prefix { $0.isNumber })
    }

    private static let mostGroups = 1_000
    /// Each costs a time limit of seconds, and an API that hangs does so for every group.
    private static let mostSilences = 2
}
