import Foundation
import WatchpostModel

/// Results that wait for their appliances, as they lie in the folder of a game.
///
/// Each belongs to one appliance: the one that was last met at the game's address when it was achieved, or, where none
/// ever was, the first one that is met there. It is written down which before it is sent, so that no other one gets it.
package struct WaitingResults: Codable, Hashable, Sendable {
    /// One of them.
    package struct Entry: Codable, Hashable, Sendable {
        package var result: GameResult
        /// The id of its appliance; nil: none was met yet.
        package var appliance: String?
        /// Where that one will be, while it is not known.
        package var address: String?
        /// When it was first sent without an answer that says that it was not taken: milliseconds since 1970 by the
        /// clock of the appliance, which forgets keys by it.
        package var tried: Int64?
    }

    /// The form that this release writes and reads.
    package static let currentVersion = 1
    /// So many wait at most; the oldest leaves for a new one.
    package static let most = 500
    /// What may be there for longer than this could count twice, in milliseconds: the appliance remembers keys for 31 days.
    package static let longestDoubt: Int64 = 30 * 86_400_000
    /// The longest body that the appliance takes is a little more, in bytes.
    package static let largestBatch = 30_000
    /// In milliseconds; a pause that lasts twice as long was noted by a clock that was wrong.
    package static let longestPause: Int64 = 86_400_000

    /// The form of the file.
    package private(set) var version = WaitingResults.currentVersion
    /// Oldest first.
    package private(set) var entries: [Entry] = []
    /// Until when an appliance wants to be left alone, by this device's clock, in milliseconds.
    package private(set) var pauses: [String: Int64] = [:]

    package init() {}

    /// Takes a new one.
    ///
    /// - Parameters:
    ///   - result: under a key that no other one has.
    ///   - appliance: which one was last met at the address; nil: none.
    ///   - address: where it will be sent.
    /// - Returns: those that leave for it.
    package mutating func add(
        _ result: GameResult,
        for appliance: String?,
        at address: String
    ) -> [GameResult] {
        guard !entries.contains(where: { $0.result.key == result.key }) else { return [] }
        entries.append(
            Entry(result: result, appliance: appliance, address: appliance == nil ? address : nil)
        )
        let spare = max(0, entries.count - WaitingResults.most)
        defer { entries.removeFirst(spare) }
        return entries.prefix(spare).map(\.result)
    }

    /// How many may be sent from an address, but for some.
    package func count(at address: String, except keys: Set<String> = []) -> Int {
        entries.reduce(0) { count, entry in
            let isOurs = entry.appliance != nil || entry.address == address
            return count + (isOurs && !keys.contains(entry.result.key) ? 1 : 0)
        }
    }
}

extension WaitingResults {
    /// What is asked for when something is to be sent.
    package struct Request: Hashable, Sendable {
        /// To which appliance, and where that is.
        package var appliance, address: String
        /// Which are not to be sent.
        package var except: Set<String>
        package var most: Int
        /// Milliseconds since 1970 by this device's clock, and by that of the appliance.
        package var now, time: Int64

        package init(
            appliance: String,
            address: String,
            except: Set<String>,
            most: Int,
            now: Int64,
            time: Int64
        ) {
            (self.appliance, self.address, self.except) = (appliance, address, except)
            (self.most, self.now, self.time) = (most, now, time)
        }
    }

    /// What may be sent in one request.
    package struct Batch: Hashable, Sendable {
        /// Oldest first.
        package var results: [GameResult] = []
        /// Keys of those that were never sent before.
        package var fresh: Set<String> = []
        /// Those that have left, because nobody can say any more whether they would count twice.
        package var dropped: [GameResult] = []
        /// The appliance wants to be left alone until then, by this device's clock; nil: it does not.
        package var pause: Int64?

        package init() {}
    }

