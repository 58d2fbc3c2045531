import Core
import Serving
import SystemSupport
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Histories that are kept")
struct KeptHistoriesTests {
    private let eu = RealmFeed(region: .eu, flavour: .retail)
    private let us = RealmFeed(region: .us, flavour: .retail)
    private let official = RealmSourceBody(name: "battlenet", official: true)

    @Test("one is made anew for another question, after a change and half a minute later, and else not")
    func kept() throws {
        let (histories, made) = (KeptHistories(), Locked(0))
        let half = APIFixture.noon.seconds / 30 * 30
        func ask(
            _ source: RealmFeed?,
            _ hours: Int,
            _ teller: RealmSourceBody?,
            changes: Int = 7,
            after seconds: Int64? = 0
        ) throws -> Bool {
            let before = made.withLock { $0 }
            let basis = seconds.map { after in
                KeptHistories.Basis(changes: changes, at: UnixTime(seconds: half + after))
            }
            _ = try histories.snapshot(of: source, hours: hours, tellers: [teller], from: basis) {
                () throws(Problem) in
                made.withLock { $0 += 1 }
                return Snapshot([], type: JSONBody.type)
            }
            return made.withLock { $0 } > before
        }
        for hours in [24, 168, 720] {
            #expect(try ask(eu, hours, official))
            for seconds: Int64 in [0, 17, 29] { #expect(try !ask(eu, hours, official, after: seconds)) }
        }
        #expect(try ask(us, 24, official), "another region")
        #expect(try ask(nil, 24, official), "all of them")
        #expect(try !ask(nil, 24, official))
        #expect(try ask(nil, 24, nil), "another source is read")
        #expect(try ask(eu, 24, nil), "another source is read")
        #expect(try ask(eu, 24, official))
        #expect(try ask(eu, 24, official, changes: 8), "something changed")
        #expect(try !ask(eu, 24, official, changes: 8))
        #expect(try ask(eu, 24, official, changes: 8, after: 30), "its window ends later")
        #expect(try ask(eu, 24, official, changes: 8, after: -1), "the clock was put back")
        for _ in 0..<2 {
            #expect(try ask(eu, 25, official), "an unusual question has no place")
            #expect(try ask(eu, 24, official, after: nil), "without a clock nothing is kept")
        }
    }
}
