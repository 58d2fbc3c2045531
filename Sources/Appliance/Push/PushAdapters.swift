/// Every way to reach phones that the settings furnish, built once at start.
struct PushAdapters: Sendable {
    /// Web Push always, APNs when there is an account.
    let all: [any PushAdapter]
    /// What browsers subscribe with.
    let webPushKey: String
    /// The iPhone app's bundle id, nil without one.
    let apnsTopic: String?

    /// Those of the demonstration, which send nothing.
    init(_ demo: DemoNotices, inbox: NoticeInbox) {
        all = [WebPushAdapter.name, APNsAdapter.name].map {
            DemoPush(channel: $0, notices: demo, inbox: inbox)
        }
        // Not a key that anything is signed with, but one that browsers accept.
        webPushKey = DemoPush.publicKey
        apnsTopic = "org.example.demonstration"
    }

    /// Opens or makes the key pair for Web Push in the state folder; blocks, and throws a sentence with a remedy.
    ///
    /// - Parameters:
    ///   - configuration: All settings.
    ///   - clock: Both clocks.
    ///   - liveness: Gets a name for each adapter's thread, `push …`.
    ///   - log: Gets a line when a push service is left alone, and when it works again.
    ///   - answers: Takes every answer, on the adapters' threads.
    /// - Throws: A start failure when the key pair cannot be had.
    init(
        _ configuration: Configuration,
        clock: SystemClock,
        liveness: LivenessBoard,
        log: Log,
        answers: @escaping @Sendable ([PushAnswer]) -> Void
    ) throws(StartFailure) {
        let settings = configuration.push
        let directory = configuration.state.directory
        func outlets(_ name: String) -> PushOutlets {
            PushOutlets(
                answers: answers,
                progress: { liveness.expect("push \(name)", within: .seconds(60)) },
                ended: { liveness.rest("push \(name)") },
                log: { log.notice("push: \($0)") }
            )
        }
        let web: WebPushAdapter
        do throws(VAPIDKeyFile.Trouble) {
            web = WebPushAdapter(
                key: try VAPIDKeyFile.open(in: directory),
                contact: settings.web.contact,
                hosts: settings.web.hosts,
                reach: settings.reach,
                clock: clock,
                outlets: outlets(WebPushAdapter.name)
            )
        } catch {
            throw StartFailure(error.description)
        }
        webPushKey = web.publicKey
        apnsTopic = settings.apns?.topic
        guard let account = settings.apns else {
            all = [web]
            return
        }
        do throws(CryptoFault) {
            let key = APNsKey(
                team: account.team,
                id: account.keyID,
                key: try P256PrivateKey(pem: account.key.exposed)
            )
            all = [
                web,
                APNsAdapter(
                    key: key,
                    topic: account.topic,
                    directory: directory,
                    reach: settings.reach,
                    clock: clock,
                    outlets: outlets(APNsAdapter.name)
                ),
            ]
        } catch {
            throw StartFailure("the key for APNs cannot be used: \(error)")
        }
    }
}
