import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

@Suite("The status page's no, over restarts")
struct StatusPageRestartTests {
    /// A box whose clock may be unknown.
    private final class Box: Sendable {
        let wall = Locked<UnixTime?>(UnixTime(seconds: 1_790_000_000))
        private let folder = FileManager.default.temporaryDirectory.path + "/status-page-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        /// As it is after a start.
        func access() throws -> StatusPageAccess {
            let settings = try ConfigurationFixture.parse("").statusPage
            let tools = UpstreamTools(
                send: { _ async throws(HTTPFault) in HTTPReply(status: 500, headers: [:], body: .init()) },
                clock: SystemClock { [wall] in
                    Moment(wall: wall.withLock { $0 }, monotonic: .seconds(1_000))
                },
                error: { _ in },
                notice: { _ in },
                fault: { _, _ in }
            )
            let stops = StatusPageStops(directory: folder, settings)
            return StatusPageAccess(settings, feeds: 2, tools: tools, stops: stops) { 0 }
        }

        func pass(_ seconds: Int64) {
            wall.withLock { $0 = UnixTime(seconds: 1_790_000_000 + seconds) }
        }

        func forget() { wall.withLock { $0 = nil } }
    }

    @Test("a box that does not know the time yet asks nothing that was told no, and counts on when it does")
    func undated() throws {
        let box = try Box()
        try box.access().refused("eu", .forbidden(status: 403), retryAfter: nil)
        try box.access().refused("us", .gone(status: 404), retryAfter: nil)
        box.forget()
        let early = try box.access()
        #expect(early.refusal("eu") == .forbidden(status: 403))
        box.pass(3_600)
        #expect(early.refusal("eu") == .forbidden(status: 403))
        box.forget()
        let late = try box.access()
        #expect(late.refusal("us") == .forbidden(status: 403))
        box.pass(100_000)
        #expect(late.refusal("eu") == nil && late.refusal("us") == nil)
        #expect(try box.access().refusal("eu") == nil)
    }
}
