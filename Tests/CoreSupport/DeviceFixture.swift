package import Core
package import WatchpostModel

/// A store of devices on a database in memory, and short ways to fill it.
package struct DeviceFixture {
    package let store: DeviceStore
    package let database: Database
    package var persons: PersonStore { store.persons }
    package let now = UnixTime(seconds: 1_800_000_000)

    package init(
        _ file: DatabaseFile = .memory,
        mostDevices: Int = 10_000,
        quota: StorageQuota = StorageQuota(),
        participants: [any PersonParticipant] = [],
        keepingPersonLog kept: Int = PersonLog.usualLength,
        identities: @escaping @Sendable (IdentityChange) -> Void = { _ in },
        shortage: @escaping @Sendable (PlaceShortage) -> Void = { _ in }
    ) async throws {
        let now = now
        let migrations =
            StateTables.core.migrations + (participants.isEmpty ? [] : TrophyParticipant.migrations)
        database = try await Database.open(file, migrations: migrations, now: now).database
        store = DeviceStore(
            database: database,
            mostDevices: mostDevices,
            quota: quota,
            participants: try DeviceFixture.participants() + participants,
            keepingPersonLog: kept,
            identities: identities,
            shortage: shortage
        )
    }

    /// What Core's features do when something happens to a person, in the order of the appliance's list.
    package static func participants() throws -> [any PersonParticipant] {
        let topics = NoticeTopics(NoticeTopics.core, in: try NoticeWordsFiles.languages())
        return [NoticeTables.participant(topics), MapLikesParticipant()]
    }

    /// An ID of the right form for a number.
    package static func install(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "A", count: 22 - digits.count) + digits
    }

    package func registration(
        _ number: Int,
        secret: UInt8 = 1,
        name: String? = nil,
        address: AddressChange = .keep,
        isLocal: Bool = false,
        network: String? = nil,
        after seconds: Int64 = 0
    ) throws -> DeviceRegistration {
        DeviceRegistration(
            install: DeviceFixture.install(number),
            secretHash: [UInt8](repeating: secret, count: 32),
            profile: DeviceProfile(name: name, locale: "en-GB", zone: "Europe/Warsaw"),
            address: address,
            isLocal: isLocal,
            network: network,
            at: now.advanced(by: seconds)
        )
    }

    /// Registers a device that was not there before.
    package func register(_ number: Int) async throws -> DeviceRecord {
        guard case .registered(let record) = try await put(try registration(number)) else {
            throw DeviceRefusal("device \(number) was there already")
        }
        return record
    }

    /// Registers a device whose phone comes back on another occasion.
    package func use(_ registration: DeviceRegistration) async throws {
        guard case .registered(let record) = try await put(registration) else {
            throw DeviceRefusal("\(registration.install) found no place")
        }
        try await store.noteUse(of: record.id, at: record.registeredAt.advanced(by: DevicePlaces.occasion))
    }

    /// The numbers of the devices that are registered.
    package func numbers() async throws -> Set<Int> {
        Set(
            try await store.devices(after: 0, most: 20_000).devices.compactMap {
                Int($0.install.drop { $0 == "A" })
            }
        )
    }

    package func put(_ registration: DeviceRegistration) async throws -> RegistrationOutcome {
        try await store.put(registration, isSameSecret: { $0 == $1 })
    }

    package func list(_ realms: [String], version: Int64 = 0, kinds: WatchKinds = .standard) -> WatchList {
        WatchList(region: .eu, version: version, realms: realms, kinds: kinds)
    }

    /// A push address that `key` makes unique.
    package static func address(_ key: UInt8, at milliseconds: Int64 = 1) -> DeviceAddress {
        DeviceAddress(
            channel: "webpush",
            text: #"{"endpoint":"https://push.example.org/\#(key)"}"#,
            key: [UInt8](repeating: key, count: 32),
            registeredAtMilliseconds: milliseconds
        )
    }
}
