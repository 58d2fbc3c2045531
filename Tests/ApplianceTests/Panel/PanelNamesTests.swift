import Core
import Display
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Realms that the settings name, on the panel")
struct PanelNamesTests {
    private final class NoDisplay: CharacterDisplayDriver, Sendable {
        func perform(_ operations: [DisplayOperation]) throws(HardwareError) {}
    }

    /// What the panel says with `watch` in the settings, once Europe's realms are known.
    private static func panel(watching watch: String) async throws -> PanelBody {
        let published = Locked([PanelBody]())
        let panel = try PanelHost.watching(watch, display: NoDisplay()) { body in
            published.withLock { $0.append(body) }
        }
        let work = Task { await panel.run() }
        panel.submit(.sources([PersonalFixture.europe]))
        panel.submit(.events([]))
        // A lamp whose only realm is called otherwise goes on waiting; the fault says why.
        let isShown = await becomesTrue {
            published.withLock { bodies in
                bodies.contains { body in
                    !body.faults.isEmpty || (body.lamps.first.map { $0.meaning != "waiting" } ?? false)
                }
            }
        }
        #expect(isShown)
        panel.submit(.stop())
        await work.value
        // The last one says only that the appliance ends.
        let bodies = published.withLock { $0 }
        return try #require(bodies.last { $0.lamps.first?.meaning != "dark" })
    }

    @Test("a name in another language lights its lamp, and is no fault")
    func native() async throws {
        let body = try await PanelNamesTests.panel(watching: "eu/retail/гордунни")
        #expect(body.faults.isEmpty)
        #expect(body.lamps.map(\.meaning) == ["someDown"])
        #expect(body.lamps.first?.says.map(\.key) == ["queue"])
    }

    @Test("a name that no realm has is a fault, with what was probably meant")
    func unmatched() async throws {
        let body = try await PanelNamesTests.panel(watching: "eu/retail/kazzakk")
        let fault = FaultBody(
            code: "E32",
            words: "no realm is called eu/retail/kazzakk, did you mean kazzak?"
        )
        #expect(body.faults == [fault])
    }
}
