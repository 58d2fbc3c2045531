import JSONReading

/// What the answers of APNs mean: every reason that Apple documents (“Handling notification responses from APNs”), the
/// one that is seen in the field and documented under another name, and whatever comes next.
package enum APNsAnswer {
    /// The JSON in a failure's body.
    private struct Body {
        var reason: String
        /// Milliseconds since 1970, with 410: when APNs confirmed that the token is no longer valid.
        var timestamp: Int64?

        /// nil unless there is a reason; text that is no word of a service is not taken.
        init?(_ bytes: [UInt8]) {
            guard let root = try? JSONElement(parsing: bytes, limits: .answer),
                let reason = root["reason"]?.serviceWord
            else { return nil }
            self.reason = reason
            timestamp = root["timestamp"]?.int64
        }
    }

    /// Until somebody puts credentials or settings right.
    package static let configurationHold = Duration.seconds(3_600)
    /// Apple takes a new token once in twenty minutes.
    package static let tokenHold = Duration.seconds(1_200)
    /// Apple’s words: “After 15 minutes, you can retry”.
    package static let serverPause = Duration.seconds(900)

    /// Judges an answer by its status and body, which may be empty or anything at all.
    package static func verdict(status: Int, body: [UInt8]) -> PushVerdict {
        let body = Body(body)
        guard !(200...299).contains(status) else { return PushVerdict(outcome: .accepted) }
        if let reason = body?.reason, let known = verdict(reason: reason, timestamp: body?.timestamp) {
            return known
        }
        let reason = body.map { "\($0.reason) (HTTP \(status))" } ?? "HTTP \(status)"
        return verdict(status: status, reason: reason, timestamp: body?.timestamp)
    }

    /// By the reason alone; nil for one that is not known.
    private static func verdict(reason: String, timestamp: Int64?) -> PushVerdict? {
        switch reason {
        case "BadDeviceToken":
            return PushVerdict(outcome: .unusable(reason: reason), remedy: .otherEnvironment)
        case "DeviceTokenNotForTopic": return PushVerdict(outcome: .unusable(reason: reason))
        case "Unregistered", "ExpiredToken":
            return PushVerdict(outcome: .gone(confirmedAtMilliseconds: timestamp, reason: reason))
        case "BadCollapseId", "BadExpirationDate", "BadMessageId", "BadPriority", "InvalidPushType",
            "DuplicateHeaders", "PayloadEmpty", "PayloadTooLarge", "MissingDeviceToken", "BadPath",
            "MethodNotAllowed":
            return PushVerdict(outcome: .refused(reason: reason))
        case "BadTopic", "MissingTopic", "TopicDisallowed", "Forbidden", "MissingProviderToken",
            "BadEnvironmentKeyInToken", "BadEnvironmentKeyIdInToken", "BadCertificate",
            "BadCertificateEnvironment":
            return held(configurationHold, reason)
        // Apple does not say which claim it does not like: the time may be it.
        case "InvalidProviderToken": return refusedToken(configurationHold, reason)
        case "UnrelatedKeyIdInToken": return held(configurationHold, reason, remedy: .newConnection)
        case "ExpiredProviderToken": return refusedToken(tokenHold, reason, remedy: .newToken)
        case "TooManyProviderTokenUpdates": return held(tokenHold, reason, remedy: .olderToken)
        case "TooManyRequests": return PushVerdict(outcome: .backOff(after: nil, reason: reason))
        case "IdleTimeout", "Shutdown":
            // The connection's end, not the service's: another one is served at once, or in seconds.
            return PushVerdict(outcome: .backOff(after: nil, reason: reason), remedy: .newConnection)
        case "InternalServerError":
            // Seen for a token that grew old on an idle connection: a new one helps.
            return PushVerdict(
                outcome: .backOff(after: serverPause, reason: reason),
                remedy: .newConnection,
                health: .failing
            )
        case "ServiceUnavailable":
            return PushVerdict(outcome: .backOff(after: serverPause, reason: reason), health: .failing)
        default: return nil
        }
    }

    /// By the status, for reasons that are not known, or missing.
    private static func verdict(status: Int, reason: String, timestamp: Int64?) -> PushVerdict {
        switch status {
        // All that is known to be answered with 403 is about us and not about the phone or the message.
        case 401, 403: refusedToken(tokenHold, reason)
        case 410: PushVerdict(outcome: .gone(confirmedAtMilliseconds: timestamp, reason: reason))
        case 404: PushVerdict(outcome: .refused(reason: reason))
        case 400...499 where !FinalStatus.contains(status):
            PushVerdict(outcome: .backOff(after: nil, reason: reason))
        case 500...: PushVerdict(outcome: .backOff(after: serverPause, reason: reason), health: .failing)
        default: PushVerdict(outcome: .refused(reason: reason))
        }
    }

    private static func held(
        _ duration: Duration,
        _ reason: String,
        remedy: PushVerdict.Remedy? = nil
    ) -> PushVerdict {
        PushVerdict(
            outcome: .channelHeld(after: duration, reason: reason),
            remedy: remedy,
            health: .held(duration)
        )
    }

    private static func refusedToken(
        _ duration: Duration,
        _ reason: String,
        remedy: PushVerdict.Remedy? = nil
    ) -> PushVerdict {
        var verdict = held(duration, reason, remedy: remedy)
        verdict.health = .refusedToken(duration)
        return verdict
    }
}
