package import Core

/// What a phone is sent: a notice with what the way to the phone adds.
package struct PushMessage: Sendable, Hashable {
    /// Lowercase UUID, the same on each attempt.
    package var id: String
    /// What it says, with a link that is an absolute URL, or a path when there is no `public_url`.
    package var notice: Notice
    /// An earlier attempt's fate is unknown: no sound.
    package var isRepeat: Bool

    package init(id: String, notice: Notice, isRepeat: Bool) {
        self.id = id
        self.notice = notice
        self.isRepeat = isRepeat
    }

    /// The payload in at most `whole` bytes: title and body are cut at characters, the body to what the rest leaves.
    ///
    /// `encode` writes a channel's form of a message. Nil when what cannot be cut (the link, above all) takes too much
    /// already.
    func fitted(title: Int, whole: Int, encode: (PushMessage) -> [UInt8]) -> [UInt8]? {
        var message = self
        message.notice.title = notice.title.cut(toJSONBytes: title)
        message.notice.body = ""
        let room = whole - encode(message).count
        guard room >= 0 else { return nil }
        message.notice.body = notice.body.cut(toJSONBytes: room)
        return encode(message)
    }
}
