/// The body of `PUT /v1/devices/{id}`: what a phone says about itself, at each start of the app.
public struct DeviceRegistrationBody: Codable, Hashable, Sendable {
    /// What its owner calls it, at most 64 characters; absent: what is stored stays.
    public var name: String?
    /// BCP 47, for example `en-GB`.
    public var locale: String
    /// IANA, for example `Europe/Warsaw`.
    public var timeZone: String
    /// Where notices go: an object with the member `kind`, or `.null` for none; absent: what is stored stays.
    public var push: JSONValue?

    /// Makes a registration.
    public init(name: String?, locale: String, timeZone: String, push: JSONValue?) {
        self.name = name
        self.locale = locale
        self.timeZone = timeZone
        self.push = push
    }

    /// Keeps `null` and absent apart.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        locale = try container.decode(String.self, forKey: .locale)
        timeZone = try container.decode(String.self, forKey: .timeZone)
        push = container.contains(.push) ? try container.decode(JSONValue.self, forKey: .push) : nil
    }

    private enum CodingKeys: String, CodingKey {
        case name, locale, timeZone, push
    }
}

/// How notices reach a device.
public struct DevicePushBody: Codable, Hashable, Sendable {
    /// Whether notices are sent.
    public enum State: String, CaseIterable, Codable, Sendable {
        /// They are.
        case active
        /// The push service refused the address; registering anew helps.
        case disabled
    }

    /// `apns` or `webpush`.
    public var kind: String
    /// Whether notices are sent.
    public var state: State
    /// Why not, in words; null while they are.
    public var reason: String?

    /// Makes a state.
    public init(kind: String, state: State, reason: String?) {
        self.kind = kind
        self.state = state
        self.reason = reason
    }

    /// `reason` is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(state, forKey: .state)
        try container.encode(reason, forKey: .reason)
    }

    private enum CodingKeys: String, CodingKey {
        case kind, state, reason
    }
}

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
    /// Whether its person may administer the appliance.
    public var administrator: Bool
    /// Devices that share the watch lists, this one among them.
    public var linkedDevices: Int
    /// Regions with a watch list.
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
        administrator: Bool,
        linkedDevices: Int,
        regions: [Region],
        registeredAt: UnixTime
    ) {
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

    /// `push` is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(locale, forKey: .locale)
        try container.encode(timeZone, forKey: .timeZone)
        try container.encode(push, forKey: .push)
        try container.encode(administrator, forKey: .administrator)
        try container.encode(linkedDevices, forKey: .linkedDevices)
        try container.encode(regions, forKey: .regions)
        try container.encode(registeredAt, forKey: .registeredAt)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, locale, timeZone, push, administrator, linkedDevices, regions, registeredAt
    }
}
