package import Core
package import WatchpostModel

/// A way to reach phones that is out of order as long as its key cannot be used.
///
/// Nothing else of the appliance is touched by that: notices wait, and registrations are told to come back.
package final class RecoverableAdapter<Adapter: PushAdapter>: PushAdapter {
    private enum State {
        case works(Adapter)
        case broken(PushKeyError)
    }

    package let channel: String
    package let parallelism: Int
    /// Of the fault that the panel shows.
    package let faultCode: String
    private let make: @Sendable () throws(PushKeyError) -> Adapter
    private let answer: @Sendable ([PushAnswer]) -> Void
    private let state: Locked<State>

    /// How long what was sent nevertheless has to wait.
    private static var pause: Duration { .seconds(60) }

    /// - Parameters:
    ///   - channel: As in ``PushAdapter/channel``.
    ///   - parallelism: As in ``PushAdapter/parallelism``.
    ///   - faultCode: Short and stable, as in docs/trouble.md.
    ///   - answers: Takes the answers while it is out of order.
    ///   - make: Reads the key and builds the adapter; blocks. It is called now, and by ``recover()``.
    package init(
        channel: String,
        parallelism: Int,
        faultCode: String,
        answers: @escaping @Sendable ([PushAnswer]) -> Void,
        make: @escaping @Sendable () throws(PushKeyError) -> Adapter
    ) {
        self.channel = channel
        self.parallelism = parallelism
        self.faultCode = faultCode
        self.make = make
        answer = answers
        state = Locked(RecoverableAdapter.attempt(make))
    }

    /// The adapter behind, nil while it is out of order.
    package var working: Adapter? {
        state.withLock { state in
            if case .works(let adapter) = state { adapter } else { nil }
        }
    }

    package var isReady: Bool { error == nil }

    package func address(
        registering json: [UInt8],
        atMilliseconds: Int64
    ) throws(PushAddressRefusal) -> DeviceAddress {
        guard let working else {
            throw PushAddressRefusal(
                words: "this box cannot send by “\(channel)” at the moment: its key cannot be used "
                    + "(fault \(faultCode) on its panel); try again later",
                kind: .broken
            )
        }
        return try working.address(registering: json, atMilliseconds: atMilliseconds)
    }

    package func introduce(_ about: inout AboutBody) { working?.introduce(&about) }

    package func send(_ deliveries: [PushDelivery]) {
        if let working { return working.send(deliveries) }
        let held = DeliveryOutcome.channelHeld(
            after: RecoverableAdapter.pause,
            reason: PushAdvice.unusableKey
        )
        answer(deliveries.map { PushAnswer(ticket: $0.ticket, outcome: held) })
    }

    package func stop() { working?.stop() }

    private static func attempt(_ make: () throws(PushKeyError) -> Adapter) -> State {
        do throws(PushKeyError) {
            return .works(try make())
        } catch {
            return .broken(error)
        }
    }
}

/// Something that may be out of order and is tried again.
package protocol Recoverable: Sendable {
    /// Its name in the log.
    var channel: String { get }
    /// Of the fault that the panel shows.
    var faultCode: String { get }
    /// Why it is out of order; nil when it works.
    var error: PushKeyError? { get }
    /// Tries again what did not work; blocks, and one caller at a time.
    func recover()
}

extension RecoverableAdapter: Recoverable {
    package var error: PushKeyError? {
        state.withLock { state in
            if case .broken(let error) = state { error } else { nil }
        }
    }

    package func recover() {
        guard error != nil else { return }
        let tried = RecoverableAdapter.attempt(make)
        state.withLock { $0 = tried }
    }
}
