import Core
import Dispatch
import Testing

@testable import Arena
@testable import Serving
@testable import SystemSupport

@Suite("Hashing passwords")
struct PasswordDeskTests {
    @Test("a hash is yescrypt's, salted, and right for its own password alone")
    func real() async throws {
        let desk = PasswordDesk()
        let one = try #require(Password(said: "zażółć gęślą jaźń"))
        let other = try #require(Password(said: "zażółć gęślą jazn"))
        let (first, second) = (try await desk.make(one), try await desk.make(one))
        #expect(first.hasPrefix("$y$") && first != second && first.utf8.count < 200)
        #expect(await desk.check(one, against: first))
        #expect(await desk.check(one, against: second))
        #expect(await !desk.check(other, against: first))
        #expect(await !desk.check(one, against: nil))
        // What is no hash lets nobody in.
        for wrong in ["", "*0", "$y$", "x", first + "x", String(first.dropLast())] {
            #expect(await !desk.check(one, against: wrong), "\(wrong)")
        }
        let longest = try #require(Password(said: String(repeating: "x", count: 500)))
        let hash = try await desk.make(longest)
        #expect(await desk.check(longest, against: hash))
    }

    @Test("one is hashed at a time, so many of a side wait, and no side takes places of the other")
    func bounded() async throws {
        // allowed: it holds the desk's own thread, as a hash does
        let (gate, running) = (DispatchSemaphore(value: 0), Locked((now: 0, most: 0)))
        let desk = PasswordDesk(
            PasswordDesk.Hashing(
                make: { password in
                    running.withLock { counts in
                        counts.now += 1
                        counts.most = max(counts.most, counts.now)
                    }
                    gate.wait()
                    running.withLock { $0.now -= 1 }
                    return password.exposed
                }
            )
        )
        for _ in 0..<PasswordDesk.most { try desk.enter(PasswordDesk.Place(side: .outside)) }
        #expect(PasswordDeskTests.refusal(desk, .outside)?.retryAfter == 2)
        #expect(PasswordDeskTests.refusal(desk, .outside)?.kind == .unavailable)
        #expect(PasswordDeskTests.refusal(desk, .home) == nil)
        desk.leave(PasswordDesk.Place(side: .outside))
        #expect(PasswordDeskTests.refusal(desk, .outside) == nil)
        let password = try #require(Password(said: "correct horse"))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<PasswordDesk.most {
                group.addTask { (try? await desk.make(password)) == "correct horse" }
            }
            for _ in 0..<PasswordDesk.most { gate.signal() }
            for await isRight in group { #expect(isRight) }
        }
        #expect(running.withLock { $0.most } == 1)
    }

    @Test("of one address fewer are checked at a time than lock it, on each side")
    func ofOne() async throws {
        let desk = PasswordDesk()
        #expect(Int64(PasswordDesk.mostOfOne) < LoginLock.Place.home.free)
        for _ in 0..<PasswordDesk.mostOfOne {
            #expect(PasswordDeskTests.refusal(desk, .home, 1) == nil)
        }
        #expect(PasswordDeskTests.refusal(desk, .home, 1)?.kind == .unavailable)
        #expect(PasswordDeskTests.refusal(desk, .home, 2) == nil)
        #expect(PasswordDeskTests.refusal(desk, .outside, 1) == nil)
        #expect(PasswordDeskTests.refusal(desk, .home) == nil, "of who is signed in no address is counted")
        desk.leave(PasswordDesk.Place(side: .home, address: [1]))
        #expect(PasswordDeskTests.refusal(desk, .home, 1) == nil)
    }

    /// Why there is no place; nil: one was taken.
    private static func refusal(
        _ desk: PasswordDesk,
        _ side: PasswordDesk.Side,
        _ address: UInt8? = nil
    ) -> Problem? {
        do throws(Problem) {
            try desk.enter(PasswordDesk.Place(side: side, address: address.map { [$0] }))
            return nil
        } catch {
            return error
        }
    }
}
