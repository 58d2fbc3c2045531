package import Core
package import WatchpostModel

/// One message to one phone.
package struct PushDelivery: Sendable, Hashable {
    /// Names the delivery in its answer; the sender's own number.
    package var ticket: Int64
    /// What to send.
    package var message: PushMessage
    /// Where to.
    package var address: DeviceAddress
    /// A person waits for the answer; it says nothing about the push service, because anybody can ask for any.
    package var isTest = false

    package init(ticket: Int64, message: PushMessage, address: DeviceAddress, isTest: Bool = false) {
        self.ticket = ticket
        self.message = message
        self.address = address
        self.isTest = isTest
    }
}

/// One way to reach phones.
package protocol PushAdapter: Sendable {
    /// Its name in registrations and in the store: "apns", "webpush".
    var channel: String { get }

    /// Deliveries in flight to one service at most; what is sent beyond that waits inside.
    var parallelism: Int { get }

    /// False while it can send nothing at all for a reason of our own: notices then stay where they are.
    var isReady: Bool { get }

    /// Reads and checks the object `push` of a registration (its JSON bytes).
    func address(registering json: [UInt8], atMilliseconds: Int64) throws(PushAddressRefusal) -> DeviceAddress

    /// Says in an answer to `GET /v1/about` what apps need before they register.
    func introduce(_ about: inout AboutBody)

    /// Never blocks; each ticket gets exactly one answer, in batches, on the adapter's own thread, through the
    /// sink given at its creation.
    func send(_ deliveries: [PushDelivery])

    /// Ends the adapter within two seconds, without blocking; nothing is sent afterwards.
    ///
    /// What waits is answered as held, what is on its way and still unanswered then as `unknown`.
    func stop()
}

extension PushAdapter {
    package var isReady: Bool { true }

    package func introduce(_ about: inout AboutBody) {}
}

/// The answer to one delivery.
package struct PushAnswer: Sendable, Hashable {
    /// ``PushDelivery/ticket`` of the delivery.
    package var ticket: Int64
    /// What became of it.
    package var outcome: DeliveryOutcome

    package init(ticket: Int64, outcome: DeliveryOutcome) {
        self.ticket = ticket
        self.outcome = outcome
    }
}
