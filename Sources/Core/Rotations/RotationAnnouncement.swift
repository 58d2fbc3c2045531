package import WatchpostModel

/// What was last announced about one mode; kept over restarts, it lets the book neither repeat nor forget a
/// change.
package struct RotationAnnouncement: Hashable, Sendable {
    package var state: RotationBody.State
    /// The map's code; nil unless running.
    package var code: String?
    /// What is played on it, where that changes with the map.
    package var gameMode: String?

    package init(state: RotationBody.State, code: String?, gameMode: String? = nil) {
        self.state = state
        self.code = code
        self.gameMode = gameMode
    }

    init(_ lookup: RotationLookup) {
        self.init(state: lookup.state, code: lookup.slot?.map.code, gameMode: lookup.slot?.gameMode)
    }
}
