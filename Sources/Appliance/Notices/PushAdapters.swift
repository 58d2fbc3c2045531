import Push
import SystemSupport

/// Every way to reach phones that the settings name, built once at start.
struct PushAdapters: Sendable {
    /// Web Push always, APNs when there is an account; one whose key cannot be used is out of order.
    let all: [any PushAdapter]
    /// What browsers subscribe with; nil while Web Push is out of order.
    let webPushKey: @Sendable () -> String?
    /// The iPhone app's bundle id; nil without one, and while APNs is out of order.
    let apnsTopic: @Sendable () -> String?
    /// Those that may be out of order.
    let recoverable: [any Recoverable]

    /// Of the faults for keys that cannot be used.
    static let webPushFault = "E21"
    static let apnsFault = "E22"

    /// Opens the keys, and makes the pair for Web Push in the state folder when there is none; blocks.
    ///
    /// - Parameters:
    ///   - configuration: All settings.
    ///   - clock: Both clocks.
    ///   - liveness: Gets a name for each adapter's thread, `push …`.
    ///   - log: Gets a line when a push service is left alone, and when it works again.
    ///   - answers: Takes every answer, on the adapters' threads.
    init(
        _ configuration: Configuration,
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        answers: @escaping @Sendable ([PushAnswer]) -> Void
    ) {
        let outlets = { @Sendable (name: String) in
            PushOutlets(
                answers: answers,
                progress: { liveness.expect("push \(name)", within: .seconds(60)) },
                ended: { liveness.rest("push \(name)") },
                log: { log.notice("push: \($0)") }
            )
        }
        let web = PushAdapters.web(configuration, clock, outlets(WebPushAdapter.name))
        let apns = configuration.push.apns.map {
            PushAdapters.apns($0, configuration, clock, outlets(APNsAdapter.name))
        }
        all = [web] + (apns.map { [$0] } ?? [])
        recoverable = [web] + (apns.map { [$0] } ?? [])
        webPushKey = { web.working?.publicKey }
        apnsTopic = { apns?.working?.topic }
    }

    private static func web(
        _ configuration: Configuration,
        _ clock: SystemClock,
        _ outlets: PushOutlets
    ) -> RecoverableAdapter<WebPushAdapter> {
        let (settings, directory) = (configuration.push, configuration.state.directory)
        return RecoverableAdapter(
            channel: WebPushAdapter.name,
            parallelism: WebPushAdapter.mostInFlight,
            faultCode: webPushFault,
            answers: outlets.answers
        ) { () throws(PushKeyError) in
            WebPushAdapter(
                key: try VAPIDKeyFile.open(in: directory),
                contact: settings.web.contact,
                hosts: settings.web.hosts,
                reach: settings.reach,
                clock: clock,
                outlets: outlets
            )
        }
    }

    private static func apns(
        _ account: APNsSection,
        _ configuration: Configuration,
        _ clock: SystemClock,
        _ outlets: PushOutlets
    ) -> RecoverableAdapter<APNsAdapter> {
        let (settings, directory) = (configuration.push, configuration.state.directory)
        return RecoverableAdapter(
            channel: APNsAdapter.name,
            parallelism: APNsAdapter.mostInFlight,
            faultCode: apnsFault,
            answers: outlets.answers
        ) { () throws(PushKeyError) in
            let key = try APNsKeyFile.read(account.keyFile)
            return APNsAdapter(
                key: APNsKey(team: account.team, id: account.keyID, key: key),
                topic: account.topic,
                directory: directory,
                reach: settings.reach,
                clock: clock,
                outlets: outlets
            )
        }
    }
}
