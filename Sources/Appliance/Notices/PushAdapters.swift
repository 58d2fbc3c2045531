import Push
import SystemSupport
import WatchpostModel

/// Every way to reach phones that the settings name, built once at start.
struct PushAdapters: Sendable {
    /// One for each channel; one whose key cannot be used is out of order.
    let all: [any PushAdapter]
    /// Those that may be out of order.
    let recoverable: [any Recoverable]

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
        let parts = configuration.push.channels.map { channel in
            channel.adapter(
                PushPlace(
                    directory: configuration.state.directory,
                    reach: configuration.push.reach,
                    clock: clock,
                    outlets: outlets(type(of: channel).name)
                )
            )
        }
        (all, recoverable) = (parts, parts)
    }

    /// Tells apps what they need before they register, as far as the channels are in order.
    func introduce(_ about: inout AboutBody) {
        for adapter in all { adapter.introduce(&about) }
    }
}
