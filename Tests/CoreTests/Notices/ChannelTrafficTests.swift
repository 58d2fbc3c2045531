import Core
import CoreSupport
import TestSupport
import Testing

@Suite("How much of a channel is under way")
struct ChannelTrafficTests {
    private func working(_ services: String...) -> ChannelTraffic {
        var traffic = ChannelTraffic(parallelism: 4)
        for service in services {
            traffic.sent(to: service, at: .zero)
            traffic.answered(by: service, works: true)
        }
        return traffic
    }

    @Test("a service gets more only when half of its window is free, and nothing while the channel is held")
    func window() {
        var traffic = working("a")
        #expect(traffic.choice(at: .zero) == ServiceChoice(open: ["a"], room: 8, closed: [], tries: 16))
        for _ in 0..<8 { traffic.sent(to: "a", at: .zero) }
        for _ in 0..<3 { traffic.answered(by: "a", works: true) }
        #expect(traffic.choice(at: .zero) == ServiceChoice(open: [], room: 8, closed: ["a"], tries: 16))
        traffic.answered(by: "a", works: true)
        #expect(traffic.choice(at: .zero)?.room == 4)
        traffic.hold(for: .seconds(30), at: .seconds(10))
        traffic.hold(for: .seconds(1), at: .seconds(10))
        #expect(traffic.choice(at: .seconds(39)) == nil)
        #expect(traffic.held(at: .seconds(39)) == .seconds(40))
        #expect(traffic.choice(at: .seconds(40))?.room == 4)
    }

    @Test("a service that never answers takes its own window and nobody else's")
    func stuck() {
        var traffic = working("stuck", "well")
        for _ in 0..<8 { traffic.sent(to: "stuck", at: .zero) }
        #expect(
            traffic.choice(at: .zero) == ServiceChoice(open: ["well"], room: 8, closed: ["stuck"], tries: 16)
        )
        // The first of its notices was given up: from now on it gets one at a time.
        traffic.answered(by: "stuck", works: false)
        #expect(traffic.choice(at: .zero)?.closed == ["stuck"])
        for _ in 0..<7 { traffic.answered(by: "stuck", works: false) }
        #expect(
            traffic.choice(at: .zero) == ServiceChoice(open: ["well"], room: 8, closed: [], tries: 16)
        )
        traffic.sent(to: "stuck", at: .zero)
        #expect(traffic.choice(at: .zero)?.closed == ["stuck"])
    }

    @Test("a held service is tried again with one notice")
    func held() {
        var traffic = working("a")
        traffic.hold("a", for: .seconds(60), at: .seconds(5))
        #expect(traffic.choice(at: .seconds(64))?.closed == ["a"])
        #expect(
            traffic.choice(at: .seconds(65)) == ServiceChoice(open: [], room: 8, closed: [], tries: 16)
        )
    }

    @Test("invented hosts without end get sixteen notices at a time, and push no service out that works")
    func invented() {
        var traffic = working("real")
        var waiting: [String] = []
        for number in 0..<TestEffort.rounds(500) {
            if let choice = traffic.choice(at: .zero), choice.tries > 0 {
                traffic.sent(to: "host \(number)", at: .zero)
                waiting.append("host \(number)")
            } else {
                traffic.answered(by: waiting.removeFirst(), works: false)
            }
            #expect(waiting.count <= 16)
            #expect(traffic.remembered <= 64)
        }
        #expect(traffic.choice(at: .zero)?.open == ["real"])
        #expect(traffic.underWay == waiting.count)
    }

    @Test("rows are leased for services that have room, and one for each that nobody knows")
    func leasing() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        for (index, service) in ["b", "a", "c"].enumerated() {
            for number in 1...3 {
                try await appliance.phone(index * 10 + number, watching: [3], service: "\(service).example")
            }
        }
        try await appliance.change([3], .down, .down)
        try await appliance.fanOut()
        let choice = ServiceChoice(open: ["a.example"], room: 2, closed: ["b.example"], tries: 16)
        func lease(_ choice: ServiceChoice) async throws -> [String] {
            try await appliance.notices.lease(choice, channel: "webpush", merging: false, at: appliance.now)
                .map(\.service)
        }
        #expect(try await lease(choice) == ["a.example", "a.example", "c.example"])
        #expect(try await lease(choice) == ["a.example", "c.example"])
        let full = ServiceChoice(open: [], room: 2, closed: ["b.example", "c.example"], tries: 16)
        #expect(try await lease(full) == [])
        #expect(try await appliance.notices.nextDue(channel: "webpush", choice) != nil)
        let none = ServiceChoice(open: ["a.example"], room: 2, closed: ["b.example", "c.example"], tries: 16)
        // Nothing but the end of the leases.
        let end = appliance.now.advanced(by: 300)
        #expect(try await appliance.notices.nextDue(channel: "webpush", none) == end)
    }
}
