import Core
import Display
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

/// A display that counts what is asked of it.
private final class CountingDisplay: CharacterDisplayDriver, Sendable {
    let operations = Locked(0)

    func perform(_ operations: [DisplayOperation]) throws(HardwareError) {
        self.operations.withLock { $0 += operations.count }
    }
}

@Suite("The panel before it runs")
struct PanelAheadTests {
    @Test("what will be shown is published before a cell is written")
    func ahead() async throws {
        let published = Locked([PanelBody]())
        let display = CountingDisplay()
        let panel = try PanelHost.watching(display: display) { body in
            published.withLock { $0.append(body) }
        }
        await panel.publishAhead()
        let ahead = try #require(published.withLock { $0.last })
        #expect(display.operations.withLock { $0 } == 0)
        let work = Task { await panel.run() }
        let wasShown = await becomesTrue {
            published.withLock { $0.dropFirst().contains { $0.display.lines == ahead.display.lines } }
        }
        #expect(wasShown, "the running panel begins with what was said ahead")
        panel.submit(.stop())
        await work.value
    }
}
