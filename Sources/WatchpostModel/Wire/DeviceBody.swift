/// `GET /v1/devices/{id}`: a device and what its person shares.
public struct DeviceBody: Codable, Hashable, Sendable {
    /// The random id that the phone made.
    public var id: String
    /// What its owner calls it; may be empty.
    public var name: String
    /// BCP 47.
    public var locale: String
    /// IANA.
    public var timeZone: String
    /// How notices reach it; null: not at all.
    public var push: DevicePushBody?
    /// Why the push address of this registration was not taken, so that the one before it stays.
    ///
    /// Absent: it was taken, or none was sent.
    public var pushRefused: PushRefusedBody?
    /// Whether its person may administer the appliance.
    public var administrator: Bool
    /// Devices that share the watch lists, this one among them.
    public var linkedDevices: Int
    /// Regions of which any realm is watched.
    public var regions: [Region]
    /// When it first registered.
    public var registeredAt: UnixTime

    /// Makes a device.
    public init(
        id: String,
        name: String,
        locale: String,
        timeZone: String,
        push: DevicePushBody?,
        pushRefused: PushRefusedBody? = nil,
        administrator: Bool,
        linkedDevices: Int,
        regions: [Region],
        registeredAt: UnixTime
    ) {
        self.pushRefused = pushRefused
        self.id = id
        self.name = name
        self.locale = locale
        self.timeZone = timeZone
        self.push = push
        self.administrator = administrator
        self.linkedDevices = linkedDevices
        self.regions = regions
        self.registeredAt = registeredAt
    }

    /// `push` is always there, `pushRefused` only where it says something.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(locale, forKey: .locale)
        try container.encode(timeZone, forKey: .timeZone)
        try container.encode(push, forKey: .push)
        try container.encodeIfPresent(pushRefused, forKey: .pushRefused)
        try container.encode(administrator, forKey: .administrator)
        try container.encode(linkedDevices, forKey: .linkedDevices)
        try container.encode(regions, forKey: .regions)
        try container.encode(registeredAt, forKey: .registeredAt)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, locale, timeZone, push, pushRefused, administrator, linkedDevices, regions,
            registeredAt
    }
}

/// Why a push address was not taken with a registration, which counts all the same.
public struct PushRefusedBody: Codable, Hashable, Sendable {
    /// A stable word: `unknown-service`, `dead-end`, `push-address`, `not-set-up` or `push-broken`.
    public var code: String
    /// The host that is not known, or leads nowhere; null where that is not the reason.
    public var service: String?
    /// The same in words.
    public var detail: String

    /// Makes a reason.
    public init(code: String, service: String?, detail: String) {
        self.code = code
        self.service = service
        self.detail = detail
    }

    /// `service` is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(service, forKey: .service)
        try container.encode(detail, forKey: .detail)
    }

    private enum CodingKeys: String, CodingKey {
        case code, service, detail
    }
}
