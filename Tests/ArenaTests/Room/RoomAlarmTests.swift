import Testing

@testable import Arena

@Suite("Telling of bounds of the arena that come near")
struct RoomAlarmTests {
    /// What is told at each of these, in short.
    private static func told(_ taken: [Int], of places: Int = 100) -> [String] {
        var alarm = RoomAlarm()
        return taken.map { count in
            alarm.handle(ArenaRoom(part: .results, taken: count, places: places)).map { effect in
                switch effect {
                case .log: "log"
                case .fault(_, nil): "over"
                case .fault: "fault"
                }
            }.joined(separator: " ")
        }
    }

    @Test("near and full are told once each, and the end once")
    func once() {
        #expect(Self.told([79, 80, 81, 99]) == ["", "log fault", "", ""])
        #expect(Self.told([80, 100, 100, 120]) == ["log fault", "log fault", "", ""])
        #expect(Self.told([80, 79, 70, 69, 69]) == ["log fault", "", "", "log over", ""])
    }

    @Test("some who come and go around a bound are no news")
    func around() {
        #expect(Self.told([100, 99, 100, 95, 100]) == ["log fault", "", "", "", ""])
        #expect(Self.told([100, 94, 100]) == ["log fault", "fault", "log fault"])
        #expect(Self.told([80, 75, 82, 71, 85]) == ["log fault", "", "", "", ""])
    }

    @Test("what no bound is made for is told, and ends nothing")
    func odd() {
        #expect(Self.told([0], of: 0) == ["log fault"])
        #expect(Self.told([.max, 0], of: .max) == ["log fault", "log over"])
    }

    @Test("the words say what it is and what can be done, for each bound", arguments: ArenaRoom.Part.allCases)
    func words(part: ArenaRoom.Part) {
        let words = ArenaRoom(part: part, taken: 80, places: 100).words
        #expect(words.hasPrefix("the arena has 80 of at most 100 ") && words.contains("[arena]"))
    }
}
