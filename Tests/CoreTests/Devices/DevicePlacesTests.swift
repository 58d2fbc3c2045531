import CoreSupport
import Testing
import WatchpostModel

@testable import Core

private let hour: Int64 = 3_600
private let day: Int64 = 86_400

/// The network of a number outside.
private func network(_ number: Int) -> String { "2001:db8:\(number)::/48" }

extension DeviceFixture {
    /// A phone asks for something so many seconds after the beginning.
    fileprivate func visit(_ number: Int, after seconds: Int64) async throws {
        guard let device = try await store.identity(of: DeviceFixture.install(number)) else { return }
        try await store.noteUse(of: device.id, at: now.advanced(by: seconds))
    }

    /// The push service takes a notice for the address of a key.
    fileprivate func deliver(_ key: UInt8, at milliseconds: Int64 = 1, after seconds: Int64) async throws {
        let now = now.advanced(by: seconds)
        let address = DeviceFixture.address(key, at: milliseconds)
        try await database.write("deliver") { db throws(SQLiteError) in
            try AddressColumns.confirm(address.key, address.registeredAtMilliseconds, at: now, db)
        }
    }
}

@Suite("Places for phones")
struct DevicePlacesTests {
    @Test("at the limit the one who was away for longest makes room, if nothing is lost by it")
    func absent() async throws {
        let setup = try await DeviceFixture(mostDevices: 4)
        try await setup.use(try setup.registration(1, address: .set(DeviceFixture.address(1))))
        try await setup.deliver(1, after: day)
        let owner = try await setup.register(2)
        try await setup.store.persons.setAdministrator(true, person: owner.person)
        try await setup.use(try setup.registration(3, after: 2 * day))
        try await setup.use(try setup.registration(4, after: day))
        #expect(try await setup.put(try setup.registration(5, after: 31 * day)) == .full(4))
        try await setup.use(try setup.registration(5, after: 31 * day + 1))
        #expect(try await setup.numbers() == [1, 2, 3, 5])
        try await setup.use(try setup.registration(6, after: 33 * day))
        #expect(try await setup.put(try setup.registration(7, after: 33 * day)) == .full(4))
    }

    @Test("a stranger who took every place outside keeps nobody out for longer than an hour")
    func flooded() async throws {
        let setup = try await DeviceFixture(mostDevices: 20)
        try await setup.use(try setup.registration(1))
        for number in 2...18 {
            let address = AddressChange.set(DeviceFixture.address(UInt8(number)))
            _ = try await setup.put(try setup.registration(number, address: address, after: Int64(number)))
            try await setup.visit(number, after: Int64(number) + 1)
            _ = try await setup.put(
                try setup.registration(number, address: address, after: Int64(number) + 2)
            )
        }
        #expect(try await setup.put(try setup.registration(50, after: hour)) == .full(20))
        try await setup.use(try setup.registration(50, after: hour + 3))
        // The oldest one went, what it asked for and its push address notwithstanding; who came back stays.
        #expect(try await setup.numbers() == Set(Array(1...18) + [50]).subtracting([2]))
    }

    @Test(
        "a phone came back when it asks half a day after it registered, in whatever way",
        arguments: [0, 1, 12 * hour - 1, 12 * hour, 40 * day],
        [false, true]
    )
    func occasion(seconds: Int64, isRegistration: Bool) async throws {
        let setup = try await DeviceFixture()
        _ = try await setup.register(1)
        if isRegistration {
            _ = try await setup.put(try setup.registration(1, after: seconds))
        } else {
            try await setup.visit(1, after: seconds)
        }
        let found = try #require(try await setup.store.identity(of: DeviceFixture.install(1)))
        #expect(found.isUsed == (seconds >= 12 * hour))
        #expect(try await setup.store.device(found.id)?.isUsed == found.isUsed)
        #expect(!found.returns(at: setup.now.advanced(by: 12 * hour - 1)))
        #expect(found.returns(at: setup.now.advanced(by: 12 * hour)) == !found.isUsed)
    }

    @Test("a notice that a push service took keeps a place, as long as its address is the same and works")
    func reached() async throws {
        let setup = try await DeviceFixture(mostDevices: 10)
        for number in 1...9 {
            let address = AddressChange.set(DeviceFixture.address(UInt8(number)))
            _ = try await setup.put(try setup.registration(number, address: address))
        }
        try await setup.deliver(1, after: 12 * hour - 1)
        for key in UInt8(2)...7 { try await setup.deliver(key, after: 12 * hour) }
        // Named again, changed, refused, withdrawn, taken over by another phone; of 8 an earlier naming was meant.
        let same = AddressChange.set(DeviceFixture.address(2, at: 9))
        _ = try await setup.put(try setup.registration(2, address: same, after: hour))
        let other = AddressChange.set(DeviceFixture.address(103))
        _ = try await setup.put(try setup.registration(3, address: other, after: hour))
        let refused = DeviceFixture.address(4)
        try await setup.database.write("refuse") { db throws(SQLiteError) in
            try AddressColumns.disable(refused.key, 1, reason: "gone", db)
        }
        _ = try await setup.put(try setup.registration(5, address: .remove, after: hour))
        let taken = AddressChange.set(DeviceFixture.address(6))
        _ = try await setup.put(try setup.registration(9, address: taken, after: hour))
        try await setup.deliver(8, at: 0, after: 13 * hour)
        for number in 11...16 {
            try await setup.use(try setup.registration(number, after: day + 1))
        }
        #expect(try await setup.numbers() == Set(11...16).union([1, 2, 7]))
        #expect(try await setup.put(try setup.registration(17, after: 30 * day)) == .full(10))
        // 1 got its notice too early to be kept for good.
        try await setup.use(try setup.registration(17, after: 30 * day + 1))
        try await setup.use(try setup.registration(18, after: 40 * day))
        #expect(try await setup.numbers() == Set(12...18).union([2, 7]))
    }

