import Core
import Testing
import WatchpostModel

@Suite("When an answer is newer by the origin's own word")
struct OriginWordTests {
    /// An answer, in seconds; `at` is when it came.
    struct Answer: Sendable {
        var date: Int64
        var age: Int64 = 0
        var at: Int64

        /// The origin's clock is off by years, which makes no difference.
        var word: OriginWord {
            OriginWord(
                OriginTime(dated: UnixTime(seconds: 86_400 * 365 * 40 + date), age: age),
                heardAt: .seconds(1_000 + at)
            )
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var counted = Answer(date: 0, at: 0)
        var next: Answer
        var standing: OriginWord.Standing
    }

    static let cases = [
        Case(testDescription: "an interval later", next: Answer(date: 60, at: 60), standing: .new),
        Case(testDescription: "nine tenths of it", next: Answer(date: 54, at: 54), standing: .new),
        Case(testDescription: "less than that", next: Answer(date: 53, at: 60), standing: .repeated),
        Case(testDescription: "a poll that came sooner", next: Answer(date: 15, at: 15), standing: .repeated),
        Case(testDescription: "hours later", next: Answer(date: 7_200, at: 7_200), standing: .new),
        Case(testDescription: "the same second", next: Answer(date: 0, at: 60), standing: .repeated),
        Case(testDescription: "a clock set back", next: Answer(date: -3_600, at: 60), standing: .repeated),
        Case(testDescription: "a clock set forward", next: Answer(date: 3_660, at: 60), standing: .astray),
        Case(testDescription: "a server of the same name", next: Answer(date: 91, at: 60), standing: .new),
        Case(testDescription: "one whose clock differs", next: Answer(date: 92, at: 60), standing: .astray),
        Case(
            testDescription: "soon after, by a clock that differs",
            next: Answer(date: 55, at: 15),
            standing: .astray
        ),
        Case(
            testDescription: "a copy with the date that it had",
            next: Answer(date: 0, age: 60, at: 60),
            standing: .repeated
        ),
        Case(
            testDescription: "a copy with a date of the cache's own",
            next: Answer(date: 60, age: 60, at: 60),
            standing: .repeated
        ),
        Case(
            testDescription: "the same, rounded in another way",
            next: Answer(date: 60, age: 59, at: 60),
            standing: .repeated
        ),
        Case(
            testDescription: "a copy that was renewed",
            counted: Answer(date: -20, age: 20, at: 0),
            next: Answer(date: 40, age: 20, at: 60),
            standing: .new
        ),
        Case(
            testDescription: "one that was renewed, with a date of the cache's own",
            counted: Answer(date: 0, age: 20, at: 0),
            next: Answer(date: 60, age: 20, at: 60),
            standing: .new
        ),
        Case(
            testDescription: "the origin itself soon after an old copy of a cache",
            counted: Answer(date: -50, age: 50, at: 0),
            next: Answer(date: 15, at: 15),
            standing: .new
        ),
        Case(
            testDescription: "an older copy of another cache",
            next: Answer(date: -60, age: 120, at: 60),
            standing: .repeated
        ),
        Case(
            testDescription: "a cache that copied the same answer, by a clock that differs",
            counted: Answer(date: 0, age: 10, at: 0),
            next: Answer(date: 120, age: 70, at: 60),
            standing: .astray
        ),
    ]

    @Test("is decided by date and age, and by no clock but its own", arguments: cases)
    func standing(of one: Case) {
        #expect(one.next.word.standing(after: one.counted.word, rules: RealmRules()) == one.standing)
    }

    @Test("is measured in intervals", arguments: [2, 15, 60, 300] as [Int64])
    func intervals(seconds: Int64) {
        let rules = RealmRules(interval: .seconds(seconds))
        let counted = Answer(date: 0, at: 0).word
        #expect(Answer(date: seconds, at: seconds).word.standing(after: counted, rules: rules) == .new)
        let half = seconds / 2
        #expect(Answer(date: half, at: half).word.standing(after: counted, rules: rules) == .repeated)
    }

    @Test("is newer than all that counted, each by whichever reading was the later")
    func joined() {
        let kept = Answer(date: 0, age: 100, at: 0).word
        let own = Answer(date: -30, age: 10, at: 10).word
        let both = kept.joined(with: own)
        #expect(both == own.joined(with: kept))
        let rules = RealmRules()
        #expect(Answer(date: 60, age: 45, at: 60).word.standing(after: kept, rules: rules) == .new)
        #expect(Answer(date: 60, age: 45, at: 60).word.standing(after: own, rules: rules) == .new)
        #expect(Answer(date: 53, at: 60).word.standing(after: both, rules: rules) == .repeated)
        #expect(Answer(date: 60, age: 47, at: 60).word.standing(after: both, rules: rules) == .repeated)
        #expect(Answer(date: 60, age: 46, at: 60).word.standing(after: both, rules: rules) == .new)
    }

    @Test("ends of the number line are held, not passed", arguments: [Int64.min, -1, 0, 1, .max])
    func ends(seconds: Int64) {
        let far = OriginTime(dated: UnixTime(seconds: seconds), age: .max)
        for other in [Int64.min, 0, .max] {
            let counted = OriginTime(dated: UnixTime(seconds: other), age: other)
            let word = OriginWord(far, heardAt: .zero)
            let before = OriginWord(counted, heardAt: .zero)
            _ = word.joined(with: before).standing(after: before, rules: RealmRules())
        }
        #expect(far.made <= far.dated)
    }

    @Test("of several answers the earliest counts, and none when one does not say")
    func earliest() {
        let answers: [OriginTime?] = [
            OriginTime(dated: UnixTime(seconds: 100), age: 50), OriginTime(dated: UnixTime(seconds: 80)),
        ]
        let whole = OriginTime.earliest(of: answers)
        #expect(whole?.dated.seconds == 80)
        #expect(whole?.made.seconds == 50)
        #expect(OriginTime.earliest(of: answers + [nil]) == nil)
        #expect(OriginTime.earliest(of: []) == nil)
    }
}
