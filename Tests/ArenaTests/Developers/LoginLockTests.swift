import CoreSupport
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Locks after wrong passwords")
struct LoginLockTests {
    private static let noon = UnixTime(seconds: 1_795_348_800)

    @Test(
        "five are free at home and in a network, fifty outside; each further one doubles the wait up to an hour"
    )
    func doubling() {
        let waits: [Int64?] = [nil, nil, nil, nil, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]
        for place in [LoginLock.Place.home, .network("203.0.113.0/24"), .outside] {
            var lock = LoginLock(place, at: Self.noon)
            for _ in 0..<(place.free - 5) { lock.count(at: Self.noon) }
            for wait in waits {
                lock.count(at: Self.noon)
                #expect(lock.wait(at: Self.noon) == wait)
            }
        }
    }

    @Test("a wait ends by itself, and the next wrong password makes a longer one")
    func ends() {
        var lock = LoginLock(.home, at: Self.noon)
        for _ in 0..<5 { lock.count(at: Self.noon) }
        #expect(lock.wait(at: Self.noon.advanced(by: 59)) == 1)
        let later = Self.noon.advanced(by: 60)
        #expect(lock.wait(at: later) == nil)
        lock.count(at: later)
        #expect(lock.wait(at: later) == 120)
    }

    @Test("a day without a wrong one forgets them all, a second less forgets none")
    func forgets() {
        let pauses: [(Int64, Int64?)] = [(LoginLock.memory, nil), (LoginLock.memory - 1, 120)]
        for (pause, wait) in pauses {
            var lock = LoginLock(.home, at: Self.noon)
            for _ in 0..<5 { lock.count(at: Self.noon) }
            let later = Self.noon.advanced(by: pause)
            lock.count(at: later)
            #expect(lock.wait(at: later) == wait)
        }
    }

    @Test("however many there were, and whatever the clock did, nobody waits longer than an hour")
    func bounded() {
        let many = LoginLock(.home, failures: Int64.max / 2, at: Self.noon)
        #expect(many.wait(at: Self.noon) == 3_600)
        // The clock was years ahead when they were said.
        #expect(many.wait(at: Self.noon.advanced(by: -100_000_000)) == nil)
        // It was set back by a second.
        #expect(many.wait(at: Self.noon.advanced(by: -1)) == 3_600)
    }
}
