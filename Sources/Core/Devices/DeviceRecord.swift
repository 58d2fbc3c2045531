package import WatchpostModel

/// What proves who asks: one indexed row.
package struct DeviceIdentity: Hashable, Sendable {
    /// The row.
    package var id: Int64
    package var install: String
    /// SHA-256 of the secret.
    package var secretHash: [UInt8]
    package var person: Int64
    /// Whether the person may administer the appliance.
    package var isAdministrator: Bool
    /// Whether its phone came back on another occasion than it registered: one that did not is the first to make room.
    package var isUsed: Bool
    package var registeredAt: UnixTime

    package init(
        id: Int64,
        install: String,
        secretHash: [UInt8],
        person: Int64,
        isAdministrator: Bool,
        isUsed: Bool = true,
        registeredAt: UnixTime = UnixTime(seconds: 0)
    ) {
        self.id = id
        self.install = install
        self.secretHash = secretHash
        self.person = person
        self.isAdministrator = isAdministrator
        self.isUsed = isUsed
        self.registeredAt = registeredAt
    }

    /// Of one that was just stored: nobody compares its secret again.
    package init(_ record: DeviceRecord) {
        self.init(
            id: record.id,
            install: record.install,
            secretHash: [],
            person: record.person,
            isAdministrator: record.isAdministrator,
            isUsed: record.isUsed,
            registeredAt: record.registeredAt
        )
    }

    /// Whether a request of now is the first that shows that it came back.
    package func returns(at now: UnixTime) -> Bool {
        !isUsed && now >= registeredAt.advanced(by: DevicePlaces.occasion)
    }
}

/// Where notices to a device go, as its registration said; only the adapter of `channel` reads `text`.
///
/// It is a capability: who has it can send to the phone, so it is kept like a secret and never logged.
package struct DeviceAddress: Hashable, Sendable {
    /// `apns`, `webpush`.
    package var channel: String
    /// Which of the channel's services it belongs to, for example a host; each has a window of its own.
    ///
    /// Empty: the channel has only one.
    package var service: String
    /// Canonical JSON, stored as it is.
    package var text: String
    /// SHA-256 of what makes it unique: a token that moves to another installation leaves the old one.
    package var key: [UInt8]
    /// When the phone registered it, milliseconds since 1970: an older notice of its death does not count.
    package var registeredAtMilliseconds: Int64

    package init(
        channel: String,
        service: String = "",
        text: String,
        key: [UInt8],
        registeredAtMilliseconds: Int64
    ) {
        self.channel = channel
        self.service = service
        self.text = text
        self.key = key
        self.registeredAtMilliseconds = registeredAtMilliseconds
    }
}

/// What a registration does with the push address.
package enum AddressChange: Hashable, Sendable {
    /// The request does not mention it.
    case keep
    /// The phone wants no notices any more.
    case remove
    case set(DeviceAddress)
}

/// How notices reach a device at the moment.
package enum PushState: Hashable, Sendable {
    case none
    case active(channel: String)
    /// The push service refused the address; the reason is for people.
    case disabled(channel: String, reason: String)
}

/// A device with what its person shares.
package struct DeviceRecord: Hashable, Sendable {
    /// The row.
    package var id: Int64
    package var install: String
    package var person: Int64
    package var name: String
    package var locale: String
    package var zone: String
    package var push: PushState
    package var isAdministrator: Bool
    /// Devices of the person, this one among them.
    package var linkedDevices: Int
    /// Regions of which the person watches anything.
    package var regions: [Region]
    package var registeredAt: UnixTime
    /// Exact to a day: what is seen more often is not written each time.
    package var seenAt: UnixTime
    /// From which network outside it registered, for example `2001:db8:1::/48`; nil: at home, or not known.
    package var network: String?
    /// Whether its phone came back on another occasion than it registered.
    package var isUsed: Bool
}
