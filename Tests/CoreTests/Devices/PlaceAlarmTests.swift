import Testing

@testable import Core

@Suite("The alarm of places")
struct PlaceAlarmTests {
    @Test("tells at four fifths and at the end, and again only when many became free")
    func transcript() {
        var alarm = PlaceAlarm()
        let steps: [(taken: Int, told: Bool?)] = [
            (0, nil), (79, nil), (80, false), (81, nil), (79, nil), (80, nil), (100, true), (100, nil),
            (99, nil), (100, nil), (90, nil), (100, nil), (89, nil), (100, true), (75, nil), (85, nil),
            (69, nil), (80, false), (0, nil), (100, true), (140, nil),
        ]
        for (number, step) in steps.enumerated() {
            let told = alarm.handle(taken: step.taken, of: 100)
            #expect(told?.isFull == step.told, "step \(number)")
        }
    }
}
