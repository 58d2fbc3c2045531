package import WatchpostModel

/// A running duel of somebody at home as the panel needs it.
package struct PanelDuel: Hashable, Sendable {
    /// One of the two.
    package struct Side: Hashable, Sendable {
        package var name: String
        /// Stands for a name that the display cannot show.
        package var code: String
        /// The best score as its board writes it; nil: none yet.
        package var best: String?

        package init(name: String, code: String, best: String? = nil) {
            (self.name, self.code, self.best) = (name, code, best)
        }
    }

    /// Names it in paths.
    package var code: String
    package var board: String
    /// Who is at home, and the other one.
    package var mine: Side
    package var theirs: Side
    package var endsAt: UnixTime

    package init(code: String, board: String, mine: Side, theirs: Side, endsAt: UnixTime) {
        (self.code, self.board, self.mine, self.theirs) = (code, board, mine, theirs)
        self.endsAt = endsAt
    }
}
