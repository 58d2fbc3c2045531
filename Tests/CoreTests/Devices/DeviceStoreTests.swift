import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("Device store")
struct DeviceStoreTests {
    @Test("a registration makes a person, and the same again changes nothing")
    func registers() async throws {
        let appliance = try await DeviceFixture()
        let registration = try appliance.registration(1, name: "Ann's phone")
        let first = try await appliance.put(registration)
        let again = try await appliance.put(registration)
        guard case .registered(let record) = first else {
            Issue.record("not registered: \(first)")
            return
        }
        #expect(again == .renewed(record))
        #expect(record.name == "Ann's phone")
        #expect(record.push == .none)
        #expect(record.linkedDevices == 1)
        #expect(!record.isAdministrator)
        let identity = try await appliance.store.identity(of: record.install)
        #expect(identity?.id == record.id)
        #expect(identity?.secretHash == registration.secretHash)
        #expect(try await appliance.store.identity(of: DeviceFixture.install(2)) == nil)
    }

    @Test("another secret never changes a device")
    func refuses() async throws {
        let appliance = try await DeviceFixture()
        let record = try await appliance.register(1)
        let stranger = try appliance.registration(1, secret: 2, name: "mine now")
        #expect(try await appliance.put(stranger) == .refused)
        #expect(try await appliance.store.device(record.id) == record)
    }

    @Test("a name that is left out stays, and a day passes before a visit is written")
    func renews() async throws {
        let appliance = try await DeviceFixture()
        _ = try await appliance.put(try appliance.registration(1, name: "Ann's phone"))
        guard case .renewed(let soon) = try await appliance.put(try appliance.registration(1, after: 3_600))
        else {
            Issue.record("not renewed")
            return
        }
        #expect(soon.name == "Ann's phone")
        #expect(soon.seenAt == appliance.now)
        guard case .renewed(let later) = try await appliance.put(try appliance.registration(1, after: 90_000))
        else {
            Issue.record("not renewed")
            return
        }
        #expect(later.seenAt == appliance.now.advanced(by: 90_000))
        #expect(later.registeredAt == appliance.now)
    }

    @Test("registrations are bounded, and one that goes makes room")
    func bounded() async throws {
        let appliance = try await DeviceFixture(mostDevices: 2)
        let first = try await appliance.register(1)
        _ = try await appliance.register(2)
        #expect(try await appliance.put(try appliance.registration(3)) == .full(2))
        guard case .renewed = try await appliance.put(try appliance.registration(2)) else {
            Issue.record("a known device is not a further one")
            return
        }
        #expect(try await appliance.store.delete(first.id))
        _ = try await appliance.register(3)
    }

    @Test("a list of somebody who was just deleted is no trouble of the disk")
    func deserted() async throws {
        let appliance = try await DeviceFixture()
        let ann = try await appliance.register(1)
        #expect(try await appliance.store.delete(ann.id))
        let list = appliance.list(["retail/kazzak"])
        #expect(try await appliance.store.put(list, of: ann.person) == .conflict(.empty(.eu)))
    }

    @Test("strangers leave a tenth of the places to phones at home")
    func placesAtHome() async throws {
        let appliance = try await DeviceFixture(mostDevices: 20)
        for number in 1...18 { _ = try await appliance.register(number) }
        #expect(try await appliance.put(try appliance.registration(19)) == .full(20))
        for number in 19...20 {
            guard
                case .registered = try await appliance.put(try appliance.registration(number, isLocal: true))
            else {
                Issue.record("no place at home for \(number)")
                return
            }
        }
        #expect(try await appliance.put(try appliance.registration(21, isLocal: true)) == .full(20))
    }

    @Test("a push address belongs to the device that named it last")
    func addressMoves() async throws {
        let appliance = try await DeviceFixture()
        let address = DeviceFixture.address(7)
        _ = try await appliance.put(try appliance.registration(1, address: .set(address)))
        _ = try await appliance.put(try appliance.registration(2, address: .set(address)))
        let page = try await appliance.store.devices(after: 0, most: 10)
        #expect(page.devices.map(\.push) == [.none, .active(channel: "webpush")])
        guard case .renewed(let kept) = try await appliance.put(try appliance.registration(2)) else {
            Issue.record("not renewed")
            return
        }
        #expect(kept.push == .active(channel: "webpush"))
        guard
            case .renewed(let silent) = try await appliance.put(
                try appliance.registration(2, address: .remove)
            )
        else {
            Issue.record("not renewed")
            return
        }
        #expect(silent.push == .none)
    }

