import TestSupport
import Testing

@testable import Appliance
@testable import Push

@Suite("The gate before a push connection")
struct ConnectionGateTests {
    private static let good = ConnectionGate.Event.answered(isAccepted: true, isMultiplexed: true)

    /// Starts all that the gate lets through, as the transport does; how many that were.
    private func fill(_ gate: inout ConnectionGate, at now: Duration = .zero) -> Int {
        var started = 0
        while gate.allowsStart(at: now) {
            _ = gate.handle(.started, at: now)
            started += 1
        }
        return started
    }

    @Test("one request warms up, then as many as the width share the connection")
    func warmUp() {
        var gate = ConnectionGate(width: 100)
        #expect(fill(&gate) == 1)
        #expect(fill(&gate) == 0)
        _ = gate.handle(ConnectionGateTests.good, at: .zero)
        #expect(fill(&gate) == 100)
        _ = gate.handle(ConnectionGateTests.good, at: .zero)
        #expect(fill(&gate) == 1)
        #expect(gate.inFlight == 100)
    }

    @Test("an answer that refuses our credentials leaves the connection at one request")
    func refused() {
        var gate = ConnectionGate(width: 100)
        #expect(fill(&gate) == 1)
        _ = gate.handle(.answered(isAccepted: false, isMultiplexed: true), at: .zero)
        #expect(fill(&gate) == 1)
    }

    @Test("a server without HTTP/2 gets one request at a time")
    func single() {
        var gate = ConnectionGate(width: 100)
        #expect(fill(&gate) == 1)
        _ = gate.handle(.answered(isAccepted: true, isMultiplexed: false), at: .zero)
        #expect(fill(&gate) == 1)
    }

    @Test("a failure is one loss: all in flight are awaited, then a new connection is warmed up")
    func loss() {
        var gate = ConnectionGate(width: 10)
        _ = fill(&gate)
        _ = gate.handle(ConnectionGateTests.good, at: .zero)
        #expect(fill(&gate) == 10)
        var losses = 0
        for left in (0..<10).reversed() {
            losses += gate.handle(.failed, at: .zero) ? 1 : 0
            #expect(gate.phase == (left == 0 ? .cold : .draining))
            #expect(left == 0 || fill(&gate) == 0)
        }
        #expect(losses == 1)
        #expect(gate.wantsNewConnection)
        #expect(fill(&gate) == 1)
        #expect(!gate.wantsNewConnection)
        let again = gate.handle(.failed, at: .zero)
        #expect(again)
    }

    @Test("only the request that warms up may open a socket")
    func sockets() {
        var gate = ConnectionGate(width: 3)
        _ = gate.handle(.started, at: .zero)
        #expect(gate.mayConnect)
        _ = gate.handle(ConnectionGateTests.good, at: .zero)
        _ = gate.handle(.started, at: .zero)
        #expect(!gate.mayConnect)
    }

    @Test("requests that find the connection gone come back, and a new one is warmed up")
    func returned() {
        var gate = ConnectionGate(width: 3)
        _ = fill(&gate)
        _ = gate.handle(ConnectionGateTests.good, at: .zero)
        #expect(fill(&gate) == 3)
        for _ in 0..<3 {
            let isLoss = gate.handle(.returned, at: .zero)
            #expect(!isLoss)
        }
        #expect(gate.wantsNewConnection)
        #expect(fill(&gate) == 1)
        #expect(gate.mayConnect)
    }

    @Test("a spoiled connection is not used again, though it answers")
    func spoiled() {
        var gate = ConnectionGate(width: 3)
        _ = fill(&gate)
        _ = gate.handle(ConnectionGateTests.good, at: .zero)
        _ = gate.handle(.spoiled, at: .zero)
        #expect(gate.phase == .cold)
        #expect(gate.wantsNewConnection)
    }

