import Testing

@testable import Appliance

@Suite("Push services that are not known")
struct UnknownServicesTests {
    @Test("each is told once, and listed with the newest first")
    func once() {
        var services = UnknownServices()
        #expect(services.note("a.example.org", isLocal: true)?.contains("a.example.org") == true)
        #expect(services.note("b.example.org", isLocal: true) != nil)
        #expect(services.note("a.example.org", isLocal: true) == nil)
        #expect(services.all == ["a.example.org", "b.example.org"])
    }

    @Test("strangers push out none of home, and fill neither list nor log")
    func bounded() {
        var services = UnknownServices()
        _ = services.note("home.example.org", isLocal: true)
        let lines = (0..<1_000).compactMap { services.note("s\($0).example.org", isLocal: false) }
        #expect(lines.count == 16)
        #expect(services.all.count == 9)
        #expect(services.all.first == "home.example.org")
        #expect(services.all[1] == "s999.example.org")
    }

    @Test("one that both named is listed once")
    func both() {
        var services = UnknownServices()
        _ = services.note("a.example.org", isLocal: true)
        _ = services.note("a.example.org", isLocal: false)
        #expect(services.all == ["a.example.org"])
    }
}
