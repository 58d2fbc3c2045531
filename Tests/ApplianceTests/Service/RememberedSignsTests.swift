import Core
import Testing
import WatchpostModel

@testable import SystemSupport

@Suite("What the system says of its clock")
struct RememberedSignsTests {
    private let noon = UnixTime(seconds: 1_800_000_000)

    @Test("it is asked again after a second, and at once when the clock jumped")
    func asked() {
        let asked = Locked(0)
        var signs = RememberedSigns {
            asked.withLock { $0 += 1 }
            return ClockSigns(kernel: .synchronised, timesyncd: .absent)
        }
        // Seconds of the wall clock, and milliseconds of the other one.
        let moments: [(wall: Int64, monotonic: Int, asked: Int)] = [
            (0, 5_000, 1), (0, 5_900, 1), (1, 5_990, 1), (1, 6_000, 2), (1, 6_500, 2), (4, 6_600, 3),
            (4, 6_700, 3),
            (-9, 6_800, 4), (-7, 8_800, 5),
        ]
        for moment in moments {
            _ = signs.signs(noon.advanced(by: moment.wall), .milliseconds(moment.monotonic))
            #expect(asked.withLock { $0 } == moment.asked, "\(moment)")
        }
    }
}
