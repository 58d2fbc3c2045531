package import WatchpostModel

/// When each channel has something to send next, as far as the store need not be asked again.
///
/// With ten thousand rows of one channel waiting, the store walks all of them to find that another has none, and the
/// answers of the busy one come a hundred times a second. They change nothing for the others, so what was found for
/// those is believed for a few rounds; whatever else happens makes everything unknown.
package struct DueTimes: Hashable, Sendable {
    /// What the store said: a time, or that nothing waits.
    package enum Found: Hashable, Sendable {
        case at(UnixTime)
        case nothing

        package init(_ time: UnixTime?) {
            self = time.map { .at($0) } ?? .nothing
        }

        /// Nil: nothing waits.
        package var time: UnixTime? {
            if case .at(let time) = self { time } else { nil }
        }
    }

    private var known: [String: Found] = [:]
    private var rounds = 0

    /// A phone that changed its channel meanwhile waits no longer than so many rounds of the other.
    private static let longest = 16

    package init() {}

    /// A round begins; `onlyAnswers`: push services answered, and nothing else happened since the last one.
    package mutating func begin(onlyAnswers: Bool) {
        rounds = onlyAnswers ? rounds + 1 : 0
        if rounds % DueTimes.longest == 0 { known = [:] }
    }

    /// Nil: the store has to be asked.
    package func found(for channel: String) -> Found? { known[channel] }

    package mutating func note(_ found: Found, for channel: String) {
        known[channel] = found
    }

    /// Rows of the channel were leased or settled.
    package mutating func forget(_ channel: String) {
        known[channel] = nil
    }

    /// Rows of any channel may have changed.
    package mutating func forgetAll() {
        known = [:]
    }
}
