import Core
import Serving
import Testing

@testable import Appliance

@Suite("First pages of boards that many ask for")
struct FrontPagesTests {
    private func key(_ number: Int) -> FrontPages.Key {
        FrontPages.Key(game: "snake", board: "level-\(number)", window: "all", limit: 20)
    }

    private func page(_ text: String) -> Snapshot { Snapshot(Array(text.utf8), type: "application/json") }

    @Test(
        "one is given out for a tenth of a second; then one who asks reads it again, and the others go on with it"
    )
    func life() {
        let clock = Locked(Duration.seconds(100))
        let pages = FrontPages(now: { clock.withLock { $0 } })
        #expect(pages.find(key(1)) == nil)
        let first = page("1")
        pages.keep(first, as: key(1))
        #expect(pages.find(key(1)) === first && pages.find(key(2)) == nil)
        clock.withLock { $0 += .milliseconds(100) }
        #expect(pages.find(key(1)) == nil, "the first one reads it again")
        #expect(pages.find(key(1)) === first, "the second one does not")
        let second = page("2")
        pages.keep(second, as: key(1))
        #expect(pages.find(key(1)) === second)
    }

    @Test("a page that nobody could read again is not given out for longer than two seconds")
    func old() {
        let clock = Locked(Duration.seconds(100))
        let pages = FrontPages(now: { clock.withLock { $0 } })
        pages.keep(page("1"), as: key(1))
        clock.withLock { $0 += .milliseconds(1_999) }
        #expect(pages.find(key(1)) == nil)
        #expect(pages.find(key(1)) != nil)
        clock.withLock { $0 += .milliseconds(1) }
        #expect(pages.find(key(1)) == nil)
        #expect(pages.find(key(1)) == nil)
    }

    @Test("no more than 64 are kept, and the oldest one leaves")
    func bounded() {
        let clock = Locked(Duration.seconds(100))
        let pages = FrontPages(now: { clock.withLock { $0 } })
        for number in 0..<65 {
            pages.keep(page("x"), as: key(number))
            clock.withLock { $0 += .microseconds(1) }
        }
        #expect(pages.find(key(0)) == nil)
        #expect(pages.find(key(1)) != nil && pages.find(key(64)) != nil)
    }
}
