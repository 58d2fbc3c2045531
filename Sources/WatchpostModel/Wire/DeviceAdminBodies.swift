/// One device as administrators see it.
public struct AdminDeviceBody: Codable, Hashable, Sendable {
    /// The random id that the phone made.
    public var id: String
    /// What its owner calls it; may be empty.
    public var name: String
    /// Devices with the same number belong to one person.
    public var person: Int64
    /// How notices reach it; null: not at all.
    public var push: DevicePushBody?
    /// Whether its person may administer the appliance.
    public var administrator: Bool
    /// When it first registered.
    public var registeredAt: UnixTime
    /// When it was last here, exact to a day.
    public var seenAt: UnixTime

    /// Makes a device.
    public init(
        id: String,
        name: String,
        person: Int64,
        push: DevicePushBody?,
        administrator: Bool,
        registeredAt: UnixTime,
        seenAt: UnixTime
    ) {
        self.id = id
        self.name = name
        self.person = person
        self.push = push
        self.administrator = administrator
        self.registeredAt = registeredAt
        self.seenAt = seenAt
    }

    /// `push` is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(person, forKey: .person)
        try container.encode(push, forKey: .push)
        try container.encode(administrator, forKey: .administrator)
        try container.encode(registeredAt, forKey: .registeredAt)
        try container.encode(seenAt, forKey: .seenAt)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, person, push, administrator, registeredAt, seenAt
    }
}

/// `DELETE /v1/admin/unused-devices`: registrations that nobody came back to are gone.
public struct UnusedDevicesBody: Codable, Hashable, Sendable {
    /// How many this request removed.
    public var removed: Int
    /// How many more there are: ask again.
    public var left: Int
    /// The others, by why they stay.
    public var kept: KeptDevicesBody

    /// Makes an answer.
    public init(removed: Int, left: Int, kept: KeptDevicesBody) {
        self.removed = removed
        self.left = left
        self.kept = kept
    }
}

/// Phones that stay when unused registrations go, each counted under the first reason that holds.
public struct KeptDevicesBody: Codable, Hashable, Sendable {
    /// They said who they are from home.
    public var home: Int
    /// Their persons administer the appliance.
    public var administrators: Int
    /// They came back twelve hours or more after they had registered, or a notice reached them.
    public var used: Int
    /// They are not older than was asked for.
    public var young: Int

    /// Makes counts.
    public init(home: Int, administrators: Int, used: Int, young: Int) {
        self.home = home
        self.administrators = administrators
        self.used = used
        self.young = young
    }
}

/// `GET /v1/admin/devices`: some of the devices, in the order of their registration.
public struct AdminDeviceListBody: Codable, Hashable, Sendable {
    /// How many there are in all.
    public var total: Int
    /// At most as many as were asked for.
    public var devices: [AdminDeviceBody]
    /// `after` of the next page; null: this is the last one.
    public var next: Int64?
    /// Hosts of push services that phones named since the start and the appliance does not know, the newest first; its owner can allow them.
    public var unknownServices: [String]

    /// Makes a page.
    public init(total: Int, devices: [AdminDeviceBody], next: Int64?, unknownServices: [String] = []) {
        self.total = total
        self.devices = devices
        self.next = next
        self.unknownServices = unknownServices
    }

    /// `next` is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(total, forKey: .total)
        try container.encode(devices, forKey: .devices)
        try container.encode(next, forKey: .next)
        try container.encode(unknownServices, forKey: .unknownServices)
    }

    private enum CodingKeys: String, CodingKey {
        case total, devices, next, unknownServices
    }
}
