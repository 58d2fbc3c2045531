import Testing
import WatchpostModel

@Suite("Daylight-saving changes inside a split")
struct DaylightSavingTests {
    @Test(
        "slots go on in UTC over both changes of Los Angeles and of Paris",
        arguments: [
            ("2025-03-09T10:00:00Z", "2025-02-11T18:00:00Z"),
            ("2025-11-02T09:00:00Z", "2025-09-16T17:00:00Z"),
            ("2025-03-30T01:00:00Z", "2025-03-25T17:00:00Z"),
            ("2025-10-26T01:00:00Z", "2025-09-16T17:00:00Z"),
        ]
    )
    func unmoved(change: String, anchor: String) throws {
        let schedule = try RotationSchedule(
            cycle: cycle(("OL", 90), ("ED", 90), ("KC", 90)),
            anchor: instant(anchor)
        )
        let from = instant(change).advanced(by: -2 * 86_400)
        let slots = schedule.slots(from: from, until: from.advanced(by: 4 * 86_400), limit: 999)
        #expect(slots.count >= 64)
        #expect(slots.allSatisfy { $0.end.since($0.start) == 5_400 })
        #expect(slots.allSatisfy { $0.start.since(instant(anchor)) % 5_400 == 0 })
    }
}
