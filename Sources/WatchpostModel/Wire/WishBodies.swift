/// What a person wants of one realm, beside watching it.
public struct RealmWishBody: Codable, Hashable, Sendable {
    /// `flavour/slug`.
    public var id: String
    /// To be told once when it is up again.
    public var tellOnce: Bool
    /// Notices about it may break through the phone's Focus.
    public var urgent: Bool
    /// Nothing about it before then; null: it is not muted.
    public var mutedUntil: UnixTime?

    /// Makes a wish.
    public init(id: String, tellOnce: Bool, urgent: Bool, mutedUntil: UnixTime?) {
        self.id = id
        self.tellOnce = tellOnce
        self.urgent = urgent
        self.mutedUntil = mutedUntil
    }

    /// `mutedUntil` is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(tellOnce, forKey: .tellOnce)
        try container.encode(urgent, forKey: .urgent)
        try container.encode(mutedUntil, forKey: .mutedUntil)
    }

    private enum CodingKeys: String, CodingKey {
        case id, tellOnce, urgent, mutedUntil
    }
}

/// `GET /v1/devices/{id}/wishes/{region}`: the realms of a region of which the person wants anything.
public struct WishListBody: Codable, Hashable, Sendable {
    /// The region.
    public var region: Region
    /// In the order of their ids.
    public var realms: [RealmWishBody]

    /// Makes a list.
    public init(region: Region, realms: [RealmWishBody]) {
        self.region = region
        self.realms = realms
    }
}

/// The body of `PUT /v1/devices/{id}/wishes/{region}`: what is absent stays.
public struct WishChangeBody: Codable, Hashable, Sendable {
    /// `flavour/slug`, or a name in any locale instead of the slug.
    public var id: String
    /// To be told once when it is up again.
    public var tellOnce: Bool?
    /// Notices about it may break through the phone's Focus.
    public var urgent: Bool?
    /// Nothing about it for so many minutes, 0...1440; 0 ends that.
    public var muteMinutes: Int?

    /// Makes a change.
    public init(id: String, tellOnce: Bool? = nil, urgent: Bool? = nil, muteMinutes: Int? = nil) {
        self.id = id
        self.tellOnce = tellOnce
        self.urgent = urgent
        self.muteMinutes = muteMinutes
    }
}
