/// The body of `POST /v1/contact`: a message to the appliance's owner.
public struct ContactWishBody: Codable, Hashable, Sendable {
    /// Who writes, at most 100 bytes.
    public var name: String
    /// Where an answer may go.
    public var address: String
    /// At most 4,000 bytes.
    public var text: String
    /// Left empty by people, who never see it; whatever fills it in is not listened to.
    public var website: String?

    /// Makes one.
    public init(name: String, address: String, text: String, website: String? = nil) {
        (self.name, self.address, self.text, self.website) = (name, address, text, website)
    }
}

/// The answer to a message.
public struct ContactAnswerBody: Codable, Hashable, Sendable {
    /// Always true: refusals are problems.
    public var received: Bool

    /// Makes it.
    public init(received: Bool) {
        self.received = received
    }
}

/// A message, for whoever administers.
public struct ContactMessageBody: Codable, Hashable, Sendable {
    /// Names it in paths; rises.
    public var message: Int64
    /// Who wrote.
    public var name: String
    /// As it was said: nobody knows whether it is theirs.
    public var address: String
    /// What was written.
    public var text: String
    /// When it came.
    public var at: UnixTime
    /// Somebody read it.
    public var isRead: Bool

    /// Makes one.
    public init(message: Int64, name: String, address: String, text: String, at: UnixTime, isRead: Bool) {
        (self.message, self.name, self.address) = (message, name, address)
        (self.text, self.at, self.isRead) = (text, at, isRead)
    }
}

/// `GET /v1/admin/contact`.
public struct ContactListBody: Codable, Hashable, Sendable {
    /// The newest first, fifty at most.
    public var messages: [ContactMessageBody]
    /// That nobody read yet, of all.
    public var unread: Int
    /// There are older ones: ask with `before` and the number of the last one.
    public var hasMore: Bool

    /// Makes one.
    public init(messages: [ContactMessageBody], unread: Int, hasMore: Bool) {
        (self.messages, self.unread, self.hasMore) = (messages, unread, hasMore)
    }
}

/// The body of `PUT /v1/admin/contact/{message}`.
public struct ContactMarkBody: Codable, Hashable, Sendable {
    /// Whether somebody read it.
    public var isRead: Bool

    /// Makes one.
    public init(isRead: Bool) {
        self.isRead = isRead
    }
}
