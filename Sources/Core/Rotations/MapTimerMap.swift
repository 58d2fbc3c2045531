package import WatchpostModel

/// A map with its time, as the Map Timer app of 2025 decodes it.
package struct MapTimerMap: Encodable, Hashable, Sendable {
    /// The only codes that the shipped app knows; any other one makes it drop the whole answer.
    static let codes: Set<String> = ["KC", "WE", "OL", "SP", "BM", "ED"]

    package let name: String
    package let availableAt: UnixTime
    package let availableTo: UnixTime

    /// Nil for a map that the app does not know.
    init?(_ slot: RotationSlot) {
        guard Self.codes.contains(slot.map.code) else { return nil }
        self.init(name: slot.map.code, availableAt: slot.start, availableTo: slot.end)
    }

    init(name: String, availableAt: UnixTime, availableTo: UnixTime) {
        self.name = name
        self.availableAt = availableAt
        self.availableTo = availableTo
    }
}
