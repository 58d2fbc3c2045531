package import Core

/// The newest events, so that a reader who was away for a moment misses none.
package struct RecentEvents {
    /// What a reader gets when it comes back.
    package enum Replay: Equatable {
        /// These events, as stream text, oldest first; empty when it missed nothing.
        case missed([[UInt8]])
        /// It missed more than is known here: it has to read everything again.
        case reset
    }

    private struct Entry {
        let sequence: Int64
        let text: [UInt8]
    }

    /// Events and bytes that are kept.
    private let capacity: Int
    private let largest: Int
    private var entries: [Entry] = []
    private var bytes = 0
    /// The newest event that is not kept: readers who know it, or a later one, can be brought up to date.
    private var floor: Int64
    /// The newest event of all.
    package private(set) var newest: Int64

    /// `newest`: the sequence of the last event before this process, so that its readers need no reset.
    package init(newest: Int64, capacity: Int = 512, largest: Int = 131_072) {
        self.newest = newest
        self.capacity = capacity
        self.largest = largest
        floor = newest
    }

    /// Keeps an event and returns its text; nil when it is not newer than the newest.
    package mutating func append(_ event: StoredEvent) -> [UInt8]? {
        guard event.sequence > newest else { return nil }
        let text = RecentEvents.text(of: event)
        newest = event.sequence
        entries.append(Entry(sequence: event.sequence, text: text))
        bytes += text.count
        while entries.count > capacity || bytes > largest, let oldest = entries.first {
            floor = oldest.sequence
            bytes -= oldest.text.count
            entries.removeFirst()
        }
        return text
    }

    /// What a reader missed whose last event was `sequence`.
    package func replay(after sequence: Int64) -> Replay {
        guard (floor...newest).contains(sequence) else { return .reset }
        return .missed(entries.filter { $0.sequence > sequence }.map(\.text))
    }

    /// `id`, `event` and `data` lines (HTML Living Standard §9.2.6).
    ///
    /// A line break in JSON could only be white space.
    package static func text(of event: StoredEvent) -> [UInt8] {
        let data = event.json.filter { !$0.isNewline }
        return Array("id: \(event.sequence)\nevent: \(event.name)\ndata: \(data)\n\n".utf8)
    }
}