    /// The oldest that may be sent to an appliance; it is noted that they may be there from now on.
    package mutating func take(_ request: Request) -> Batch {
        var batch = Batch()
        batch.pause = pause(of: request.appliance, at: request.now)
        guard batch.pause == nil else { return batch }
        entries.removeAll { entry in
            guard entry.appliance == request.appliance, let tried = entry.tried,
                WaitingResults.span(from: tried, to: request.time) > WaitingResults.longestDoubt
            else { return false }
            batch.dropped.append(entry.result)
            return true
        }
        var bytes = 0
        for index in entries.indices where isFor(request, entries[index]) {
            let result = entries[index].result
            bytes += WaitingResults.size(of: result)
            let isFull = batch.results.count >= request.most || bytes > WaitingResults.largestBatch
            if isFull, !batch.results.isEmpty { break }
            (entries[index].appliance, entries[index].address) = (request.appliance, nil)
            if entries[index].tried == nil {
                entries[index].tried = request.time
                batch.fresh.insert(result.key)
            }
            batch.results.append(result)
        }
        return batch
    }

    private func isFor(_ request: Request, _ entry: Entry) -> Bool {
        guard !request.except.contains(entry.result.key) else { return false }
        guard let appliance = entry.appliance else { return entry.address == request.address }
        return appliance == request.appliance
    }

    private func pause(of appliance: String, at now: Int64) -> Int64? {
        guard let until = pauses[appliance], WaitingResults.isPause(until, at: now) else { return nil }
        return until
    }

    /// Whether a pause until then goes on, and was not noted by a clock that was wrong.
    private static func isPause(_ until: Int64, at now: Int64) -> Bool {
        (1...2 * longestPause).contains(span(from: now, to: until))
    }

    /// Held at the ends of Int64: a file may say anything.
    private static func span(from earlier: Int64, to later: Int64) -> Int64 {
        let (span, overflow) = later.subtractingReportingOverflow(earlier)
        guard overflow else { return span }
        return later < earlier ? .min : .max
    }

    /// Bytes in a body, with a comma.
    private static func size(of result: GameResult) -> Int {
        ((try? JSONEncoder().encode(result.entry))?.count ?? 0) + 1
    }
}

extension WaitingResults {
    /// What an appliance has said of results.
    package struct Settlement: Hashable, Sendable {
        /// Who says so.
        package var appliance: String
        /// Keys of those that are on the board.
        package var taken: Set<String> = []
        /// As they were sent: no board ever takes them.
        package var refused: [GameResult] = []
        /// As they were sent: perhaps their claim of time is all that is wrong.
        package var unclaimed: [GameResult] = []
        /// Keys of those that are certainly not on the board.
        package var untried: Set<String> = []
        /// It wants to be left alone until then, by this device's clock, in milliseconds.
        package var pause: Int64?

        package init(appliance: String) {
            self.appliance = appliance
        }

        /// There is nothing to write down.
        package var isEmpty: Bool { self == Settlement(appliance: appliance) }
    }

    /// Notes it; the keys of those come back that have left because they were refused.
    ///
    /// A refusal is about a result as it was sent: where another process has taken its claim away meanwhile, or was told
    /// more, it says nothing.
    package mutating func settle(_ settlement: Settlement, at now: Int64) -> Set<String> {
        let refused = Set(settlement.refused)
        let unclaimed = Set(settlement.unclaimed)
        var gone: Set<String> = []
        entries.removeAll { entry in
            if settlement.taken.contains(entry.result.key) { return true }
            guard refused.contains(entry.result) else { return false }
            gone.insert(entry.result.key)
            return true
        }
        for index in entries.indices {
            let result = entries[index].result
            if unclaimed.contains(result) {
                (entries[index].result.achieved, entries[index].tried) = (nil, nil)
            }
            if settlement.untried.contains(result.key) { entries[index].tried = nil }
        }
        if let pause = settlement.pause {
            pauses = pauses.filter { WaitingResults.isPause($0.value, at: now) }
            pauses[settlement.appliance] = max(pause, pauses[settlement.appliance] ?? pause)
        }
        return gone
    }
}
