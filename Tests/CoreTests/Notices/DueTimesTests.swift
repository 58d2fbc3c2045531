import Core
import Testing
import WatchpostModel

@Suite("When channels are due")
struct DueTimesTests {
    private static let later = DueTimes.Found.at(UnixTime(seconds: 9))

    /// Both channels known.
    private static func looked() -> DueTimes {
        var times = DueTimes()
        times.begin(onlyAnswers: false)
        times.note(.nothing, for: "webpush")
        times.note(later, for: "apns")
        return times
    }

    @Test("what was found is believed while only answers come")
    func answers() {
        var times = DueTimesTests.looked()
        for _ in 0..<15 {
            times.begin(onlyAnswers: true)
            #expect(times.found(for: "webpush") == .nothing)
            #expect(times.found(for: "apns")?.time == UnixTime(seconds: 9))
        }
        times.begin(onlyAnswers: true)
        #expect(times.found(for: "webpush") == nil)
    }

    @Test("anything else makes everything unknown")
    func other() {
        var times = DueTimesTests.looked()
        times.begin(onlyAnswers: false)
        #expect(times.found(for: "webpush") == nil)
        times = DueTimesTests.looked()
        times.forgetAll()
        #expect(times.found(for: "apns") == nil)
    }

    @Test("a channel whose rows were touched is unknown, the other is not")
    func touched() {
        var times = DueTimesTests.looked()
        times.forget("apns")
        #expect(times.found(for: "apns") == nil)
        #expect(times.found(for: "webpush") == .nothing)
        #expect(DueTimes.Found(nil) == .nothing)
    }
}
