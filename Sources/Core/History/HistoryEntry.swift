package import WatchpostModel

/// Whose states a history keeps.
package enum HistorySubject: Hashable, Sendable {
    /// A realm: its announced state.
    case realm(RealmKey)
    /// A source: whether anything is known of its realms.
    case source(RealmFeed)

    package var source: RealmFeed {
        switch self {
        case .realm(let key): key.source
        case .source(let source): source
        }
    }

    /// The realm's slug; empty for a source.
    package var slug: String {
        if case .realm(let key) = self { key.slug } else { "" }
    }
}

/// A change of state: a history is made of these, never of samples.
package struct HistoryEntry: Hashable, Sendable {
    package var subject: HistorySubject
    /// `RealmState.historyCode` of a realm, `Availability.rawValue` of a source.
    package var code: UInt8
    package var at: UnixTime

    package init(subject: HistorySubject, code: UInt8, at: UnixTime) {
        self.subject = subject
        self.code = code
        self.at = at
    }
}

/// Whether the states of a source's realms are known; the numbers are stored and never change.
package enum Availability: UInt8, Sendable {
    /// Nothing was received since the start.
    case waiting = 0
    case fresh = 1
    case stale = 2
    case noNetwork = 3
    /// The appliance was not running.
    case off = 4

    package init(_ state: FreshnessBody.State) {
        switch state {
        case .waiting: self = .waiting
        case .fresh: self = .fresh
        case .stale: self = .stale
        case .noNetwork: self = .noNetwork
        }
    }
}

extension RealmState {
    /// The number under which a history stores it; it never changes.
    package var historyCode: UInt8 {
        switch self {
        case .unknown: 0
        case .up: 1
        case .suspected: 2
        case .down: 3
        case .recovering: 4
        case .maintenance: 5
        }
    }

    /// The state of a stored number; one that this release does not know is unknown.
    package init(historyCode: UInt8) {
        self = RealmState.allCases.first { $0.historyCode == historyCode } ?? .unknown
    }

    /// The worst state of many is the one with the greatest gravity.
    ///
    /// Unexpected before expected, confirmed before suspected; a realm of which nothing is known says nothing.
    package var gravity: Int {
        switch self {
        case .unknown: 0
        case .up: 1
        case .suspected: 2
        case .maintenance: 3
        case .recovering: 4
        case .down: 5
        }
    }
}
