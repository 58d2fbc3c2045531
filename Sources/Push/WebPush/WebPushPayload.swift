import Core
import SystemSupport
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
                json.member("title", message.notice.title)
                json.member("body", message.notice.body)
                json.member("navigate", message.notice.link)
                json.member("lang", message.notice.language)
                json.member("dir", "auto")
                json.member("tag", message.notice.collapseID)
                if message.isRepeat || message.notice.urgency == .passive { json.member("silent", true) }
                // WebKit's place for it; the draft of W3C's Push API has the number beside.
                if message.notice.badge > 0 { json.member("app_badge", "\(message.notice.badge)") }
            }
            if message.notice.badge > 0 { json.member("app_badge", Int64(message.notice.badge)) }
            if message.notice.urgency == .timeSensitive, !message.isRepeat { json.member("urgent", true) }
            json.member("id", message.id)
            json.member("thread", message.notice.thread)
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
        let life = message.notice.expiresAt.since(now)
        guard life > 0 else { return nil }
        return [
            "Authorization: \(authorization)",
            "Content-Type: application/octet-stream",
            "Content-Encoding: aes128gcm",
            "TTL: \(min(life, longestLife))",
            "Urgency: \(urgency(message.notice.urgency))",
            "Topic: \(topic(message.notice.collapseID))",
        ]
    }

    /// iOS shows at once only what is `high`; what is listed silently may wait until the phone wakes up.
    private static func urgency(_ urgency: Notice.Urgency) -> String {
        urgency == .passive ? "normal" : "high"
    }

    /// The same for equal collapse ids: while undelivered the newer push replaces the older (RFC 8030 §5.4).
    ///
    /// At most 32 characters of base64url are allowed.
    private static func topic(_ collapseID: String) -> String {
        Base64URL.encode(SHA256Digest.bytes(of: Array(collapseID.utf8)).prefix(18))
    }
}
