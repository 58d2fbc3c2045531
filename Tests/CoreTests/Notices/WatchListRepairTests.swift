import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("Entries of watch lists that match no realm")
struct WatchListRepairTests {
    private let feed = RealmFeed(region: .eu, flavour: .retail)

    /// Two realms, and phones whose lists were stored when nobody knew them.
    private func house(_ file: DatabaseFile = .memory) async throws -> NoticeFixture {
        let house = try await NoticeFixture(file: file)
        try await house.place(1...2)
        return house
    }

    private func list(_ realms: [String], of phone: DeviceRecord, _ house: NoticeFixture) async throws {
        var list = try await house.devices.watchList(.eu, of: phone.person)
        list.realms = realms
        _ = try await house.devices.put(list, of: phone.person)
    }

    /// One run, by an index of the realms that there are.
    private func repair(_ house: NoticeFixture) async throws -> WatchListRepair.Outcome {
        let shelf = RealmNameCache()
        let source = SourceView(
            source: feed,
            freshness: FreshnessBody(state: .fresh),
            realms: try await house.realms.load().realms.map(\.view),
            groups: 1,
            outages: [],
            inMaintenanceWindow: false
        )
        let repair = WatchListRepair(
            feed,
            meaning: { shelf.meaning(of: $0, in: source) },
            name: { "Realm of \($0)" },
            at: house.now
        )
        let whole = Locked(WatchListRepair.Outcome())
        var last: String?
        repeat {
            last = try await house.devices.repairLists(repair, after: last) { part in
                whole.withLock { outcome in
                    outcome.renamed += part.renamed
                    outcome.told += part.told
                }
            }
        } while last != nil
        return whole.withLock { $0 }
    }

    private static let odd = ["retail/kel'thuzad", "retail/realm'-1", "retail/realm-2"]

