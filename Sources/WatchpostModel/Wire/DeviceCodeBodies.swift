/// `POST /v1/devices/{id}/link`: a code that lets another device share this person's lists.
public struct LinkCodeBody: Codable, Hashable, Sendable {
    /// Eight letters and digits, for one device.
    public var code: String
    /// When it ends.
    public var expiresAt: UnixTime
    /// What opens the app with the code on another phone: at the public address, else, for somebody at home, at the one at home;
    /// null when there is neither.
    public var link: String?
    /// `link` as a QR code to scan, an SVG image; null without a link.
    public var picture: String?

    /// Makes a code.
    public init(code: String, expiresAt: UnixTime, link: String? = nil, picture: String? = nil) {
        self.code = code
        self.expiresAt = expiresAt
        self.link = link
        self.picture = picture
    }

    /// `link` and `picture` are always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(link, forKey: .link)
        try container.encode(picture, forKey: .picture)
    }

    private enum CodingKeys: String, CodingKey {
        case code, expiresAt, link, picture
    }
}

/// One of the devices that share a person's lists.
public struct LinkedDeviceBody: Codable, Hashable, Sendable {
    /// The random id that it made.
    public var id: String
    /// What its owner calls it; may be empty.
    public var name: String
    /// Whether it is the one that asks.
    public var this: Bool
    /// How notices reach it; null: not at all.
    public var push: DevicePushBody?
    /// When it first registered.
    public var registeredAt: UnixTime
    /// When it was last here, exact to a day.
    public var seenAt: UnixTime

    /// Makes a device.
    public init(
        id: String,
        name: String,
        this: Bool,
        push: DevicePushBody?,
        registeredAt: UnixTime,
        seenAt: UnixTime
    ) {
        self.id = id
        self.name = name
        self.this = this
        self.push = push
        self.registeredAt = registeredAt
        self.seenAt = seenAt
    }

    /// `push` is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(this, forKey: .this)
        try container.encode(push, forKey: .push)
        try container.encode(registeredAt, forKey: .registeredAt)
        try container.encode(seenAt, forKey: .seenAt)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, this, push, registeredAt, seenAt
    }
}

/// `GET /v1/devices/{id}/link`: the devices of one person, in the order of their registration.
public struct LinkedDeviceListBody: Codable, Hashable, Sendable {
    /// This one among them.
    public var devices: [LinkedDeviceBody]

    /// Makes a list.
    public init(devices: [LinkedDeviceBody]) {
        self.devices = devices
    }
}

/// The body of requests that carry a code: `…/join` and `/v1/pairing/redeem`.
public struct CodeBody: Codable, Hashable, Sendable {
    /// As it was read.
    public var code: String

    /// Makes a request.
    public init(code: String) {
        self.code = code
    }
}

/// `POST /v1/pairing`: a code is shown at the appliance.
public struct PairingBody: Codable, Hashable, Sendable {
    /// Where to look.
    public enum Place: String, CaseIterable, Codable, Sendable {
        /// The appliance's own display.
        case display
        /// The log, when there is no display.
        case journal
    }

    /// When the code ends.
    public var expiresAt: UnixTime
    /// Where it is shown.
    public var shownOn: Place
    /// The code itself, for the owner's key only; else absent.
    public var code: String?

    /// Makes an answer.
    public init(expiresAt: UnixTime, shownOn: Place, code: String?) {
        self.expiresAt = expiresAt
        self.shownOn = shownOn
        self.code = code
    }
}

/// A refusal with the state that the request did not know: 409 of a list.
public struct ConflictBody<Current: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// As in `ProblemBody`.
    public var type: String
    /// As in `ProblemBody`.
    public var title: String
    /// As in `ProblemBody`.
    public var status: Int
    /// As in `ProblemBody`.
    public var detail: String
    /// As in `ProblemBody`.
    public var code: String?
    /// The list as it stands: send a list that replaces this version.
    public var current: Current

    /// Adds the state to a problem.
    public init(_ problem: ProblemBody, current: Current) {
        type = problem.type
        title = problem.title
        status = problem.status
        detail = problem.detail
        code = problem.code
        self.current = current
    }
}

/// A refusal of a code: 403 of `/v1/pairing/redeem`.
public struct WrongCodeBody: Codable, Hashable, Sendable {
    /// As in `ProblemBody`.
    public var type: String
    /// As in `ProblemBody`.
    public var title: String
    /// As in `ProblemBody`.
    public var status: Int
    /// As in `ProblemBody`.
    public var detail: String
    /// As in `ProblemBody`.
    public var code: String?
    /// How often the code may still be tried; 0: it is gone.
    public var triesLeft: Int

    /// Adds the number to a problem.
    public init(_ problem: ProblemBody, triesLeft: Int) {
        type = problem.type
        title = problem.title
        status = problem.status
        detail = problem.detail
        code = problem.code
        self.triesLeft = triesLeft
    }
}
