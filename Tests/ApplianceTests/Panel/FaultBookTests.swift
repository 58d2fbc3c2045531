import Core
import Display
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Faults of several parts under one code")
struct FaultBookTests {
    private let box = PanelFault(code: "E01", words: "of the box")
    private let phones = PanelFault(code: "E01", words: "of phones", isOfTheBox: false, isForLamps: false)
    private let news = PanelFault(code: "E01", words: "of news", isOfTheBox: false, isForLamps: false)

    @Test("a code is shown as long as any part has it, once, and the gravest of them")
    func several() {
        var faults = FaultBook()
        faults["E01", "phones"] = phones
        faults["E01", "news"] = news
        #expect(faults.shown == [phones])
        faults["E01", "announcements"] = box
        #expect(faults.shown == [box], "lamps must not promise anything")
        faults["E01", "phones"] = nil
        #expect(faults.shown == [box])
        faults["E01", "announcements"] = nil
        #expect(faults.shown == [news])
        faults["E01", "announcements"] = nil
        #expect(faults.shown == [news])
        faults["E01", "news"] = nil
        #expect(faults.shown.isEmpty && faults == FaultBook())
    }

    @Test("parts of other codes stay for themselves, and other words take the place of the first")
    func others() {
        let setting = PanelFault(setting: "no such realm")
        var faults = FaultBook(["E32": setting])
        faults["E01", "phones"] = phones
        let other = PanelFault(code: "E01", words: "other words", isOfTheBox: false, isForLamps: false)
        faults["E01", "phones"] = other
        #expect(faults.shown.sorted { $0.code < $1.code } == [other, setting])
        #expect(faults["E32"] == setting && faults["E01"] == nil)
        faults["E32"] = nil
        #expect(faults.shown == [other])
    }

    @Test("the panel shows one fault for all parts whose writes fail, until the last of them goes well")
    func panel() async throws {
        let published = Locked<[PanelBody]>([])
        let panel = try PanelHost.watching { body in published.withLock { $0.append(body) } }
        let work = Task { await panel.run() }
        func shows(_ words: [String]) async -> Bool {
            await becomesTrue { published.withLock { $0.last }?.faults.map(\.words) == words }
        }
        panel.submit(.fault(code: "E01", of: "phones", phones))
        #expect(await shows(["of phones"]))
        panel.submit(.fault(code: "E01", of: "announcements", box))
        #expect(await shows(["of the box"]))
        panel.submit(.fault(code: "E01", of: "announcements", nil))
        #expect(await shows(["of phones"]))
        panel.submit(.fault(code: "E01", of: "phones", nil))
        #expect(await shows([]))
        panel.submit(.stop())
        await work.value
    }
}
