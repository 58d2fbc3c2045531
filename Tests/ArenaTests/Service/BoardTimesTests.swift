import Core
import CoreSupport
import Testing
import WatchpostModel

@testable import Arena

@Suite("When somebody looks for orders that are over")
struct BoardTimesTests {
    private let noon = UnixTime(seconds: 1_800_000_000)
    private let error = SQLiteError(code: .full, message: "full", path: "arena.db")

    private func looked(_ result: Result<UnixTime?, SQLiteError>) -> BoardTimes {
        var times = BoardTimes()
        times.end(at: noon, result, before: times.changes)
        return times
    }

    @Test("nobody looks before something can be over, nor later than an hour after the last look")
    func until() {
        #expect(BoardTimes().known(at: noon) == nil)
        let soon = looked(.success(noon.advanced(by: 600)))
        #expect(soon.known(at: noon) != nil && soon.known(at: noon.advanced(by: 599)) != nil)
        #expect(soon.known(at: noon.advanced(by: 600)) == nil)
        let never = looked(.success(nil))
        #expect(never.known(at: noon.advanced(by: 3_599)) != nil)
        #expect(never.known(at: noon.advanced(by: 3_600)) == nil)
    }

    @Test("a clock that is put back is looked at again, one that was read a moment earlier is not")
    func clock() {
        let times = looked(.success(noon.advanced(by: 600)))
        #expect(times.known(at: noon.advanced(by: -5)) != nil)
        #expect(times.known(at: noon.advanced(by: -60)) == nil)
    }

    @Test("after a change somebody looks again, also when it came while somebody looked")
    func changes() {
        var times = looked(.success(nil))
        times.change()
        #expect(times.known(at: noon) == nil)
        let before = times.changes
        times.change()
        times.end(at: noon, .success(nil), before: before)
        #expect(times.known(at: noon) == nil)
    }

    @Test("what went wrong is told to all for some seconds, and then tried again")
    func failure() {
        let times = looked(.failure(error))
        #expect(throws: SQLiteError.self) { try times.known(at: noon.advanced(by: 4))?.get() }
        #expect(times.known(at: noon.advanced(by: 5)) == nil)
    }

    @Test("all who need a look wait for the same one, until it has ended")
    func single() async {
        var times = BoardTimes()
        var begun = 0
        let begin = {
            begun += 1
            return Task { Result<Void, SQLiteError>.success(()) }
        }
        let first = times.look(begin)
        #expect(times.look(begin) == first && begun == 1)
        times.end(at: noon, .success(nil), before: 0)
        #expect(times.look(begin) != first && begun == 2)
    }
}
