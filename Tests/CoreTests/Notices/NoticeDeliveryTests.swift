import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("Notices, from a change to a phone")
struct NoticeDeliveryTests {
    @Test("a realm that goes down and comes back is told twice, and nothing else is")
    func downAndUp() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: [1, 2, 3, 4, 5])
        try await appliance.phone(2, watching: [2, 3, 4, 5, 6])
        try await appliance.change([1], .down, .down)
        #expect(try await appliance.deliver() == ["Realm 1 is down"])
        #expect(try await appliance.deliver() == [])
        try await appliance.change([1], .up, .up)
        #expect(try await appliance.deliver() == ["Realm 1 is up"])
        #expect(try await appliance.count("SELECT count(*) FROM notice_changes") == 0)
        #expect(try await appliance.count("SELECT count(*) FROM told") == 0)
    }

    @Test("a phone that joins a person saw what was down, and hears that it is up", arguments: [false, true])
    func linked(joiningMakesTheCode: Bool) async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let ann = try await appliance.phone(1, watching: 1..<6)
        let tablet = try await appliance.phone(2, watching: [6, 7])
        try await appliance.change([1], .down, .down)
        #expect(try await appliance.deliver() == ["Realm 1 is down"])
        let (maker, user) = joiningMakesTheCode ? (tablet, ann) : (ann, tablet)
        let code = [UInt8](repeating: 5, count: 32)
        _ = try await appliance.devices.addLinkCode(hash: code, person: maker.person, at: appliance.now)
        _ = try await appliance.devices.join(user.id, codeHash: code, at: appliance.now)
        try await appliance.change([1], .up, .up)
        #expect(try await appliance.deliver() == ["Realm 1 is up", "Realm 1 is up"])
    }

    @Test("queues that had to wait for the end of quiet hours are one notice in the morning")
    func chatterMerges() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8, kinds: [.status, .queue])
        try await appliance.database.write("quiet") { db throws(SQLiteError) in
            try db.execute("UPDATE devices SET zone = 'UTC', quiet_from = 0, quiet_to = 1439")
        }
        for number in 0..<5 {
            try await appliance.change([number], .up, .queueStarted, queue: true)
            #expect(try await appliance.deliver() == [])
        }
        try await appliance.change([4], .up, .queueEnded)
        appliance.now = UnixTime(seconds: (appliance.now.seconds / 86_400 + 1) * 86_400 - 60)
        #expect(try await appliance.send().map(\.notice.title) == ["EU: queues on 4 realms"])
        #expect(
            try await appliance.count("SELECT count(*) FROM outbox WHERE reason = 'merged into one'") == 5
        )
    }

    @Test("what nobody watches is not even written")
    func unwatched() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<3)
        try await appliance.phone(1, watching: [1])
        try await appliance.change([2], .down, .down)
        #expect(try await appliance.count("SELECT count(*) FROM notice_changes") == 0)
    }

    @Test("down and up again within the wait says nothing")
    func blip() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        try await appliance.change([1], .down, .down)
        try await appliance.change([1], .up, .up)
        #expect(try await appliance.deliver() == [])
    }

    @Test("a notice that could not leave says nothing once it is over")
    func overBeforeItLeft() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        try await appliance.change([1], .down, .down)
        try await appliance.fanOut()
        appliance.now = appliance.now.advanced(by: 8 * 3_600)
        try await appliance.change([1], .up, .up)
        #expect(try await appliance.deliver() == [])
        #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state = 3") == 1)
    }

    @Test("a realm that is still down after a cut of eight hours is told, without a sound")
    func late() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        try await appliance.change([1], .down, .down)
        try await appliance.fanOut()
        appliance.now = appliance.now.advanced(by: 8 * 3_600)
        let sent = try await appliance.send()
        #expect(sent.map(\.notice.title) == ["Realm 1 is down"])
        #expect(sent.map(\.notice.urgency) == [.passive])
        appliance.now = appliance.now.advanced(by: 3_600)
        try await appliance.change([1], .up, .up)
        #expect(try await appliance.deliver() == ["Realm 1 is up"])
    }

    @Test("400 realms down are one notice for each phone")
    func outage() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<400)
        for number in 1...20 { try await appliance.phone(number, watching: number..<(number + 16)) }
        try await appliance.phone(21, watching: 0..<400)
        try await appliance.outage(0..<400, over: false)
        let titles = try await appliance.deliver()
        #expect(titles.count == 21)
        #expect(Set(titles) == ["EU: all 16 realms are down", "EU: all 400 realms are down"])
        try await appliance.outage(0..<400, over: true)
        let back = try await appliance.deliver()
        #expect(back.count == 21)
        #expect(Set(back) == ["EU: all 16 realms are up", "EU: all 400 realms are up"])
    }

    @Test("further realms of an outage update its notice without a sound")
    func growing() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<16)
        try await appliance.phone(1, watching: 0..<16)
        try await appliance.outage(0..<10, over: false)
        #expect(try await appliance.deliver() == ["EU: 10 of 16 realms are down"])
        try await appliance.change([10, 11], .down, .down)
        appliance.now = appliance.now.advanced(by: 20)
        try await appliance.fanOut()
        let update = try await appliance.send()
        #expect(update.map(\.notice.title) == ["EU: 12 of 16 realms are down"])
        #expect(update.map(\.notice.urgency) == [.passive])
        #expect(update.map(\.notice.collapseID) == ["g:eu"])
    }

    @Test("the first that are back are told at once, and the last when all are")
    func recovery() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<16)
        try await appliance.phone(1, watching: 0..<14)
        try await appliance.outage(0..<14, over: false)
        #expect(try await appliance.deliver() == ["EU: all 14 realms are down"])
        try await appliance.change(0..<9, .up, .up)
        try await appliance.fanOut()
        let partial = try await appliance.send()
        #expect(partial.map(\.notice.title) == ["EU: 9 of 14 realms are up"])
        #expect(partial.first?.notice.body.hasPrefix("Still down: Realm 10, Realm 11") == true)
        try await appliance.change(9..<14, .up, .up)
        #expect(try await appliance.deliver() == ["EU: all 5 realms are up"])
        #expect(try await appliance.count("SELECT count(*) FROM told") == 0)
    }

    @Test("whoever begins to watch a realm that is down hears when it is up")
    func watchedWhileDown() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.place([3], .down)
        let phone = try await appliance.phone(1, watching: 0..<8)
        try await appliance.change([3], .up, .up)
        #expect(try await appliance.deliver() == ["Realm 3 is up"])
        try await appliance.watch(phone.person, 0..<3)
        try await appliance.change([3], .down, .down)
        #expect(try await appliance.deliver() == [])
    }

    @Test("what a phone could not hear is not held against it: the next outage is told")
    func deaf() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        let second = try await appliance.phone(2, watching: 0..<8)
        try await appliance.change([1], .down, .down)
        #expect(try await appliance.deliver().count == 2)
        try await appliance.database.write("off") { db throws(SQLiteError) in
            try db.execute("UPDATE devices SET push_state = 2 WHERE person <> ?1", .integer(second.person))
        }
        try await appliance.watch(second.person, 0..<8, kinds: .queue)
        try await appliance.change([1], .up, .up)
        #expect(try await appliance.deliver() == [])
        try await appliance.database.write("on") { db throws(SQLiteError) in
            try db.execute("UPDATE devices SET push_state = 1")
        }
        try await appliance.watch(second.person, 0..<8)
        try await appliance.change([1], .down, .down)
        #expect(try await appliance.deliver() == ["Realm 1 is down", "Realm 1 is down"])
    }

    @Test("the end of maintenance is told to whoever asked for nothing else, even if the list is younger")
    func maintenanceOnly() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        let phone = try await appliance.phone(1, watching: [5], kinds: .maintenance)
        try await appliance.change([5], .maintenance, .maintenance)
        try await appliance.watch(phone.person, [5, 6], kinds: .maintenance)
        try await appliance.watch(phone.person, [6], kinds: .maintenance)
        try await appliance.watch(phone.person, [5, 6], kinds: .maintenance)
        try await appliance.change([5], .up, .up)
        #expect(try await appliance.deliver() == ["Realm 5 is up"])
    }

    @Test("queues and maintenance are told to those who asked")
    func kinds() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8)
        try await appliance.phone(2, watching: 0..<8, kinds: [.queue, .maintenance])
        try await appliance.change([1], .up, .queueStarted, queue: true)
        #expect(try await appliance.deliver() == ["Realm 1 has a queue"])
        try await appliance.change([2], .maintenance, .maintenance)
        #expect(try await appliance.deliver() == [])
        try await appliance.change([2], .up, .up)
        #expect(try await appliance.deliver() == ["Realm 2 is up"])
        #expect(try await appliance.count("SELECT count(*) FROM notice_maintenance") == 0)
    }

    @Test("a phone in Polish reads Polish")
    func polish() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<8)
        try await appliance.phone(1, watching: 0..<8, locale: "pl-PL")
        // Malagasy of the plateau is another language.
        try await appliance.phone(2, watching: 0..<8, locale: "plt-MG")
        try await appliance.change([1], .down, .down)
        #expect(Set(try await appliance.deliver()) == ["Realm 1 nie działa", "Realm 1 is down"])
    }

    @Test("too many notices in a row wait and become one")
    func bucket() async throws {
        let appliance = try await NoticeFixture()
        try await appliance.place(0..<40)
        try await appliance.phone(1, watching: 0..<40)
        var titles: [String] = []
        for number in 0..<9 {
            try await appliance.change([number], .down, .down)
            titles += try await appliance.deliver()
        }
        #expect(titles.count == 5)
        appliance.now = appliance.now.advanced(by: 900)
        #expect(try await appliance.send().map(\.notice.title) == ["EU: 9 of 40 realms are down"])
        #expect(try await appliance.count("SELECT count(*) FROM outbox WHERE state < 2") == 0)
        #expect(try await appliance.count("SELECT count(*) FROM told") == 9)
    }
}
