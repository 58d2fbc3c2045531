package import WatchpostModel

/// What was last announced about one mode; kept over restarts, it lets the book neither repeat nor forget a
/// change.
package struct RotationAnnouncement: Hashable, Sendable {
    package var state: RotationBody.State
    /// The map's code; nil unless running.
    package var code: String?

    package init(state: RotationBody.State, code: String?) {
        self.state = state
        self.code = code
    }

    init(_ lookup: RotationLookup) {
        self.init(state: lookup.state, code: lookup.slot?.map.code)
    }
}
