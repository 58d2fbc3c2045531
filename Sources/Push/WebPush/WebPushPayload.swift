package import WatchpostModel

/// A notice in the declarative form (WebKit's Declarative Web Push): shown by iOS 18.4 without our service worker, and
/// by the worker everywhere else, from the same JSON.
package enum WebPushPayload {
    /// The JSON, at most `limit` bytes: title and body are cut at characters to fit.
    ///
    /// Nil when what cannot be cut (the link, above all) takes too much already.
    package static func encode(_ message: PushMessage, limit: Int = WebPushEncryption.sizes.last ?? 0)
        -> [UInt8]?
    {
        message.fitted(title: 256, whole: limit, encode: json)
    }

    /// `id` is for our service worker, which tells repeated notices by it.
    private static func json(_ message: PushMessage) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("web_push", 8_030)
            json.member("notification") { json in
                json.member("title", message.title)
                json.member("body", message.body)
                json.member("navigate", message.link)
                json.member("lang", message.language)
                json.member("dir", "auto")
                json.member("tag", message.collapseID)
                if message.isRepeat || message.urgency == .passive { json.member("silent", true) }
                // WebKit's place for it; the draft of W3C's Push API has the number beside.
                if message.badge > 0 { json.member("app_badge", "\(message.badge)") }
            }
            if message.badge > 0 { json.member("app_badge", Int64(message.badge)) }
            if message.urgency == .timeSensitive, !message.isRepeat { json.member("urgent", true) }
            json.member("id", message.id)
            json.member("thread", message.thread)
        }
        return json.bytes
    }
}

/// The header fields of one push (RFC 8030 §5).
package enum WebPushFields {
    /// Push services keep nothing for longer than about four weeks.
    private static let longestLife: Int64 = 2_419_200

    /// The fields for a message that still has a life; nil when it has expired.
    package static func lines(_ message: PushMessage, authorization: String, now: UnixTime) -> [String]? {
        let life = message.expiresAt.since(now)
        guard life > 0 else { return nil }
        return [
            "Authorization: \(authorization)",
            "Content-Type: application/octet-stream",
            "Content-Encoding: aes128gcm",
            "TTL: \(min(life, longestLife))",
            "Urgency: \(urgency(message.urgency))",
            "Topic: \(topic(message.collapseID))",
        ]
    }

    /// iOS shows at once only what is `high`; what is listed silently may wait until the phone wakes up.
    private static func urgency(_ urgency: PushMessage.Urgency) -> String {
        urgency == .passive ? "normal" : "high"
    }

    /// The same for equal collapse ids: while undelivered the newer push replaces the older (RFC 8030 §5.4).
    ///
    /// At most 32 characters of base64url are allowed.
    private static func topic(_ collapseID: String) -> String {
        Base64URL.encode(SecureBytes.sha256(Array(collapseID.utf8)).prefix(18))
    }
}