    @Test("nothing of a deleted device stays")
    func deletes() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let opened = try await Database.open(file, migrations: StateTables.core.migrations, now: nil)
        let store = DeviceStore(database: opened.database, participants: try DeviceFixture.participants())
        let appliance = try await DeviceFixture()
        let registration = try appliance.registration(1, address: .set(DeviceFixture.address(1)))
        _ = try await store.put(registration, isSameSecret: { $0 == $1 })
        let identity = try #require(try await store.identity(of: registration.install))
        _ = try await store.put(appliance.list(["retail/kazzak"]), of: identity.person)
        let alert = try MapAlert(mode: "pubs", map: nil, minutes: 5, once: true, days: .all, hours: nil)
        let alerts = AlertList(version: 0, quiet: nil, maps: [alert])
        _ = try await store.put(alerts, ofDevice: identity.id)
        let hash = [UInt8](repeating: 9, count: 32)
        _ = try await store.addLinkCode(hash: hash, person: identity.person, at: appliance.now)
        #expect(try await store.delete(identity.id))
        let left = try await opened.database.read("count") { db throws(SQLiteError) in
            try db.first(
                """
                SELECT (SELECT count(*) FROM persons) + (SELECT count(*) FROM devices)
                    + (SELECT count(*) FROM watch_lists) + (SELECT count(*) FROM watched_realms)
                    + (SELECT count(*) FROM map_alerts) + (SELECT count(*) FROM link_codes)
                """
            ) { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect(left == 0)
        #expect(try await store.delete(identity.id) == false)
    }

    @Test("a list replaces the version that it names, and no other")
    func versions() async throws {
        let appliance = try await DeviceFixture()
        let person = try await appliance.register(1).person
        let store = appliance.store
        #expect(try await store.watchList(.eu, of: person) == .empty(.eu))
        let first = appliance.list(["retail/kazzak"])
        #expect(
            try await store.put(first, of: person) == .stored(appliance.list(["retail/kazzak"], version: 1))
        )
        let lost = try await store.put(first, of: person)
        #expect(lost == .unchanged(appliance.list(["retail/kazzak"], version: 1)))
        let old = try await store.put(appliance.list(["retail/draenor"], version: 0), of: person)
        #expect(old == .conflict(appliance.list(["retail/kazzak"], version: 1)))
        let future = try await store.put(appliance.list(["retail/draenor"], version: 2), of: person)
        #expect(future == .conflict(appliance.list(["retail/kazzak"], version: 1)))
        let next = appliance.list(["retail/draenor", "retail/kazzak"], version: 1, kinds: .all)
        var wanted = next
        wanted.version = 2
        #expect(try await store.put(next, of: person) == .stored(wanted))
        #expect(try await store.watchList(.eu, of: person) == wanted)
        #expect(try await store.watchList(.us, of: person) == .empty(.us))
    }

    @Test("the empty list is a list")
    func emptyList() async throws {
        let appliance = try await DeviceFixture()
        let record = try await appliance.register(1)
        #expect(
            try await appliance.store.put(appliance.list([]), of: record.person)
                == .stored(appliance.list([], version: 1))
        )
        let again = try await appliance.store.put(appliance.list([]), of: record.person)
        #expect(again == .unchanged(appliance.list([], version: 1)))
        // It watches nothing.
        #expect(try await appliance.store.device(record.id)?.regions == [])
    }

    @Test("alerts come back as they were stored, by the same rule")
    func alerts() async throws {
        let appliance = try await DeviceFixture()
        let id = try await appliance.register(1).id
        #expect(try await appliance.store.alerts(of: id) == AlertList(version: 0, quiet: nil, maps: []))
        var list = AlertList(
            version: 0,
            quiet: MinuteSpan(from: 1_320, to: 420),
            maps: [
                try MapAlert(
                    mode: "pubs",
                    map: "SP",
                    minutes: 15,
                    once: true,
                    days: WeekdaySet([.friday, .sunday]),
                    hours: MinuteSpan(from: 1_080, to: 1_410)
                ),
                try MapAlert(mode: "ranked", map: nil, minutes: 0, once: false, days: .all, hours: nil),
            ]
        )
        let sent = list
        list.version = 1
        #expect(try await appliance.store.put(sent, ofDevice: id) == .stored(list))
        #expect(try await appliance.store.put(sent, ofDevice: id) == .unchanged(list))
        let other = AlertList(version: 0, quiet: nil, maps: [])
        #expect(try await appliance.store.put(other, ofDevice: id) == .conflict(list))
        #expect(try await appliance.store.alerts(of: id) == list)
        #expect(try await appliance.store.put(sent, ofDevice: 99) == nil)
    }

    @Test("the lamp hears of what administrators watch, and of nobody else's realms")
    func administrators() async throws {
        let appliance = try await DeviceFixture()
        let ann = try await appliance.register(1)
        let bob = try await appliance.register(2)
        _ = try await appliance.store.put(appliance.list(["retail/kazzak"]), of: ann.person)
        _ = try await appliance.store.put(
            appliance.list(["retail/draenor", "retail/kazzak"]),
            of: bob.person
        )
        #expect(try await appliance.store.administratorsRealms().isEmpty)
        try await appliance.store.persons.setAdministrator(true, person: ann.person)
        #expect(try await appliance.store.administratorsRealms() == [.eu: ["retail/kazzak"]])
        #expect(try await appliance.store.device(ann.id)?.isAdministrator == true)
        try await appliance.store.persons.setAdministrator(false, person: ann.person)
        #expect(try await appliance.store.administratorsRealms().isEmpty)
    }
}
