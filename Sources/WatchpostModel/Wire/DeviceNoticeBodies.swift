/// `POST …/test`: what the push service said to a test notice.
public struct TestNoticeBody: Codable, Hashable, Sendable {
    /// Whether the push service took it.
    public var accepted: Bool
    /// What happened and what to do, for people.
    public var detail: String
    /// The push service's own word, for example `Unregistered`; null when it gave none.
    public var reason: String?
    /// A stable word for what happened, for programs that say it in the person's language; null when it was accepted.
    public var code: String?
    /// How notices reach the device after the test, which switches an address off that is gone; null: not at all.
    public var push: DevicePushBody?

    /// Makes an answer.
    public init(
        accepted: Bool,
        detail: String,
        reason: String?,
        code: String? = nil,
        push: DevicePushBody? = nil
    ) {
        self.code = code
        self.push = push
        self.accepted = accepted
        self.detail = detail
        self.reason = reason
    }

    /// `reason` is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accepted, forKey: .accepted)
        try container.encode(detail, forKey: .detail)
        try container.encode(reason, forKey: .reason)
        try container.encode(code, forKey: .code)
        try container.encode(push, forKey: .push)
    }

    private enum CodingKeys: String, CodingKey {
        case accepted, detail, reason, code, push
    }
}

/// One notice to a device.
public struct DeviceNoticeBody: Codable, Hashable, Sendable {
    /// What became of it.
    public enum State: String, CaseIterable, Codable, Sendable {
        /// It waits to be sent.
        case pending
        /// The push service took it.
        case sent
        /// It was no longer true or wanted when its turn came.
        case dropped
        /// It could not be delivered.
        case dead
    }

    /// Unique on this appliance.
    public var id: Int64
    /// When it was made.
    public var at: UnixTime
    /// Its first line.
    public var title: String
    /// Its text.
    public var body: String
    /// Where a tap leads.
    public var link: String
    /// What became of it.
    public var state: State
    /// Why it was dropped or is dead; null else.
    public var reason: String?
    /// The same as a stable word, for programs that say it in the person's language.
    public var code: String?

    /// Makes a notice.
    public init(
        id: Int64,
        at: UnixTime,
        title: String,
        body: String,
        link: String,
        state: State,
        reason: String?,
        code: String? = nil
    ) {
        self.code = code
        self.id = id
        self.at = at
        self.title = title
        self.body = body
        self.link = link
        self.state = state
        self.reason = reason
    }

    /// `reason` is always there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(at, forKey: .at)
        try container.encode(title, forKey: .title)
        try container.encode(body, forKey: .body)
        try container.encode(link, forKey: .link)
        try container.encode(state, forKey: .state)
        try container.encode(reason, forKey: .reason)
        try container.encode(code, forKey: .code)
    }

    private enum CodingKeys: String, CodingKey {
        case id, at, title, body, link, state, reason, code
    }
}

/// `GET /v1/devices/{id}/notices`: the newest first.
public struct DeviceNoticeListBody: Codable, Hashable, Sendable {
    /// At most 50.
    public var notices: [DeviceNoticeBody]
    /// How many things this phone was told of since it last said that everything was read.
    public var unread: Int

    /// Makes a list.
    public init(notices: [DeviceNoticeBody], unread: Int = 0) {
        self.unread = unread
        self.notices = notices
    }
}

/// A notice that could not be delivered, for administrators.
public struct DeadNoticeBody: Codable, Hashable, Sendable {
    /// For `…/replay` and `DELETE`.
    public var id: Int64
    /// The device it was for.
    public var device: String
    /// `apns` or `webpush`.
    public var channel: String
    /// When it died.
    public var at: UnixTime
    /// Its first line.
    public var title: String
    /// Why, in words.
    public var reason: String

    /// Makes a notice.
    public init(id: Int64, device: String, channel: String, at: UnixTime, title: String, reason: String) {
        self.id = id
        self.device = device
        self.channel = channel
        self.at = at
        self.title = title
        self.reason = reason
    }
}

/// `GET /v1/admin/notices/dead`: the newest first.
public struct DeadNoticeListBody: Codable, Hashable, Sendable {
    /// At most 100.
    public var notices: [DeadNoticeBody]

    /// Makes a list.
    public init(notices: [DeadNoticeBody]) {
        self.notices = notices
    }
}
