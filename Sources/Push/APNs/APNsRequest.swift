import SystemSupport
package import WatchpostModel

/// How a message is written for APNs (“Generating a remote notification”, “Sending notification requests to APNs”).
package enum APNsRequest {
    /// The most that APNs takes for an alert, in bytes.
    package static let maximumPayload = 4_096
    private static let longestTitle = 512
    private static let longestCollapseID = 64

    /// The payload; title and body are cut at characters to fit.
    ///
    /// Nil when the rest takes too much already.
    package static func payload(_ message: PushMessage) -> [UInt8]? {
        message.fitted(title: longestTitle, whole: maximumPayload, encode: json)
    }

    /// Our own members stand beside `aps`, which belongs to Apple.
    private static func json(_ message: PushMessage) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("aps") { json in
                json.member("alert") { json in
                    json.member("title", message.notice.title)
                    json.member("body", message.notice.body)
                }
                json.member("thread-id", message.notice.thread)
                json.member("interruption-level", level(message))
                if message.notice.badge > 0 { json.member("badge", Int64(message.notice.badge)) }
                if !message.isRepeat, message.notice.urgency != .passive { json.member("sound", "default") }
            }
            json.member("id", message.id)
            json.member("link", message.notice.link)
            json.member("lang", message.notice.language)
        }
        return json.bytes
    }

    /// What may have been shown already must not interrupt again.
    private static func level(_ message: PushMessage) -> String {
        guard !message.isRepeat else { return "passive" }
        switch message.notice.urgency {
        case .passive: return "passive"
        case .normal: return "active"
        case .timeSensitive: return "time-sensitive"
        }
    }

    /// The header fields; nil when the message has expired.
    ///
    /// `lead`: seconds by which Apple's clock is ahead of ours, where that is known.
    package static func fields(
        _ message: PushMessage,
        topic: String,
        token: String,
        now: UnixTime,
        lead: Int64 = 0
    ) -> [String]? {
        guard message.notice.expiresAt > now else { return nil }
        return [
            "authorization: bearer \(token)",
            "content-type: application/json",
            "apns-topic: \(topic)",
            "apns-push-type: alert",
            "apns-id: \(message.id)",
            "apns-expiration: \(message.notice.expiresAt.advanced(by: lead).seconds)",
            "apns-priority: \(message.notice.urgency == .passive || message.isRepeat ? 5 : 10)",
            "apns-collapse-id: \(collapseID(message.notice.collapseID))",
        ]
    }

    /// At most 64 bytes, or APNs refuses the message: a longer one is told by its hash, which is as good a name.
    package static func collapseID(_ text: String) -> String {
        guard text.utf8.count > longestCollapseID || !text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            return text
        }
        return Base64URL.encode(SHA256Digest.bytes(of: Array(text.utf8)))
    }
}
