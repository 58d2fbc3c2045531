import Core
import TestSupport
import Testing

@Suite("Rate limits")
struct TokenBucketTests {
    @Test("a burst passes at once, then one after each interval")
    func burst() {
        var table = BucketTable<String>(RateLimit(burst: 3, every: .seconds(10)))
        for _ in 0..<3 { #expect(table.take("a", at: .zero) == nil) }
        #expect(table.take("a", at: .zero) == .seconds(10))
        #expect(table.take("a", at: .seconds(4)) == .seconds(6))
        #expect(table.take("b", at: .seconds(4)) == nil, "keys do not share")
        #expect(table.take("a", at: .seconds(10)) == nil)
        #expect(table.take("a", at: .seconds(10)) == .seconds(10))
    }

    @Test("a rest refills the burst and no more")
    func refill() {
        var table = BucketTable<Int>(RateLimit(burst: 2, every: .seconds(10)))
        for _ in 0..<2 { _ = table.take(1, at: .zero) }
        let later = Duration.seconds(100_000)
        for _ in 0..<2 { #expect(table.take(1, at: later) == nil) }
        #expect(table.take(1, at: later) == .seconds(10))
    }

    @Test("twenty an hour")
    func registrations() {
        var table = BucketTable<Int>(.anHour(20))
        var passed = 0
        for second in 0..<3_600 where table.take(1, at: .seconds(second)) == nil { passed += 1 }
        #expect(passed == 39, "twenty at once, and one every three minutes")
    }

    @Test("however many keys come, the table stays bounded and the busiest are kept")
    func bounded() {
        var table = BucketTable<Int>(RateLimit(burst: 5, every: .seconds(10)), most: 64)
        for _ in 0..<5 { _ = table.take(-1, at: .zero) }
        for key in 0..<TestEffort.rounds(5_000) { _ = table.take(key, at: .milliseconds(1)) }
        #expect(table.count <= 64)
        #expect(table.take(-1, at: .seconds(1)) != nil)
    }
}