    @Test("after a rest the connection may be dead: one request tries it")
    func rested() {
        var gate = ConnectionGate(width: 3)
        _ = fill(&gate)
        _ = gate.handle(ConnectionGateTests.good, at: .seconds(10))
        #expect(fill(&gate, at: .seconds(40)) == 3)
        for _ in 0..<3 { _ = gate.handle(ConnectionGateTests.good, at: .seconds(40)) }
        #expect(fill(&gate, at: .seconds(71)) == 1)
        #expect(!gate.wantsNewConnection)
    }

    /// Any order of events: never more than the width, never a second request on an untried connection.
    @Test(
        "whatever happens, an untried connection has one request",
        arguments: SeededGenerator.seeds(TestEffort.rounds(1), for: "connection gate")
    )
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var gate = ConnectionGate(width: 4)
        var isTried = false
        for _ in 0..<2_000 {
            if gate.allowsStart(at: .zero) {
                #expect(gate.inFlight < 4, "seed \(seed)")
                #expect(isTried || gate.inFlight == 0, "seed \(seed)")
                if gate.wantsNewConnection { isTried = false }
                _ = gate.handle(.started, at: .zero)
            } else if gate.inFlight > 0 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0: _ = gate.handle(.failed, at: .zero)
                case 1: _ = gate.handle(.returned, at: .zero)
                default:
                    _ = gate.handle(ConnectionGateTests.good, at: .zero)
                    if gate.phase == .open { isTried = true }
                }
            }
            #expect(gate.inFlight >= 0)
            #expect(gate.inFlight > 0 || gate.allowsStart(at: .zero), "seed \(seed): it is stuck")
        }
    }

    @Test("the breaker opens after five failures in a row, for longer each time")
    func breaker() {
        var breaker = Breaker()
        var now = Duration.zero
        for _ in 0..<4 { breaker.handle(.failed("503"), at: now) }
        #expect(breaker.remaining(at: now) == nil)
        breaker.handle(.worked, at: now)
        for _ in 0..<5 { breaker.handle(.failed("503"), at: now) }
        for pause in [30, 60, 120, 240, 480, 900, 900] as [Int64] {
            #expect(breaker.remaining(at: now) == .seconds(pause))
            #expect(breaker.reason == "503")
            breaker.handle(.failed("late"), at: now)
            breaker.handle(.worked, at: now)
            #expect(breaker.remaining(at: now) == .seconds(pause))
            now += .seconds(pause)
            #expect(breaker.remaining(at: now) == nil)
            #expect(breaker.isHalfOpen)
            breaker.handle(.failed("503"), at: now)
        }
        now += .seconds(900)
        breaker.handle(.worked, at: now)
        #expect(!breaker.isHalfOpen)
        for _ in 0..<4 { breaker.handle(.failed("503"), at: now) }
        #expect(breaker.remaining(at: now) == nil)
        breaker.handle(.held(.seconds(3_600), "InvalidProviderToken"), at: now)
        #expect(breaker.remaining(at: now) == .seconds(3_600))
    }

    @Test("a pause after a refused token ends when the clock jumps, any other does not")
    func breakerAndClock() {
        var refused = Breaker()
        refused.handle(.refusedToken(.seconds(1_200), "ExpiredProviderToken"), at: .seconds(10))
        #expect(refused.remaining(at: .seconds(11)) == .seconds(1_199))
        refused.handle(.clockJumped, at: .seconds(11))
        #expect(refused.remaining(at: .seconds(11)) == nil)
        #expect(refused.isHalfOpen)
        var held = Breaker()
        held.handle(.held(.seconds(3_600), "BadTopic"), at: .seconds(10))
        held.handle(.clockJumped, at: .seconds(11))
        #expect(held.remaining(at: .seconds(11)) == .seconds(3_599))
        refused.handle(.held(.seconds(3_600), "BadTopic"), at: .seconds(12))
        refused.handle(.clockJumped, at: .seconds(13))
        #expect(refused.remaining(at: .seconds(13)) == .seconds(3_599))
    }
}
