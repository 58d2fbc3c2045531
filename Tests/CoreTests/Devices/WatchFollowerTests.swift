import Core
import CoreSupport
import Testing
import WatchpostModel

/// A feature of the tests that hears what persons want, and refuses one realm.
private struct Listener: WatchFollower {
    let name = "listener"
    let heard = Locked<[String]>([])

    func changed(
        _ list: WatchList,
        from old: WatchList,
        of person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        heard.withLock {
            $0.append(
                "\(person): \(old.realms.joined(separator: " ")) > \(list.realms.joined(separator: " "))"
            )
        }
        if list.realms == ["retail/refused"] {
            throw SQLiteError(code: .full, message: "no room", path: "listener")
        }
    }

    func changed(
        _ wish: RealmWishChange,
        of person: Int64,
        at now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        heard.withLock {
            $0.append("\(person): \(wish.realm) muted for \(wish.muteMinutes ?? -1) at \(now.seconds)")
        }
    }

    func export(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> any Encodable & Sendable {
        [String]()
    }
}

@Suite("Features that follow what persons want")
struct WatchFollowerTests {
    private let listener = Listener()

    @Test("hear of each list that becomes another, and of none that stays")
    func lists() async throws {
        let appliance = try await DeviceFixture(participants: [listener])
        let phone = try await appliance.register(1)
        let first = appliance.list(["retail/a", "retail/b"])
        for _ in 0..<2 { _ = try await appliance.store.put(first, of: phone.person) }
        _ = try await appliance.store.put(appliance.list(["retail/b"], version: 1), of: phone.person)
        #expect(
            listener.heard.withLock { $0 } == [
                "\(phone.person):  > retail/a retail/b", "\(phone.person): retail/a retail/b > retail/b",
            ]
        )
    }

    @Test("undo the list that they refuse")
    func refusal() async throws {
        let appliance = try await DeviceFixture(participants: [listener])
        let phone = try await appliance.register(1)
        let error = await failure(SQLiteError.self) {
            _ = try await appliance.store.put(appliance.list(["retail/refused"]), of: phone.person)
        }
        #expect(error?.code == .full)
        #expect(try await appliance.store.watchList(.eu, of: phone.person) == .empty(.eu))
    }

    @Test("hear of both sides of a join")
    func join() async throws {
        let appliance = try await DeviceFixture(participants: [listener])
        let (phone, tablet) = (try await appliance.register(1), try await appliance.register(2))
        _ = try await appliance.store.put(appliance.list(["retail/a"]), of: phone.person)
        _ = try await appliance.store.put(appliance.list(["retail/b"]), of: tablet.person)
        let code: [UInt8] = [1, 2, 3]
        _ = try await appliance.store.addLinkCode(hash: code, person: phone.person, at: appliance.now)
        listener.heard.withLock { $0 = [] }
        _ = try await appliance.store.join(tablet.id, codeHash: code, at: appliance.now)
        #expect(
            listener.heard.withLock { $0 } == [
                "\(phone.person): retail/a > retail/a retail/b",
                "\(tablet.person): retail/b > retail/a retail/b",
            ]
        )
    }

    @Test("hear of a wish, with its time")
    func wishes() async throws {
        let appliance = try await DeviceFixture(participants: [listener])
        let phone = try await appliance.register(1)
        var changes = RealmChanges()
        changes.realms = [RealmRecord.sample("a")]
        _ = try await RealmStore(database: appliance.database, participants: []).commit(changes, events: [])
        let wish = try RealmWishChange(region: .eu, realm: "retail/a", muteMinutes: 30)
        _ = try await appliance.store.put(wish, of: phone.person, at: appliance.now)
        #expect(
            listener.heard.withLock { $0 } == [
                "\(phone.person): retail/a muted for 30 at \(appliance.now.seconds)"
            ]
        )
    }
}

extension RealmRecord {
    /// A European realm that is up.
    fileprivate static func sample(_ slug: String) -> RealmRecord {
        RealmRecord(
            key: RealmKey(source: RealmFeed(region: .eu, flavour: .retail), slug: slug),
            name: slug,
            category: "English",
            connectedRealm: 1,
            state: .up,
            since: nil,
            population: Population(word: "full"),
            hasQueue: false,
            isLocked: false,
            timezone: "Europe/Paris",
            type: "pve"
        )
    }
}
