package import Core
import SystemSupport
import WatchpostModel

/// One notice on its way to APNs.
package struct APNsJob: TransferJob {
    package let ticket: Int64
    package let message: PushMessage
    package let payload: [UInt8]
    package let token: String
    package var environment: APNsDevice.Environment
    /// The service of the other environment is being asked, because the one that was named does not know the token.
    package var isProbe = false
    package var isRetry = false
    /// Which of our own tokens it was sent with.
    package var generation = 0

    package var origin: String { environment.origin }

    /// A failure of the developers' service is no reason to hold everybody's notices.
    package func outcome(whileHeld outcome: DeliveryOutcome) -> DeliveryOutcome {
        guard case .channelHeld(let time, let reason) = outcome else { return outcome }
        if isProbe { return .backOff(after: nil, reason: "BadDeviceToken") }
        return environment == .development ? .originHeld(after: time, reason: reason) : outcome
    }
}

/// How APNs is talked to: with which token, and what its answers lead to.
package struct APNsDriver: TransferDriver {
    private let key: APNsKey
    private let topic: String
    private let file: ProviderTokenFile
    private let environments: LearnedEnvironments
    private var provider: ProviderToken
    /// Counts our own tokens, so that an answer to an older one is known as such.
    private var generation = 0
    private var randomness = SystemRandomNumberGenerator()

    package init(key: APNsKey, topic: String, directory: String, environments: LearnedEnvironments) {
        self.key = key
        self.topic = topic
        self.environments = environments
        file = ProviderTokenFile(directory: directory, key)
        provider = ProviderToken(restored: file.load())
    }

    package mutating func prepare(_ job: inout APNsJob, at now: Moment) -> Preparation {
        let token: Secret
        switch provider.decide(at: now) {
        case .use(let text): token = text
        case .wait(let duration, let reason): return .hold(duration, reason)
        case .make(let wall):
            guard let made = try? key.token(at: wall) else {
                return .hold(.seconds(60), "libcrypto cannot sign")
            }
            let life = Duration.seconds(Int64.random(in: 2_400...3_000, using: &randomness))
            provider.made(made, at: wall, monotonic: now.monotonic, life: life)
            file.save(ProviderToken.Made(text: made, at: wall))
            generation += 1
            token = made
        }
        job.generation = generation
        guard let wall = now.wall,
            let fields = APNsRequest.fields(
                job.message,
                topic: topic,
                token: token.exposed,
                now: wall,
                lead: ProviderToken.time(now)?.since(wall) ?? 0
            )
        else { return .answer(.expired) }
        let url = "\(job.origin)/3/device/\(job.token)"
        return .send(OutgoingRequest(url: url, fields: fields, body: job.payload))
    }

    package mutating func judge(_ job: APNsJob, _ ending: TransferEnding, at now: Moment) -> Judgement<
        APNsJob
    > {
        switch ending {
        case .notSent(let words):
            let held = DeliveryOutcome.channelHeld(after: Breaker.shortest, reason: words)
            return Judgement(fate: .answer(job.outcome(whileHeld: held)))
        case .lost(let words): return Judgement(fate: .answer(.unknown(reason: words)))
        case .answered(let reply):
            guard reply.isHTTP2 else { return oldServer(job) }
            return judge(job, APNsAnswer.verdict(status: reply.status, body: reply.body), at: now)
        }
    }

    /// Somebody stands between us and Apple.
    private func oldServer(_ job: APNsJob) -> Judgement<APNsJob> {
        let hold = APNsAnswer.serverPause
        let held = DeliveryOutcome.channelHeld(
            after: hold,
            reason: "what answers as APNs does not speak HTTP/2"
        )
        return Judgement(
            fate: .answer(job.outcome(whileHeld: held)),
            health: .held(hold),
            spoilsConnection: true
        )
    }

    private mutating func judge(
        _ job: APNsJob,
        _ verdict: PushVerdict,
        at now: Moment
    ) -> Judgement<APNsJob> {
        if job.isProbe { return judgeProbe(job, verdict) }
        if verdict.outcome == .accepted { provider.accepted() }
        if let remedy = verdict.remedy, let again = retry(remedy, job, at: now) { return again }
        if case .refusedToken(let hold) = verdict.health {
            let pause = provider.pause(afterRefusal: hold, at: now)
            let held = DeliveryOutcome.channelHeld(after: pause, reason: verdict.outcome.reason ?? "")
            return Judgement(fate: .answer(job.outcome(whileHeld: held)), health: .refusedToken(pause))
        }
        return Judgement(fate: .answer(job.outcome(whileHeld: verdict.outcome)), health: verdict.health)
    }

    /// What the service of the other environment says is about the phone alone.
    private func judgeProbe(_ job: APNsJob, _ verdict: PushVerdict) -> Judgement<APNsJob> {
        switch verdict.outcome {
        case .accepted:
            environments.learn(job.environment, of: job.token)
            return Judgement(fate: .answer(.accepted))
        case .gone, .backOff: return Judgement(fate: .answer(verdict.outcome))
        default: return Judgement(fate: .answer(.unusable(reason: "BadDeviceToken")))
        }
    }

    /// The second attempt that a remedy makes worth while; nil when there is none.
    private mutating func retry(
        _ remedy: PushVerdict.Remedy,
        _ job: APNsJob,
        at now: Moment
    ) -> Judgement<APNsJob>? {
        var job = job
        if remedy == .otherEnvironment {
            job.isProbe = true
            job.environment = job.environment.other
            return Judgement(fate: .again(job))
        }
        guard !job.isRetry else { return nil }
        job.isRetry = true
        // Sent with a token that has been replaced meanwhile: the answer says nothing of the new one.
        let isOutdated = job.generation != generation
        switch remedy {
        case .newConnection: return Judgement(fate: .again(job), spoilsConnection: true)
        case .newToken where isOutdated || provider.refuse(monotonic: now.monotonic):
            return Judgement(fate: .again(job), spoilsConnection: !isOutdated)
        case .olderToken where isOutdated: return Judgement(fate: .again(job))
        case .olderToken where provider.goBack(at: now):
            generation += 1
            return Judgement(fate: .again(job))
        case .newToken, .olderToken, .otherEnvironment: return nil
        }
    }
}

/// Which service knows a token whose registration named the other one, as was found out since the start.
package final class LearnedEnvironments: Sendable {
    private static let limit = 1_024
    private let known = Locked<[String: APNsDevice.Environment]>([:])

    package func learn(_ environment: APNsDevice.Environment, of token: String) {
        known.withLock { known in
            if known.count >= LearnedEnvironments.limit { known.removeAll() }
            known[token] = environment
        }
    }

    package func environment(of device: APNsDevice) -> APNsDevice.Environment {
        known.withLock { $0[device.token] } ?? device.environment
    }
}
