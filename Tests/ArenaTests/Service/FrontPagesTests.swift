import Core
import Serving
import Testing
import WatchpostModel

@testable import Arena

@Suite("First pages of boards that many ask for")
struct FrontPagesTests {
    private func key(_ number: Int) -> FrontPages.Key {
        FrontPages.Key(game: "snake", board: "level-\(number)", window: "all", limit: 20)
    }

    private let now = FrontPages.Moment(wall: UnixTime(seconds: 1_795_348_800), changes: 0)

    private func page(_ text: String) -> Snapshot { Snapshot(Array(text.utf8), type: "application/json") }

    @Test(
        "one is given out for a tenth of a second; then one who asks reads it again, and the others go on with it"
    )
    func life() {
        let clock = Locked(Duration.seconds(100))
        let pages = FrontPages(now: { clock.withLock { $0 } })
        #expect(pages.find(key(1), at: now) == nil)
        let first = page("1")
        pages.keep(first, as: key(1), from: now, until: nil)
        #expect(pages.find(key(1), at: now) === first && pages.find(key(2), at: now) == nil)
        clock.withLock { $0 += .milliseconds(100) }
        #expect(pages.find(key(1), at: now) == nil, "the first one reads it again")
        #expect(pages.find(key(1), at: now) === first, "the second one does not")
        let second = page("2")
        pages.keep(second, as: key(1), from: now, until: nil)
        #expect(pages.find(key(1), at: now) === second)
    }

    @Test("a page that nobody could read again is not given out for longer than two seconds")
    func old() {
        let clock = Locked(Duration.seconds(100))
        let pages = FrontPages(now: { clock.withLock { $0 } })
        pages.keep(page("1"), as: key(1), from: now, until: nil)
        clock.withLock { $0 += .milliseconds(1_999) }
        #expect(pages.find(key(1), at: now) == nil)
        #expect(pages.find(key(1), at: now) != nil)
        clock.withLock { $0 += .milliseconds(1) }
        #expect(pages.find(key(1), at: now) == nil)
        #expect(pages.find(key(1), at: now) == nil)
    }

    @Test("no more than 64 are kept, and the oldest one leaves")
    func bounded() {
        let clock = Locked(Duration.seconds(100))
        let pages = FrontPages(now: { clock.withLock { $0 } })
        for number in 0..<65 {
            pages.keep(page("x"), as: key(number), from: now, until: nil)
            clock.withLock { $0 += .microseconds(1) }
        }
        #expect(pages.find(key(0), at: now) == nil)
        #expect(pages.find(key(1), at: now) != nil && pages.find(key(64), at: now) != nil)
    }

    @Test("a page of a window that is over, or of a board that was changed, is not given out")
    func borders() {
        let pages = FrontPages(now: { .seconds(100) })
        let midnight = now.wall.advanced(by: 10)
        pages.keep(page("1"), as: key(1), from: now, until: midnight)
        let before = FrontPages.Moment(wall: midnight.advanced(by: -1), changes: 0)
        #expect(pages.find(key(1), at: before) != nil)
        #expect(pages.find(key(1), at: FrontPages.Moment(wall: midnight, changes: 0)) == nil)
        #expect(pages.find(key(1), at: FrontPages.Moment(wall: now.wall, changes: 1)) == nil)
    }
}
