package import WatchpostModel

/// What a phone is sent: complete by itself, in the phone's language.
package struct PushMessage: Sendable, Hashable {
    /// How much the phone may interrupt its owner.
    package enum Urgency: Sendable, Hashable {
        /// Listed without a sound; the radio is not woken for it.
        case passive
        /// Shown with a sound at once.
        case normal
        /// Breaks through Focus where the owner allowed it.
        case timeSensitive
    }

    /// Lowercase UUID, the same on each attempt.
    package var id: String
    /// The first line.
    package var title: String
    /// The rest; an adapter cuts it when it does not fit.
    package var body: String
    /// BCP 47 tag of title and body.
    package var language: String
    /// Groups notices on the phone.
    package var thread: String
    /// At most 64 bytes; the same replaces the earlier notice.
    package var collapseID: String
    /// Absolute URL, or a path when there is no `public_url`.
    package var link: String
    /// How much it may interrupt.
    package var urgency: Urgency
    /// From then on nobody wants to see it; given to the push service as well.
    package var expiresAt: UnixTime
    /// An earlier attempt's fate is unknown: no sound.
    package var isRepeat: Bool
    /// How many things were not read, this one among them, as it stands on the app's icon; 0: it says nothing.
    package var badge = 0

    package init(
        id: String,
        title: String,
        body: String,
        language: String,
        thread: String,
        collapseID: String,
        link: String,
        urgency: Urgency,
        expiresAt: UnixTime,
        isRepeat: Bool,
        badge: Int = 0
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.language = language
        self.thread = thread
        self.collapseID = collapseID
        self.link = link
        self.urgency = urgency
        self.expiresAt = expiresAt
        self.isRepeat = isRepeat
        self.badge = badge
    }

    /// The payload in at most `whole` bytes: title and body are cut at characters, the body to what the rest leaves.
    ///
    /// `encode` writes a channel's form of a message. Nil when what cannot be cut (the link, above all) takes too much
    /// already.
    func fitted(title: Int, whole: Int, encode: (PushMessage) -> [UInt8]) -> [UInt8]? {
        var message = self
        message.title = self.title.cut(toJSONBytes: title)
        message.body = ""
        let room = whole - encode(message).count
        guard room >= 0 else { return nil }
        message.body = body.cut(toJSONBytes: room)
        return encode(message)
    }
}
