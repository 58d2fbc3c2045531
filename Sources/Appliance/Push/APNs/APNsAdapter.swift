import Core

/// Reaches iPhones through Apple's push service, with an app and an account of the owner's own.
final class APNsAdapter: PushAdapter {
    /// What its registrations say they are.
    static let name = "apns"

    /// What Apple calls a healthy number of streams of one connection.
    static let mostInFlight = 100

    let channel = name
    let parallelism = APNsAdapter.mostInFlight
    /// The app's bundle id, which registrations are for.
    let topic: String
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
    init(
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
            settings: reach.settings(width: parallelism),
            clock: clock,
            outlets: outlets
        )
    }

    /// What was done so far, for metrics.
    var counts: TransferCounts { transport.counts }

    func address(
        registering json: [UInt8],
        atMilliseconds: Int64
    ) throws(PushAddressRefusal) -> DeviceAddress {
        try APNsDevice.address(registering: json, atMilliseconds: atMilliseconds)
    }

    func send(_ deliveries: [PushDelivery]) {
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

    func stop() { transport.stop() }
}
