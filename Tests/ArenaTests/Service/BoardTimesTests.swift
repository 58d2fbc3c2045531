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
        times.end(at: noon, result, before: times.borders)
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
        let before = times.borders
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
        let begin = { (_: Int64?) in
            begun += 1
            return Task { Result<Void, SQLiteError>.success(()) }
        }
        let first = times.look(begin)
        #expect(times.look(begin) == first && begun == 1)
        times.end(at: noon, .success(nil), before: 0)
        #expect(times.look(begin) != first && begun == 2)
    }

    /// What a look is to look at; its end is told by the test.
    private func scope(_ times: inout BoardTimes, of board: Int64?) -> String {
        var scope = "waits"
        _ = times.look(of: board) { board in
            scope = board.map { "board \($0)" } ?? "all"
            return Task { Result<Void, SQLiteError>.success(()) }
        }
        return scope
    }

    @Test("who asks for one board has that one looked at; beyond three of them all are looked at together")
    func alone() {
        var times = BoardTimes()
        #expect(scope(&times, of: 1) == "board 1")
        #expect(scope(&times, of: 1) == "waits")
        times.end(of: 1, at: noon, .success(nil), before: 0)
        #expect(times.known(of: 1, at: noon) != nil && times.known(of: 2, at: noon) == nil)
        #expect(times.known(at: noon) == nil, "the others were not looked at")
        #expect(
            [2, 3, 4, 5, nil].map { scope(&times, of: $0) } == [
                "board 2", "board 3", "all", "waits", "waits",
            ]
        )
        times.end(at: noon, .success(noon.advanced(by: 60)), before: 0)
        #expect(times.known(of: 5, at: noon) != nil)
        #expect(times.known(of: 1, at: noon.advanced(by: 60)) == nil)
        times.end(of: 2, at: noon, .success(nil), before: 0)
        times.end(of: 3, at: noon, .failure(error), before: 0)
        #expect(scope(&times, of: 6) == "board 6", "one more has its turn alone")
        #expect(scope(&times, of: 7) == "all")
    }

    @Test("players who go change first pages, and nothing that is over")
    func pages() {
        var times = looked(.success(nil))
        times.end(of: 1, at: noon, .success(nil), before: 0)
        times.changePages()
        #expect(times.changes == 1 && times.known(at: noon) != nil)
        times.change()
        #expect(times.changes == 2 && times.known(at: noon) == nil && times.known(of: 1, at: noon) == nil)
    }

    @Test("the end of the box cancels all looks, also one that begins behind it")
    func stop() {
        var times = BoardTimes()
        _ = scope(&times, of: 1)
        _ = scope(&times, of: nil)
        #expect(times.stop().count == 2)
        times.end(at: noon, .success(nil), before: 0)
        let late = times.look { _ in Task { Result<Void, SQLiteError>.success(()) } }
        #expect(late.isCancelled)
    }
}
