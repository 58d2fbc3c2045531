import CCurl

/// The transfers of a loop that are on their way, each with a tag of its user's.
///
/// For the loop's thread alone.
package struct TransferSet<Tag> {
    private struct Flight {
        let slot: TransferSlot
        let tag: Tag
    }

    private let multi: UnsafeMutableRawPointer
    private let policy: TransferPolicy
    private var flights: [UnsafeMutableRawPointer: Flight] = [:]
    private var rested: [TransferSlot] = []

    init(_ multi: UnsafeMutableRawPointer, _ policy: TransferPolicy) {
        self.multi = multi
        self.policy = policy
    }

    package var isEmpty: Bool { flights.isEmpty }

    /// Starts a transfer, which needs nothing of the request any more.
    package mutating func start(_ request: TransferRequest, as tag: Tag) throws(TransferRefusal) {
        guard let slot = rested.popLast() ?? TransferSlot(policy) else { throw .outOfMemory }
        try slot.take(request)
        let code = curl_multi_add_handle(multi, slot.easy)
        guard code == CURLM_OK else {
            // The slot goes with its handle: nobody knows what became of that.
            let reason = curl_multi_strerror(code).map { String(cString: $0) } ?? "code \(code.rawValue)"
            throw TransferRefusal(words: "libcurl does not take the transfer: \(reason)", isOfRequest: false)
        }
        flights[slot.easy] = Flight(slot: slot, tag: tag)
    }

    /// Breaks off those whose tags are wanted, and gives how far each had come.
    package mutating func cancel(
        _ cause: TransferEnd.Cause,
        where isWanted: (Tag) -> Bool
    ) -> [(tag: Tag, end: TransferEnd)] {
        let chosen = flights.filter { isWanted($0.value.tag) }
        var ended: [(tag: Tag, end: TransferEnd)] = []
        for (easy, flight) in chosen {
            // Before it is removed, with which libcurl forgets what it did.
            ended.append((flight.tag, flight.slot.end(cause)))
            curl_multi_remove_handle(multi, easy)
            flights[easy] = nil
        }
        return ended
    }

    /// Lets libcurl work, and gives what ended by that.
    mutating func perform() -> [(tag: Tag, end: TransferEnd)] {
        var (active, remaining): (Int32, Int32) = (0, 0)
        curl_multi_perform(multi, &active)
        var ended: [(tag: Tag, end: TransferEnd)] = []
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
                continue
            }
            let code = message.pointee.data.result
            curl_multi_remove_handle(multi, easy)
            guard let flight = flights.removeValue(forKey: easy) else { continue }
            ended.append((flight.tag, flight.slot.end(code)))
            rested.append(flight.slot)
        }
        // Gives back the memory of a burst.
        if flights.isEmpty, rested.count > 4 { rested.removeLast(rested.count - 4) }
        return ended
    }
}
