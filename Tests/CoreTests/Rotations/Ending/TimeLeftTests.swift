import Core
import Testing

@Suite("How long it is until an end")
struct TimeLeftTests {
    private static let hour: Int64 = 3_600
    private static let day: Int64 = 86_400

    private static let rows: [(seconds: Int64, words: String)] = [
        (7 * day, "7 days"), (7 * day - 2, "7 days"), (7 * day - 1_801, "6 days"),
        (6 * day + day / 2, "6 days"), (6 * day, "6 days"), (6 * day - 1_801, "5 days"),
        (2 * day, "2 days"), (2 * day - 1_801, "47 hours"), (36 * hour, "36 hours"), (day, "24 hours"),
        (day - 2, "24 hours"), (23 * hour, "23 hours"), (90 * 60, "2 hours"), (89 * 60, "1 hour"),
        (1, "1 hour"), (0, "1 hour"),
    ]

    @Test("is said in whole days, near the end in hours", arguments: rows.indices)
    func words(index: Int) {
        let row = Self.rows[index]
        #expect("\(TimeLeft(seconds: row.seconds))" == row.words)
    }

    @Test("every number of seconds is said")
    func any() {
        #expect(TimeLeft(seconds: .min) == .hours(1))
        #expect(TimeLeft(seconds: .max) == .days(.max / 86_400))
    }
}
