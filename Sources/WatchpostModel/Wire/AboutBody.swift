/// `GET /v1/about`: which appliance this is, and what an app needs to know before it registers.
public struct AboutBody: Codable, Hashable, Sendable {
    /// From where the request came, as far as the appliance can tell.
    public enum Access: String, CaseIterable, Codable, Sendable {
        /// From its own network: a pairing code can be asked for.
        case local
        /// From outside.
        case `public`
    }

    /// How browsers subscribe to Web Push.
    public struct WebPush: Codable, Hashable, Sendable {
        /// `applicationServerKey`: an uncompressed point of P-256, base64url.
        public var publicKey: String

        /// Makes it.
        public init(publicKey: String) {
            self.publicKey = publicKey
        }
    }

    /// How iOS apps register.
    public struct APNs: Codable, Hashable, Sendable {
        /// The bundle id to which this appliance can send.
        public var topic: String

        /// Makes it.
        public init(topic: String) {
            self.topic = topic
        }
    }

    /// `watchpost`.
    public var name: String
    /// Which appliance this is, 32 hexadecimal digits: a phone is somebody else at each.
    ///
    /// It stays over restarts, upgrades and a restored backup.
    public var id: String
    /// The release.
    public var version: String
    /// Where it is reached from outside; null: nowhere.
    public var publicURL: String?
    /// From where this very request came.
    public var access: Access
    /// null: Web Push is off.
    public var webPush: WebPush?
    /// null: no Apple key is configured.
    public var apns: APNs?
    /// The page for people: this appliance's own site.
    public var site: String

    /// Makes it.
    public init(
        name: String = "watchpost",
        id: String,
        version: String,
        publicURL: String?,
        access: Access,
        webPush: WebPush? = nil,
        apns: APNs? = nil,
        site: String
    ) {
        self.name = name
        self.id = id
        self.version = version
        self.publicURL = publicURL
        self.access = access
        self.webPush = webPush
        self.apns = apns
        self.site = site
    }

    /// Every member is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(id, forKey: .id)
        try container.encode(version, forKey: .version)
        try container.encode(publicURL, forKey: .publicURL)
        try container.encode(access, forKey: .access)
        try container.encode(webPush, forKey: .webPush)
        try container.encode(apns, forKey: .apns)
        try container.encode(site, forKey: .site)
    }

    private enum CodingKeys: String, CodingKey {
        case name, id, version, publicURL, access, webPush, apns, site
    }
}