    @Test("get their realm's slug where they are understood, and are told by name where not; once")
    func once() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let house = try await house(file)
        let phone = try await house.phone(1, watching: [2])
        try await list(WatchListRepairTests.odd, of: phone, house)
        #expect(try await repair(house) == WatchListRepair.Outcome(renamed: 1, told: 1))
        let stored = try await house.devices.watchList(.eu, of: phone.person)
        #expect(stored.realms == ["retail/kel'thuzad", "retail/realm-1", "retail/realm-2"])
        #expect(stored.version == 3)
        let sent = try await house.send().map(\.notice)
        #expect(sent.map(\.title) == ["EU: your watch list"])
        #expect(sent.allSatisfy { ToldPlaces.contains($0.collapseID) })
        let body = try #require(sent.first?.body)
        #expect(body.contains("No realm is called kel'thuzad"))
        #expect(body.contains("realm'-1 (Realm of realm-1)"))
        #expect(sent.first?.link == "/app#watched/eu")
        #expect(try await repair(house) == WatchListRepair.Outcome())
        await house.database.close()
        let again = try await NoticeFixture(file: file)
        #expect(try await repair(again) == WatchListRepair.Outcome())
        #expect(try await again.send().isEmpty)
        await again.database.close()
    }

    @Test("of flavours that nobody asks for are found among the others, and told with the flavour, once")
    func strange() async throws {
        let house = try await house()
        let phone = try await house.phone(1, watching: [2])
        let names = ["retail/realm-2", "retail-x/a", "retail0/a", "retial/kazzak", "retial/zuljin"]
        try await list(names, of: phone, house)
        let found = try await house.devices.flavours(onListsOf: .eu, after: nil)
        #expect(found == ["retail-x", "retail", "retail0", "retial"])
        #expect(try await house.devices.flavours(onListsOf: .eu, after: "retail") == ["retail0", "retial"])
        #expect(try await house.devices.flavours(onListsOf: .us, after: nil) == [])
        let repair = WatchListRepair(strange: "retial", in: .eu, at: house.now)
        let told = Locked(0)
        for _ in 0..<2 {
            let last = try await house.devices.repairLists(repair, after: nil) { outcome in
                told.withLock { $0 += outcome.told }
            }
            #expect(last == "retial/zuljin")
        }
        #expect(told.withLock { $0 } == 2)
        let sent = try await house.send().map(\.notice)
        #expect(sent.map(\.title) == ["EU: your watch list"])
        #expect(sent.first?.body.contains("No realm is called retial/kazzak") == true)
        let plan = try await house.database.read("plan") { db throws(SQLiteError) in
            try db.rows(
                "EXPLAIN QUERY PLAN " + WatchListRepair.flavoursOnLists,
                .text("eu"),
                .text(""),
                .integer(500)
            ) { row throws(SQLiteError) in try row.text(3) }
        }
        #expect(plan.filter { $0.hasPrefix("SEARCH w") }.count == 2)
    }

    @Test("wait for a phone that can be reached, and each phone of the person is told")
    func reach() async throws {
        let house = try await house()
        let phone = try await house.phone(1, watching: [2])
        try await list(["retail/nothing"], of: phone, house)
        try await house.forgetAddress(of: 1)
        #expect(try await repair(house) == WatchListRepair.Outcome())
        try await house.rememberAddress(of: 1)
        #expect(try await repair(house) == WatchListRepair.Outcome(renamed: 0, told: 1))
        // A phone that watches nothing else hears it as well.
        #expect(try await house.send().count == 1)
        #expect(try await repair(house) == WatchListRepair.Outcome())
    }

    @Test("are told in Polish, and in the phone's list before they leave")
    func polish() async throws {
        let house = try await house()
        let phone = try await house.phone(1, watching: [2], locale: "pl-PL")
        try await list(WatchListRepairTests.odd, of: phone, house)
        _ = try await repair(house)
        let waiting = try await house.notices.recent(device: phone.id, most: 5)
        #expect(waiting.map(\.title) == ["EU: lista obserwowanych"])
        let body = try #require(try await house.send().first?.notice.body)
        #expect(body.contains("Żaden serwer nie nazywa się kel'thuzad"))
        #expect(body.contains("Obserwowane od teraz: realm'-1 (Realm of realm-1)"))
    }

    @Test("are not told again to phones that are linked or go their own way")
    func linked() async throws {
        let house = try await house()
        let (one, two) = (try await house.phone(1, watching: []), try await house.phone(2, watching: []))
        try await list(["retail/nothing"], of: one, house)
        #expect(try await repair(house) == WatchListRepair.Outcome(renamed: 0, told: 1))
        #expect(try await house.send().count == 1)
        let code = [UInt8](repeating: 5, count: 32)
        _ = try await house.devices.addLinkCode(hash: code, person: two.person, at: house.now)
        _ = try await house.devices.join(one.id, codeHash: code, at: house.now)
        #expect(try await repair(house) == WatchListRepair.Outcome())
        #expect(try await house.devices.leave(one.install, person: two.person, at: house.now))
        #expect(try await repair(house) == WatchListRepair.Outcome())
    }

    @Test("are looked for once a name, however many phones watch realms that there are")
    func healthy() async throws {
        let house = try await house()
        for number in 1...20 { _ = try await house.phone(number, watching: [1, 2]) }
        let names = WatchListRepair(feed, meaning: { .unknown(slug: $0) }, name: { $0 }, at: house.now)
        let found = try await house.database.read("names") { db throws(SQLiteError) in
            try names.names(after: nil, db)
        }
        #expect(found == WatchListRepair.Names(unmatched: [], last: "retail/realm-2"))
        let plan = try await house.database.read("plan") { db throws(SQLiteError) in
            try db.rows(
                "EXPLAIN QUERY PLAN " + WatchListRepair.namesOnLists,
                .text("eu"),
                .text("retail/"),
                .text("retail0"),
                .text("retail"),
                .integer(500)
            ) { row throws(SQLiteError) in try row.text(3) }
        }
        // Each step of the walk begins in the index where the last one ended.
        #expect(plan.filter { $0.contains("watched_realms") || $0.contains("SEARCH w ") }.count == 2)
        #expect(!plan.contains { $0.hasPrefix("SCAN w") })
    }

    @Test("of many phones are all found, page by page, and other flavours are left alone")
    func pages() async throws {
        let house = try await house()
        for number in 1...3 {
            let phone = try await house.phone(number, watching: [])
            let names = (0..<150).map { "retail/nothing-\($0)" } + ["classic/nothing", "retailx/nothing"]
            try await list(names.sorted(), of: phone, house)
        }
        #expect(try await repair(house) == WatchListRepair.Outcome(renamed: 0, told: 450))
        let left = try await house.count("SELECT count(*) FROM watched_realms WHERE told = 0")
        #expect(left == 6)
    }
}
