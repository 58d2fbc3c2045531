package import Core
import JSONReading
import WatchpostModel

/// One notice on its way to a browser.
package struct WebPushJob: TransferJob {
    package let ticket: Int64
    package let message: PushMessage
    package let subscription: WebPushSubscription
    package var isTest = false
    package var isRetry = false

    package var origin: String { subscription.endpoint.origin }
    /// Whoever asks for a test says where to: any number of answers of their choosing.
    package var judgesOrigin: Bool { !isTest }

    /// One push service that fails is no reason to hold the notices of the others.
    package func outcome(whileHeld outcome: DeliveryOutcome) -> DeliveryOutcome {
        guard case .channelHeld(let time, let reason) = outcome, outcome != .stopping else { return outcome }
        return .originHeld(after: time, reason: reason)
    }
}

/// How push services are talked to: with which token, and what their answers lead to.
package struct WebPushDriver: TransferDriver {
    private var tokens: VAPIDTokens
    private let hasContact: Bool
    private var vanishing = VanishingGuard()
    private var refusals = RefusalGuard()

    package init(key: P256PrivateKey, contact: String?) {
        tokens = VAPIDTokens(key: key, contact: contact)
        hasContact = contact != nil
    }

    package mutating func prepare(_ job: inout WebPushJob, at now: Moment) -> Preparation {
        guard let wall = now.wall else { return .hold(.seconds(60), "the clock is not set yet") }
        let endpoint = job.subscription.endpoint
        guard hasContact || !endpoint.isApple else {
            return .answer(.originHeld(after: .seconds(3_600), reason: "NoContact"))
        }
        guard let payload = WebPushPayload.encode(job.message) else {
            return .answer(.refused(reason: "PayloadTooLarge"))
        }
        do throws(CryptoFault) {
            let authorization = try tokens.authorization(
                for: job.origin,
                wall: now.proven ?? wall,
                monotonic: now.monotonic
            )
            guard let fields = WebPushFields.lines(job.message, authorization: authorization, now: wall)
            else {
                return .answer(.expired)
            }
            return .send(
                OutgoingRequest(
                    url: endpoint.text,
                    fields: fields,
                    body: try job.subscription.encryption.seal(payload),
                    mayBePrivate: endpoint.isTrusted
                )
            )
        } catch {
            return .answer(.backOff(after: .seconds(60), reason: "\(error)"))
        }
    }

    package mutating func judge(
        _ job: WebPushJob,
        _ ending: TransferEnding,
        at now: Moment
    ) -> Judgement<WebPushJob> {
        switch ending {
        case .notSent(let words):
            return Judgement(fate: .answer(.originHeld(after: Breaker.shortest, reason: words)))
        case .lost(let words): return Judgement(fate: .answer(.unknown(reason: words)))
        case .answered(let reply):
            let verdict = WebPushAnswer.verdict(
                status: reply.status,
                retryAfter: reply.retryAfter,
                word: WebPushDriver.word(reply.body)
            )
            return judge(job, verdict, at: now)
        }
    }

    private mutating func judge(
        _ job: WebPushJob,
        _ verdict: PushVerdict,
        at now: Moment
    ) -> Judgement<WebPushJob> {
        guard !job.isTest else { return Judgement(fate: .answer(job.outcome(whileHeld: verdict.outcome))) }
        let doubt = vanishing.doubt(job.origin, isGone: verdict.outcome.isGone, at: now.monotonic)
        if let doubt {
            let reason =
                "\(verdict.outcome.reason ?? ""), as for many others of this service: not believed yet"
            return Judgement(fate: .answer(.backOff(after: doubt, reason: reason)))
        }
        if verdict.outcome == .accepted {
            refusals.accepted(job.origin, endpoint: job.subscription.endpoint.text)
            tokens.accepted(job.origin)
        }
        guard verdict.remedy == .newToken else {
            return Judgement(fate: .answer(job.outcome(whileHeld: verdict.outcome)), health: verdict.health)
        }
        return judgeRefusedToken(job, verdict, at: now)
    }

    /// Our token is wrong, or the subscription belongs to another key than ours.
    private mutating func judgeRefusedToken(
        _ job: WebPushJob,
        _ verdict: PushVerdict,
        at now: Moment
    ) -> Judgement<WebPushJob> {
        let reason = verdict.outcome.reason ?? ""
        let endpoint = job.subscription.endpoint.text
        if refusals.isProven(job.origin, endpoint: endpoint), !job.isRetry,
            tokens.renew(job.origin, monotonic: now.monotonic)
        {
            var again = job
            again.isRetry = true
            return Judgement(fate: .again(again))
        }
        switch refusals.refused(job.origin, endpoint: endpoint) {
        case .phone:
            return Judgement(
                fate: .answer(.unusable(reason: "\(reason), while other phones of this service work"))
            )
        case .nobody:
            // Not a word about the service: whether it works for others is not known by that.
            let outcome = DeliveryOutcome.phoneHeld(after: WebPushAnswer.doubt, reason: reason)
            return Judgement(fate: .answer(outcome), health: .unclear)
        case .us:
            return Judgement(fate: .answer(job.outcome(whileHeld: verdict.outcome)), health: verdict.health)
        }
    }

    /// The service's own word for a failure: Apple's `reason`, Mozilla's `error`.
    private static func word(_ body: [UInt8]) -> String? {
        guard let root = try? JSONElement(parsing: body, limits: .answer) else { return nil }
        return root["reason"]?.serviceWord ?? root["error"]?.serviceWord
    }
}

extension DeliveryOutcome {
    fileprivate var isGone: Bool {
        if case .gone = self { return true }
        return false
    }
}
