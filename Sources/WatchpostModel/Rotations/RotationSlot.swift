/// A map and the half-open stretch of time `start..<end` during which it is on.
public struct RotationSlot: Hashable, Sendable {
    /// The map.
    public let map: GameMap
    /// What is played on it where that changes with the map, as in Mixtape.
    public let gameMode: String?
    /// Start, included.
    public let start: UnixTime
    /// End, excluded: whatever follows starts here.
    ///
    /// Only a slot that is cut off by the end of the Int64 range contains it.
    public let end: UnixTime
    /// The name of the takeover that this slot belongs to, if it is one.
    public let takeover: String?
    /// Who says so, where no schedule does: the name of an upstream.
    public let source: String?

    /// Makes a slot.
    public init(
        map: GameMap,
        gameMode: String? = nil,
        start: UnixTime,
        end: UnixTime,
        takeover: String? = nil,
        source: String? = nil
    ) {
        self.map = map
        self.gameMode = gameMode
        self.start = start
        self.end = end
        self.takeover = takeover
        self.source = source
    }

    /// The slot as it is written on the wire.
    public var body: MapSlotBody {
        MapSlotBody(
            code: map.code,
            map: map.name,
            gameMode: gameMode,
            start: start,
            end: end,
            source: source
        )
    }
}
