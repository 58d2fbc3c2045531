import Foundation
import Testing
import WatchpostModel

@Suite("Rotations over the wire")
struct RotationWireTests {
    @Test("a phone computes from the body what the appliance computes")
    func roundTrip() throws {
        let mode = try RotationModeTests.mode()
        let sent = try JSONEncoder().encode(mode.body(at: UnixTime(seconds: 12_000)))
        let body = try JSONDecoder().decode(RotationBody.self, from: sent)
        let received = try RotationMode(body)
        #expect(received == mode)
        for seconds in stride(from: Int64(0), to: 25_000, by: 97) {
            let time = UnixTime(seconds: seconds)
            #expect(received.body(at: time) == mode.body(at: time))
        }
    }

    @Test(
        "the body says what is on, what follows and until when that is known",
        arguments: [
            (500, nil, "A", nil), (1_300, "B", "A", 2_800), (2_500, "A", nil, 2_800), (5_000, nil, "C", nil),
            (16_000, "C", "D", 17_200), (19_000, "D", nil, 20_800), (30_000, nil, nil, 20_800),
        ] as [(Int64, String?, String?, Int64?)]
    )
    func body(at seconds: Int64, current: String?, next: String?, validUntil: Int64?) throws {
        let body = try RotationModeTests.mode().body(at: UnixTime(seconds: seconds))
        #expect(body.current?.code == current)
        #expect(body.next?.code == next)
        #expect(body.validUntil?.seconds == validUntil)
        #expect(body.takeover == (current == "D" ? "Event" : nil))
        #expect(body.schedules.count == 3)
    }

    @Test("a body that cannot be computed is refused, not trapped on")
    func hostile() {
        let endless = ScheduleBody(
            cycle: [CycleEntryBody(code: "KC", map: "Kings Canyon", minutes: .max)],
            anchor: UnixTime(seconds: .min),
            usableFrom: nil,
            usableTo: nil,
            takeover: nil
        )
        #expect(throws: RotationProblem.minutesOutOfRange(code: "KC", minutes: .max)) {
            try RotationSchedule(endless)
        }
    }
}
