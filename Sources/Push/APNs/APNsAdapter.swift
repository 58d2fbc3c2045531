package import Core
package import SystemSupport
package import WatchpostModel

/// Reaches iPhones through Apple's push service, with an app and an account of the owner's own.
package final class APNsAdapter: PushAdapter {
    /// What its registrations say they are.
    package static let name = "apns"

    /// What Apple calls a healthy number of streams of one connection.
    package static let mostInFlight = 100

    package let channel = name
    package let parallelism = APNsAdapter.mostInFlight
    /// The app's bundle id, which registrations are for.
    package let topic: String
    private let transport: PushTransport<APNsDriver>
    private let environments = LearnedEnvironments()
    private let answer: @Sendable ([PushAnswer]) -> Void

    /// - Parameters:
    ///   - key: What the account gave to sign with.
    ///   - topic: The app's bundle id.
    ///   - directory: The state folder, where our token is kept over restarts.
    ///   - reach: How push services are reached.
    ///   - clock: Both clocks.
    ///   - outlets: Where answers and news go.
    package init(
        key: APNsKey,
        topic: String,
        directory: String,
        reach: PushReach,
        clock: SystemClock,
        outlets: PushOutlets
    ) {
        self.topic = topic
        answer = outlets.answers
        transport = PushTransport(
            APNsDriver(key: key, topic: topic, directory: directory, environments: environments),
            reach,
            width: parallelism,
            clock: clock,
            outlets: outlets
        )
    }

    package func address(
        registering json: [UInt8],
        atMilliseconds: Int64
    ) throws(PushAddressRefusal) -> DeviceAddress {
        try APNsDevice.address(registering: json, atMilliseconds: atMilliseconds)
    }

    package func introduce(_ about: inout AboutBody) { about.apns = AboutBody.APNs(topic: topic) }

    package func send(_ deliveries: [PushDelivery]) {
        var jobs: [APNsJob] = []
        var refused: [PushAnswer] = []
        for delivery in deliveries {
            if let device = APNsDevice(delivery.address), let payload = APNsRequest.payload(delivery.message)
            {
                jobs.append(
                    APNsJob(
                        ticket: delivery.ticket,
                        message: delivery.message,
                        payload: payload,
                        token: device.token,
                        environment: environments.environment(of: device)
                    )
                )
            } else {
                let isAddress = APNsDevice(delivery.address) != nil
                let outcome =
                    isAddress
                    ? DeliveryOutcome.refused(reason: "PayloadTooLarge")
                    : .unusable(reason: "the stored address cannot be read")
                refused.append(PushAnswer(ticket: delivery.ticket, outcome: outcome))
            }
        }
        if !refused.isEmpty { answer(refused) }
        if !jobs.isEmpty { transport.send(jobs) }
    }

    package func stop() { transport.stop() }
}
