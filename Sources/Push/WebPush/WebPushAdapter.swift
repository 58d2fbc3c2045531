package import Core
package import SystemSupport
package import WatchpostModel

/// Reaches browsers and installed web apps through the push service that each of them brings along.
package final class WebPushAdapter: PushAdapter {
    /// What its registrations say they are.
    package static let name = "webpush"
    /// To one push service, half of them waiting for a place on its connection.
    package static let mostInFlight = 64

    package let channel = name
    package let parallelism = WebPushAdapter.mostInFlight
    /// What a browser subscribes with, `applicationServerKey`: 65 bytes in base64url.
    package let publicKey: String
    private let hosts: [String]
    private let transport: PushTransport<WebPushDriver>
    private let answer: @Sendable ([PushAnswer]) -> Void

    /// To one push service at the same time; Apple asks for no more than 100.
    private static let width = 32

    /// - Parameters:
    ///   - key: The pair for life, of ``VAPIDKeyFile``.
    ///   - contact: `mailto:` or `https:`, who push services may turn to; nil leaves Apple's out.
    ///   - hosts: Further push services that the owner trusts.
    ///   - reach: How push services are reached.
    ///   - clock: Both clocks.
    ///   - outlets: Where answers and news go.
    package init(
        key: P256PrivateKey,
        contact: String?,
        hosts: [String],
        reach: PushReach,
        clock: SystemClock,
        outlets: PushOutlets
    ) {
        self.hosts = hosts
        publicKey = Base64URL.encode(key.point)
        answer = outlets.answers
        transport = PushTransport(
            WebPushDriver(key: key, contact: contact),
            reach,
            width: WebPushAdapter.width,
            clock: clock,
            outlets: outlets
        )
    }

    package func address(
        registering json: [UInt8],
        atMilliseconds: Int64
    ) throws(PushAddressRefusal) -> DeviceAddress {
        try WebPushSubscription.address(registering: json, atMilliseconds: atMilliseconds, trusted: hosts)
    }

    package func introduce(_ about: inout AboutBody) {
        about.webPush = AboutBody.WebPush(publicKey: publicKey)
    }

    package func send(_ deliveries: [PushDelivery]) {
        var jobs: [WebPushJob] = []
        var refused: [PushAnswer] = []
        for delivery in deliveries {
            guard let subscription = WebPushSubscription(delivery.address, trusted: hosts) else {
                let outcome = DeliveryOutcome.unusable(reason: "the endpoint is no longer allowed")
                refused.append(PushAnswer(ticket: delivery.ticket, outcome: outcome))
                continue
            }
            jobs.append(
                WebPushJob(
                    ticket: delivery.ticket,
                    message: delivery.message,
                    subscription: subscription,
                    isTest: delivery.isTest
                )
            )
        }
        if !refused.isEmpty { answer(refused) }
        if !jobs.isEmpty { transport.send(jobs) }
    }

    package func stop() { transport.stop() }
}