    @Test(
        "the step to this release keeps who was used, and the addresses of those that were here on another day"
    )
    func upgraded() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile(path: "\(folder.path)/state.db", durability: .full, damage: .report)
        let setup = try await DeviceFixture(file)
        for number in 1...4 {
            let address = AddressChange.set(DeviceFixture.address(UInt8(number)))
            _ = try await setup.put(try setup.registration(number, address: address))
        }
        // As the release before left them: 1 asked once more, 2 was here on another day, 3 too and was refused.
        try await setup.database.write("an earlier release") { db throws(SQLiteError) in
            for statement in [
                "UPDATE devices SET used = 1 WHERE id < 4",
                "UPDATE devices SET seen_at = registered_at + 90000 WHERE id IN (2, 3)",
                "UPDATE devices SET push_state = 2, push_reason = 'gone' WHERE id = 3",
                "DROP INDEX devices_absent", "DROP INDEX devices_unused",
                "ALTER TABLE devices DROP COLUMN reached",
                "CREATE INDEX devices_absent ON devices (outside, seen_at) WHERE push_state <> 1",
                "CREATE INDEX devices_unused ON devices (outside, registered_at) WHERE used = 0",
                "DELETE FROM migrations WHERE name IN ('devices/6', 'devices/7')",
            ] {
                try db.execute(statement)
            }
        }
        await setup.database.close()
        let later = try await DeviceFixture(file)
        let found = try await later.database.read("devices") { db throws(SQLiteError) in
            try db.rows("SELECT used, reached FROM devices ORDER BY id") { row throws(SQLiteError) in
                [try row.integer(0), try row.integer(1)]
            }
        }
        #expect(found == [[1, 0], [1, 1], [1, 0], [0, 0]])
    }

    @Test("a day later the unused ones go as soon as places run short, some with each newcomer")
    func swept() async throws {
        let setup = try await DeviceFixture(mostDevices: 100)
        for number in 1...70 { _ = try await setup.put(try setup.registration(number)) }
        for number in 71...72 { try await setup.use(try setup.registration(number)) }
        // 72 of 90 are four fifths.
        #expect(try await setup.store.devices(after: 0, most: 1).total == 72)
        try await setup.use(try setup.registration(101, after: day))
        #expect(try await setup.numbers().count == 73, "not before the day is over")
        try await setup.use(try setup.registration(102, after: day + 1))
        #expect(try await setup.numbers() == Set(9...72).union([101, 102]))
        try await setup.use(try setup.registration(103, after: day + 1))
        #expect(try await setup.numbers().count == 67, "places are no longer short")
    }

    @Test("from half full on no network has more than its part, except by what it replaces itself")
    func ofNetwork() async throws {
        let setup = try await DeviceFixture(mostDevices: 100)
        for number in 1...40 { _ = try await setup.put(try setup.registration(number, network: network(1))) }
        for number in 41...45 { _ = try await setup.put(try setup.registration(number, network: network(2))) }
        // 45 of 90 are half: a town behind one address is welcome until then.
        let further = try setup.registration(46, network: network(1))
        #expect(try await setup.put(further) == .networkFull(10))
        try await setup.use(try setup.registration(46, network: network(2)))
        try await setup.use(try setup.registration(47))
        try await setup.use(try setup.registration(48, isLocal: true, network: network(1)))
        try await setup.use(try setup.registration(49, network: network(1), after: hour + 1))
        #expect(try await setup.numbers() == Set(2...49))
        let record = try await setup.store.identity(of: DeviceFixture.install(49))
        #expect(try await setup.store.device(try #require(record).id)?.network == network(1))
    }

    @Test("who used its phone keeps its place in a full network for 30 days")
    func usedInNetwork() async throws {
        let setup = try await DeviceFixture(mostDevices: 20)
        for number in 1...10 { try await setup.use(try setup.registration(number, network: network(1))) }
        let late = try setup.registration(11, network: network(1), after: 30 * day)
        #expect(try await setup.put(late) == .networkFull(10))
        try await setup.use(try setup.registration(11, network: network(1), after: 30 * day + 1))
        #expect(try await setup.numbers().count == 10)
    }

    @Test("nobody of home makes room for somebody from outside, and who comes home belongs there")
    func home() async throws {
        let setup = try await DeviceFixture(mostDevices: 10)
        for number in 1...8 {
            _ = try await setup.put(try setup.registration(number, isLocal: number < 8, network: network(1)))
        }
        // The eighth registered outside, and says who it is from home now.
        _ = try await setup.put(try setup.registration(8, isLocal: true))
        _ = try await setup.put(try setup.registration(9, network: network(1)))
        for number in 20...24 {
            let stranger = try setup.registration(number, after: 40 * day + Int64(number) * 2 * hour)
            guard case .registered = try await setup.put(stranger) else {
                Issue.record("no place for \(number)")
                return
            }
            #expect(try await setup.numbers() == Set(Array(1...8) + [number]))
        }
        for number in 30...33 {
            _ = try await setup.put(try setup.registration(number, isLocal: true, after: 80 * day))
        }
        #expect(try await setup.numbers().isSuperset(of: 30...33), "at home those of home make room")
    }

    @Test("the owner removes what was never used, old enough, in one go; the rest stays")
    func removed() async throws {
        let changes = Locked<[IdentityChange]>([])
        let setup = try await DeviceFixture(identities: { change in changes.withLock { $0.append(change) } })
        let ann = try await setup.register(1)
        try await setup.visit(1, after: 12 * hour)
        _ = try await setup.put(try setup.registration(400, isLocal: true))
        for number in 2...260 { _ = try await setup.put(try setup.registration(number, network: network(1))) }
        _ = try await setup.put(try setup.registration(300, after: hour))
        let owner = try await setup.register(401)
        try await setup.store.persons.setAdministrator(true, person: owner.person)
        changes.withLock { $0 = [] }
        let limit = setup.now.advanced(by: 1)
        let some = try await setup.store.removeUnused(before: limit, most: 150)
        let stay = KeptDevices(home: 1, administrators: 1, used: 1, young: 1)
        #expect(some == UnusedRemoval(removed: 150, left: 109, kept: stay))
        #expect(changes.withLock { $0 }.count == 300, "each phone and its person")
        let rest = try await setup.store.removeUnused(before: limit, most: 1_000)
        #expect(rest == UnusedRemoval(removed: 109, left: 0, kept: stay))
        #expect(try await setup.numbers() == [1, 300, 400, 401])
        #expect(try await setup.store.device(ann.id) != nil)
        // Nobody is told to stay away.
        #expect(try await setup.store.removedSecret(of: DeviceFixture.install(2)) == nil)
        let none = try await setup.store.removeUnused(before: limit, most: 1_000)
        #expect(none == UnusedRemoval(removed: 0, left: 0, kept: stay))
    }

    @Test("who got a notice soon after it had registered stays when unused ones are removed, for a month")
    func waiting() async throws {
        let setup = try await DeviceFixture()
        for number in 1...3 {
            let address = AddressChange.set(DeviceFixture.address(UInt8(number)))
            _ = try await setup.put(try setup.registration(number, address: address))
        }
        try await setup.deliver(1, after: 60)
        try await setup.deliver(2, after: 60)
        // Another address is another one's promise.
        let moved = AddressChange.set(DeviceFixture.address(9))
        _ = try await setup.put(try setup.registration(2, address: moved, after: hour))
        let month = setup.now.advanced(by: 30 * day)
        let some = try await setup.store.removeUnused(before: month, most: 10)
        #expect(some == UnusedRemoval(removed: 2, left: 0, kept: KeptDevices(used: 1)))
        let rest = try await setup.store.removeUnused(before: month.advanced(by: 1), most: 10)
        #expect(rest == UnusedRemoval(removed: 1, left: 0, kept: KeptDevices()))
    }

    @Test("the log hears once that places run short and once that none is left, however many come")
    func told() async throws {
        let heard = Locked<[PlaceShortage]>([])
        let setup = try await DeviceFixture(
            mostDevices: 20,
            shortage: { told in heard.withLock { $0.append(told) } }
        )
        for number in 1...40 { _ = try await setup.put(try setup.registration(number)) }
        let expected = [
            PlaceShortage(taken: 15, places: 18, isFull: false),
            PlaceShortage(taken: 18, places: 18, isFull: true),
        ]
        #expect(heard.withLock { $0 } == expected)
    }

    @Test("a full appliance finds who makes room along indices, without a walk and without sorting")
    func plans() async throws {
        let setup = try await DeviceFixture()
        let persons = "SEARCH persons USING INTEGER PRIMARY KEY (rowid=?)"
        let plans = [
            (EvictionTable.unused, "devices_unused (outside=? AND registered_at<?)"),
            (EvictionTable.longestAbsent, "devices_absent (outside=? AND seen_at<?)"),
            (EvictionTable.unusedOfNetwork, "devices_network (network=? AND used=? AND registered_at<?)"),
        ]
        for (query, index) in plans {
            let explained = "EXPLAIN QUERY PLAN \(query)"
            let statement = explained.replacing("?1", with: "1").replacing("?2", with: "1")
            let plan = try await setup.database.read("explain") { db throws(SQLiteError) in
                try db.rows(statement) { row throws(SQLiteError) in try row.text(3) }
            }
            #expect(plan == ["SEARCH devices USING INDEX \(index)", persons])
        }
    }
}
