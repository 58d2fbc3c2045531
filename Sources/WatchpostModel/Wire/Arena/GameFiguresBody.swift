/// What is played of a game, for its developer.
public struct GameFiguresBody: Codable, Hashable, Sendable {
    /// Who have it.
    public var players: Int
    /// Results that came since midnight, in the game's zone.
    public var today: Int
    /// Results that came today and on the 29 days before.
    public var month: Int
    /// Results that wait until somebody has looked at them, of the newest ten thousand on the appliance that do not count.
    public var flagged: Int

    /// Makes them.
    public init(players: Int, today: Int, month: Int, flagged: Int) {
        (self.players, self.today, self.month, self.flagged) = (players, today, month, flagged)
    }
}
