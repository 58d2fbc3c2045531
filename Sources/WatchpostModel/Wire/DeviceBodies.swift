/// The body of `PUT /v1/devices/{id}`: what a phone says about itself, at each start of the app.
public struct DeviceRegistrationBody: Codable, Hashable, Sendable {
    /// What its owner calls it, cut after 64 characters; absent: what is stored stays.
    public var name: String?
    /// BCP 47, for example `en-GB`; absent, or without sense: English.
    public var locale: String?
    /// IANA, for example `Europe/Warsaw`; absent, or not known to the appliance: UTC.
    public var timeZone: String?
    /// Where notices go; absent: what is stored stays.
    public var push: PushChangeBody?

    /// Makes a registration.
    public init(name: String?, locale: String?, timeZone: String?, push: PushChangeBody?) {
        self.name = name
        self.locale = locale
        self.timeZone = timeZone
        self.push = push
    }

    /// Keeps `null` and absent apart.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        locale = try container.decodeIfPresent(String.self, forKey: .locale)
        timeZone = try container.decodeIfPresent(String.self, forKey: .timeZone)
        push = container.contains(.push) ? try container.decode(PushChangeBody.self, forKey: .push) : nil
    }

    private enum CodingKeys: String, CodingKey {
        case name, locale, timeZone, push
    }
}

/// The member `push` of a registration.
public enum PushChangeBody: Codable, Hashable, Sendable {
    /// `null`: no notices any more.
    case remove
    /// Notices go there.
    case set(PushRegistrationBody)

    /// Reads null or an address.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .remove : .set(try container.decode(PushRegistrationBody.self))
    }

    /// Writes null or the address.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .remove: try container.encodeNil()
        case .set(let registration): try container.encode(registration)
        }
    }
}

/// Where a push service finds a device; which members are needed depends on the kind.
public struct PushRegistrationBody: Codable, Hashable, Sendable {
    /// The keys of a browser's subscription, base64url.
    public struct Keys: Codable, Hashable, Sendable {
        /// A point on P-256.
        public var p256dh: String?
        /// Sixteen bytes.
        public var auth: String?

        /// Makes keys.
        public init(p256dh: String?, auth: String?) {
            self.p256dh = p256dh
            self.auth = auth
        }
    }

    /// `apns` or `webpush`.
    public var kind: String
    /// APNs: the device token in hexadecimal digits.
    public var token: String?
    /// APNs: `production` or `development`.
    public var environment: String?
    /// APNs: `alert`.
    public var use: String?
    /// Web Push: the address that the browser was given.
    public var endpoint: String?
    /// Web Push: for whom messages are encrypted.
    public var keys: Keys?

    /// Makes an address.
    public init(
        kind: String,
        token: String? = nil,
        environment: String? = nil,
        use: String? = nil,
        endpoint: String? = nil,
        keys: Keys? = nil
    ) {
        self.kind = kind
        self.token = token
        self.environment = environment
        self.use = use
        self.endpoint = endpoint
        self.keys = keys
    }

    /// What an iPhone says: the token in hexadecimal digits, from Apple's production or development service.
    public static func apns(token: String, isDevelopment: Bool = false) -> PushRegistrationBody {
        PushRegistrationBody(
            kind: "apns",
            token: token,
            environment: isDevelopment ? "development" : "production",
            use: "alert"
        )
    }
}

/// How notices reach a device.
public struct DevicePushBody: Codable, Hashable, Sendable {
    /// Whether notices are sent.
    public enum State: String, CaseIterable, Codable, Sendable {
        /// They are.
        case active
        /// The push service refused the address; registering again helps.
        case disabled
    }

    /// `apns` or `webpush`.
    public var kind: String
    /// Whether notices are sent.
    public var state: State
    /// Why not, in words; null while they are.
    public var reason: String?
    /// The same as a stable word, for programs that say it in the person's language; null while they are.
    public var code: String?

    /// Makes a state.
    public init(kind: String, state: State, reason: String?, code: String? = nil) {
        self.code = code
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
        try container.encode(code, forKey: .code)
    }

    private enum CodingKeys: String, CodingKey {
        case kind, state, reason, code
    }
}
