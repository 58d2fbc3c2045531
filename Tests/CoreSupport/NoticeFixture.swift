package import Core
import Foundation
package import WatchpostModel

/// A whole state database with realms of one region, phones that watch them, and a clock to turn.
package final class NoticeFixture {
    package let database: Database
    package let realms: RealmStore
    package let devices: DeviceStore
    package let notices: NoticeStore
    package var now = UnixTime(seconds: 1_800_000_000)
    private var states: [String: RealmState] = [:]

    /// `topics`: beside those that the appliance has.
    package init(
        rules: NoticePolicy = NoticePolicy(),
        file: DatabaseFile = .memory,
        topics: [any NoticeTopic] = [],
        migrations: [Migration] = StateTables.core.migrations
    ) async throws {
        let start = UnixTime(seconds: 1_800_000_000)
        database = try await Database.open(file, migrations: migrations, now: start).database
        realms = RealmStore(database: database, participants: NoticeTables.announcing)
        devices = DeviceStore(database: database, participants: try DeviceFixture.participants())
        notices = NoticeStore(
            database: database,
            rules: rules,
            topics: NoticeTopics(NoticeTopics.core + topics, in: try NoticeWordsFiles.languages())
        )
    }

    package static func id(_ number: Int) -> String { "retail/realm-\(number)" }

    /// Commits realms in a state without any event.
    package func place(_ numbers: some Sequence<Int>, _ state: RealmState = .up) async throws {
        var changes = RealmChanges()
        changes.realms = numbers.map { record($0, state) }
        for number in numbers { states[NoticeFixture.id(number)] = state }
        _ = try await realms.commit(changes, events: [])
    }

    package func state(of number: Int) -> RealmState { states[NoticeFixture.id(number)] ?? .unknown }

    /// Commits a change of single realms with its events, as the announcer does.
    package func change(
        _ numbers: some Sequence<Int>,
        _ state: RealmState,
        _ change: RealmEventBody.Change,
        queue: Bool = false
    ) async throws {
        var changes = RealmChanges()
        changes.realms = numbers.map { record($0, state, queue: queue) }
        for number in numbers { states[NoticeFixture.id(number)] = state }
        let events = numbers.map { number in
            EventBody.realm(
                RealmEventBody(
                    region: .eu,
                    id: NoticeFixture.id(number),
                    name: "Realm \(number)",
                    change: change,
                    at: now
                )
            )
        }
        _ = try await realms.commit(changes, events: events)
    }

    /// Commits an outage, or its end, as one event.
    package func outage(_ numbers: some Sequence<Int>, over: Bool, maintenance: Bool = false) async throws {
        let state: RealmState = over ? .up : maintenance ? .maintenance : .down
        var changes = RealmChanges()
        changes.realms = numbers.map { record($0, state) }
        for number in numbers { states[NoticeFixture.id(number)] = state }
        let body = OutageEventBody(
            region: .eu,
            flavour: "retail",
            scope: .region,
            category: nil,
            over: over,
            maintenance: maintenance,
            realms: numbers.map(NoticeFixture.id),
            at: now
        )
        _ = try await realms.commit(changes, events: [.outage(body)])
    }

    /// Registers a phone that watches these realms; its row's number.
    @discardableResult
    package func phone(
        _ number: Int,
        watching numbers: some Sequence<Int>,
        kinds: WatchKinds = .standard,
        locale: String = "en-GB",
        zone: String = "Europe/Warsaw",
        service: String = ""
    ) async throws -> DeviceRecord {
        let registration = DeviceRegistration(
            install: DeviceFixture.install(number),
            secretHash: [UInt8](repeating: 1, count: 32),
            profile: DeviceProfile(name: nil, locale: locale, zone: zone),
            address: .set(address(number, service: service)),
            at: now
        )
        guard case .registered(let record) = try await devices.put(registration, isSameSecret: { $0 == $1 })
        else {
            throw DeviceRefusal("phone \(number) was there already")
        }
        try await watch(record.person, numbers, kinds: kinds)
        return record
    }

    /// The phone wants no notices any more.
    package func forgetAddress(of number: Int) async throws { try await renew(number, .remove) }

    /// It wants them again.
    package func rememberAddress(of number: Int) async throws {
        try await renew(number, .set(address(number)))
    }

    private func renew(_ number: Int, _ address: AddressChange) async throws {
        let registration = DeviceRegistration(
            install: DeviceFixture.install(number),
            secretHash: [UInt8](repeating: 1, count: 32),
            profile: DeviceProfile(name: nil, locale: "en-GB", zone: "Europe/Warsaw"),
            address: address,
            at: now
        )
        _ = try await devices.put(registration, isSameSecret: { $0 == $1 })
    }

    private func address(_ number: Int, service: String = "") -> DeviceAddress {
        DeviceAddress(
            channel: "webpush",
            service: service,
            text: "phone \(number)",
            key: Array("\(number)".utf8) + [UInt8](repeating: 0, count: 32 - "\(number)".utf8.count),
            registeredAtMilliseconds: now.seconds * 1_000
        )
    }

    package func watch(_ person: Int64, _ numbers: some Sequence<Int>, kinds: WatchKinds = .standard)
        async throws
    {
        var list = try await devices.watchList(.eu, of: person)
        list.realms = numbers.map(NoticeFixture.id)
        list.kinds = kinds
        _ = try await devices.put(list, of: person)
    }

    /// Whether the addresses of phones (`phone 1`, all if none is named) work: 1, or not: 2.
    package func setPush(_ state: Int64, of phones: [String] = []) async throws {
        try await database.write("push state") { db throws(SQLiteError) in
            for phone in phones {
                try db.execute(
                    "UPDATE devices SET push_state = ?1 WHERE address = ?2",
                    .integer(state),
                    .text(phone)
                )
            }
            if phones.isEmpty { try db.execute("UPDATE devices SET push_state = ?1", .integer(state)) }
        }
    }

    @discardableResult
    package func fanOut() async throws -> Int { try await notices.fanOut(.eu, at: now) }

    /// Leases everything that is due and lets the push service answer; what was sent.
    @discardableResult
    package func send(
        _ outcome: DeliveryOutcome = .accepted,
        limit: Int = 1_000,
        doubted: Set<RealmFeed> = []
    ) async throws -> [LeasedNotice] {
        let leased = try await lease(limit, doubted: doubted)
        try await settle(leased, outcome)
        return leased
    }

    /// Takes what is due now, at most so many; the push service has not answered yet.
    package func lease(
        _ limit: Int,
        merging: Bool = true,
        doubted: Set<RealmFeed> = []
    ) async throws -> [LeasedNotice] {
        try await notices.lease(
            .any(limit),
            channel: "webpush",
            merging: merging,
            doubted: doubted,
            at: now
        )
    }

    package func settle(_ leased: [LeasedNotice], _ outcome: DeliveryOutcome) async throws {
        let settled = leased.map { one in
            SettledNotice(
                one,
                Settlement(
                    outcome,
                    attempts: one.attempts,
                    registeredAt: one.registeredAtMilliseconds,
                    now: now,
                    jitter: 0.5,
                    rules: notices.rules
                )
            )
        }
        try await notices.settle(settled, at: now)
    }

    /// Fans out and sends, as the appliance does once the group's wait is over.
    @discardableResult
    package func deliver() async throws -> [String] {
        now = now.advanced(by: 20)
        try await fanOut()
        return try await send().map(\.notice.title)
    }

    package func count(_ sql: String) async throws -> Int64 {
        let found = try await database.read("count") { db throws(SQLiteError) in
            try db.first(sql) { row throws(SQLiteError) in try row.integer(0) }
        }
        return found ?? 0
    }

    /// What a leased notice says of the state of realms.
    package struct Said: Sendable {
        package var phone: Int64
        package var isDown: Bool
        package var realms: [String]
    }

    /// Nil for a notice that says nothing of it.
    package func said(_ id: Int64) async throws -> Said? {
        let rows = try await database.read("said") { db throws(SQLiteError) in
            try db.rows(
                "SELECT device, word, named FROM outbox WHERE id = ?1 AND named IS NOT NULL",
                .integer(id)
            ) { row throws(SQLiteError) in
                let text = try row.text(2)
                let names = (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? [text]
                return Said(phone: try row.integer(0), isDown: try row.text(1) == "down", realms: names)
            }
        }
        return rows.first
    }

    /// Each phone with each realm that it watches, and whether that is down.
    package func watched() async throws -> [(phone: Int64, realm: String, isDown: Bool)] {
        try await database.read("watched") { db throws(SQLiteError) in
            try db.rows(
                """
                SELECT d.id, w.realm, r.state = 'down' FROM watched_realms w JOIN devices d ON d.person = w.person
                JOIN realms r ON r.region = w.region AND r.flavour || '/' || r.slug = w.realm
                """
            ) { row throws(SQLiteError) in
                (phone: try row.integer(0), realm: try row.text(1), isDown: try row.flag(2))
            }
        }
    }

    /// Commits that a realm left the list, or is back on it, in the state that was announced of it last.
    package func list(_ number: Int, _ isListed: Bool, as state: RealmState) async throws {
        var record = record(number, state)
        record.isVanished = !isListed
        var changes = RealmChanges()
        changes.realms = [record]
        let event = RealmEventBody(
            region: .eu,
            id: NoticeFixture.id(number),
            name: "Realm \(number)",
            change: isListed ? .appeared : .vanished,
            at: now
        )
        _ = try await realms.commit(changes, events: [.realm(event)])
    }

    private func record(_ number: Int, _ state: RealmState, queue: Bool = false) -> RealmRecord {
        RealmRecord(
            key: RealmKey(
                source: RealmFeed(region: .eu, flavour: .retail),
                slug: "realm-\(number)"
            ),
            name: "Realm \(number)",
            category: "English",
            connectedRealm: Int64(number),
            state: state,
            since: now,
            population: Population(word: "medium"),
            hasQueue: queue,
            isLocked: false,
            timezone: "Europe/Paris",
            type: "normal"
        )
    }
}
