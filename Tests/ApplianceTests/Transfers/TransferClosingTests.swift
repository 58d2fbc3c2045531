import CCurl
import Core
import Glibc
import Testing
import TestSupport

@testable import Transfers

@Suite("The end of a loop of transfers", .timeLimit(.minutes(Patience.hungMinutes)))
struct TransferClosingTests {
    /// Holds the loop's own thread between two turns.
    private struct Brake: Sendable {
        let isOn = Locked(false)
        let holds = Locked(false)

        func wait() {
            while isOn.withLock({ $0 }) {
                holds.withLock { $0 = true }
                // allowed: it holds the loop's own thread, which is what it is for
                usleep(1_000)
            }
        }
    }

    @Test(
        "what was asked for right before the closing is not begun",
        .enabled(if: PythonProgram.isInstalled, "make unit says where Python is")
    )
    func lastOrder() async throws {
        let server = try await TransferServer()
        let brake = Brake()
        let loop = TransferServer.loop { brake.wait() }
        // Its connection stands afterwards: one look of libcurl would be enough to send on it.
        #expect(await loop.send(server.request("/echo")).cause == .complete)
        brake.isOn.withLock { $0 = true }
        loop.post([.cancel(SingleTransfers.Ticket())])
        #expect(await becomesTrue { brake.holds.withLock { $0 } })
        let end = Locked<TransferEnd?>(nil)
        let waiting = SingleTransfers.Waiting(ticket: SingleTransfers.Ticket()) { told in
            end.withLock { $0 = told }
        }
        #expect(loop.post([.start(server.request("/echo"), waiting)]))
        loop.close()
        brake.isOn.withLock { $0 = false }
        #expect(await becomesTrue { end.withLock { $0 != nil } })
        #expect(end.withLock { $0?.cause } == .closed)
        #expect(end.withLock { $0?.wasSent } == false)
        #expect(try await server.state().asked["/echo"] == 1)
    }

    /// What the user wants, what is left of the grace, whether nothing is on its way, and the milliseconds.
    static let pauses: [(Duration?, Duration?, Bool, Int32)] = [
        (nil, nil, true, 10_000), (nil, nil, false, 1_000),
        (.milliseconds(300), nil, false, 300), (.seconds(60), nil, true, 10_000), (.zero, nil, true, 1),
        // The grace ends when it ends, whatever else is waited for.
        (nil, .milliseconds(250), false, 250), (.milliseconds(900), .milliseconds(20), false, 20),
        (.milliseconds(20), .seconds(2), false, 20), (nil, .seconds(2), false, 1_000),
        (nil, .microseconds(10), false, 1), (nil, .seconds(-1), false, 1),
    ]

    @Test("a loop never sleeps past what is left to it", arguments: pauses)
    func pause(wanted: Duration?, left: Duration?, isIdle: Bool, milliseconds: Int32) {
        #expect(LoopPause.milliseconds(wanted, left: left, isIdle: isIdle) == milliseconds)
    }

    @Test("what libcurl does not take is refused with its reason, and nothing waits for it")
    func notTaken() throws {
        // No multi handle: its first word is not the one that libcurl looks for.
        let nothing = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
        nothing.initializeMemory(as: UInt8.self, repeating: 0, count: 1 << 16)
        defer { nothing.deallocate() }
        var transfers = TransferSet<Int>(nothing, TransferPolicy(numbers: [], texts: []))
        let words = "libcurl does not take the transfer: Invalid multi handle"
        #expect(throws: TransferRefusal(words: words, isOfRequest: false)) {
            try transfers.start(
                TransferRequest(url: "http://127.0.0.1/", timeout: .zero, bodyLimit: 0),
                as: 1
            )
        }
        #expect(transfers.isEmpty)
    }
}
