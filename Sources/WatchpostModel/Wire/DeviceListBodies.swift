/// What a person wants to be told about the realms of a list.
public struct WatchKindsBody: Codable, Hashable, Sendable {
    /// Down, and up again.
    public var status: Bool
    /// A queue began or ended.
    public var queue: Bool
    /// Locked for new characters, or open again.
    public var lock: Bool
    /// Planned maintenance is over.
    public var maintenance: Bool
    /// The word for the population changed.
    public var population: Bool

    /// What a list begins with.
    public init(
        status: Bool = true,
        queue: Bool = false,
        lock: Bool = false,
        maintenance: Bool = false,
        population: Bool = false
    ) {
        self.status = status
        self.queue = queue
        self.lock = lock
        self.maintenance = maintenance
        self.population = population
    }

    /// What is left out is as a list begins.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        status = try container.decodeIfPresent(Bool.self, forKey: .status) ?? true
        queue = try container.decodeIfPresent(Bool.self, forKey: .queue) ?? false
        lock = try container.decodeIfPresent(Bool.self, forKey: .lock) ?? false
        maintenance = try container.decodeIfPresent(Bool.self, forKey: .maintenance) ?? false
        population = try container.decodeIfPresent(Bool.self, forKey: .population) ?? false
    }

    private enum CodingKeys: String, CodingKey {
        case status, queue, lock, maintenance, population
    }
}

/// `GET /v1/devices/{id}/watchlist/{region}`: the realms of one region that a person watches.
public struct WatchListBody: Codable, Hashable, Sendable {
    /// The region.
    public var region: Region
    /// Counts the changes; 0: never stored.
    public var version: Int64
    /// `flavour/slug`, sorted.
    public var realms: [String]
    /// What is told about them.
    public var kinds: WatchKindsBody

    /// Makes a list.
    public init(region: Region, version: Int64, realms: [String], kinds: WatchKindsBody) {
        self.region = region
        self.version = version
        self.realms = realms
        self.kinds = kinds
    }
}

/// The body of `PUT /v1/devices/{id}/watchlist/{region}`: always the entire list.
public struct WatchListChangeBody: Codable, Hashable, Sendable {
    /// The region of the path, or absent.
    public var region: String?
    /// The version that this list replaces.
    public var version: Int64
    /// `flavour/slug`, at most 400, in any order.
    public var realms: [String]
    /// What is told about them; absent: as a list begins.
    public var kinds: WatchKindsBody?

    /// Makes a change.
    public init(region: String? = nil, version: Int64, realms: [String], kinds: WatchKindsBody?) {
        self.region = region
        self.version = version
        self.realms = realms
        self.kinds = kinds
    }
}

/// The hours in which a device must not ring, in its own zone.
public struct DeviceQuietBody: Codable, Hashable, Sendable {
    /// `22:00`.
    public var from: String
    /// `07:00`; not after `from` means on the next day.
    public var to: String

    /// Makes quiet hours.
    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }
}

/// A wish to be told that a map comes round.
public struct MapAlertBody: Codable, Hashable, Sendable {
    /// The key of a mode, for example `pubs`.
    public var mode: String
    /// The code of a map, for example `SP`; null: any.
    public var map: String?
    /// 0: at the start.
    public var minutesBefore: Int
    /// `once` (gone after it was told) or `always`.
    public var repetition: String
    /// `mon`…`sun`; when it is left out in a request: all.
    public var days: [String]
    /// `18:00` in the device's zone; null with `to`: all day.
    public var from: String?
    /// `23:30`; not after `from` means on the next day.
    public var to: String?

    /// Makes an alert.
    public init(
        mode: String,
        map: String?,
        minutesBefore: Int,
        repetition: String,
        days: [String],
        from: String?,
        to: String?
    ) {
        self.mode = mode
        self.map = map
        self.minutesBefore = minutesBefore
        self.repetition = repetition
        self.days = days
        self.from = from
        self.to = to
    }

    /// Days may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        mode = try container.decode(String.self, forKey: .mode)
        map = try container.decodeIfPresent(String.self, forKey: .map)
        minutesBefore = try container.decode(Int.self, forKey: .minutesBefore)
        repetition = try container.decode(String.self, forKey: .repetition)
        days = try container.decodeIfPresent([String].self, forKey: .days) ?? MapAlertBody.allDays
        from = try container.decodeIfPresent(String.self, forKey: .from)
        to = try container.decodeIfPresent(String.self, forKey: .to)
    }

    /// Every member is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mode, forKey: .mode)
        try container.encode(map, forKey: .map)
        try container.encode(minutesBefore, forKey: .minutesBefore)
        try container.encode(repetition, forKey: .repetition)
        try container.encode(days, forKey: .days)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
    }

    /// Monday first.
    public static let allDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private enum CodingKeys: String, CodingKey {
        case mode, map, minutesBefore, days, from, to
        case repetition = "repeat"
    }
}

/// `GET` and `PUT /v1/devices/{id}/alerts`: what a device wants to be told about maps, and when it must not ring.
public struct AlertListBody: Codable, Hashable, Sendable {
    /// Counts the changes; in a request the version that this list replaces.
    public var version: Int64
    /// When it must not ring; null: never.
    public var quietHours: DeviceQuietBody?
    /// At most 64.
    public var maps: [MapAlertBody]

    /// Makes a list.
    public init(version: Int64, quietHours: DeviceQuietBody?, maps: [MapAlertBody]) {
        self.version = version
        self.quietHours = quietHours
        self.maps = maps
    }

    /// `quietHours` is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(quietHours, forKey: .quietHours)
        try container.encode(maps, forKey: .maps)
    }

    private enum CodingKeys: String, CodingKey {
        case version, quietHours, maps
    }
}
