/// What the answers of Web Push services mean (RFC 8030 §5, §7; Apple's and Mozilla's own documents).
package enum WebPushAnswer {
    /// How long an origin is left alone when it refuses our token even after a new one; then one notice tries again.
    package static let tokenHold = Duration.seconds(60)
    /// How long a phone waits whose service refused our token, until it is known who is to blame.
    package static let doubt = Duration.seconds(600)

    /// Judges an answer by its status; redirects are answers too and are not followed.
    ///
    /// `retryAfter` is the answer's `Retry-After` in seconds, `word` the `reason` in its body, if there is one.
    package static func verdict(status: Int, retryAfter: Int64?, word: String?) -> PushVerdict {
        let reason = word ?? "HTTP \(status)"
        let wait = retryAfter.map { Duration.seconds(min(max($0, 1), 86_400)) }
        // Apple's word for a subscription that was made with another key.
        if word == "VapidPkHashMismatch" { return PushVerdict(outcome: .unusable(reason: reason)) }
        switch status {
        case 200...299: return PushVerdict(outcome: .accepted)
        case 401, 403:
            // A wrong token, or a subscription made for another key; the adapter tells them apart by how many fail.
            return PushVerdict(
                outcome: .channelHeld(after: tokenHold, reason: reason),
                remedy: .newToken,
                health: .refusedToken(tokenHold)
            )
        case 404, 410: return PushVerdict(outcome: .gone(confirmedAtMilliseconds: nil, reason: reason))
        case 400...499 where !FinalStatus.contains(status):
            return PushVerdict(outcome: .backOff(after: wait, reason: reason))
        case 500...:
            return PushVerdict(outcome: .backOff(after: wait, reason: reason), health: .failing)
        case 300...399: return PushVerdict(outcome: .refused(reason: "redirect not followed (\(reason))"))
        default: return PushVerdict(outcome: .refused(reason: reason))
        }
    }
}
