import Core
import Push
import SystemSupport
import WatchpostModel

@testable import Appliance

/// A way to reach phones that nothing of the appliance knows: what a folder, a section and a line would bring.
struct SampleChannel: PushChannel {
    static let name = "pigeon"
    static let faultCode = "E29"
    static let parallelism = 3
    static let table = TableSetting(
        "pigeon",
        allowed: "table",
        default: "no pigeons",
        "`[push.pigeon]` below."
    )
    static let section = SettingsSection("[push.pigeon]", "Notices by pigeons.", [Keys.loft])
    static let demonstration = SampleChannel(loft: "roof")

    /// Where they live; the key is kept there, too.
    let loft: String
    /// What was flown.
    let flown = Locked<[PushDelivery]>([])

    private enum Keys {
        static let loft = OptionalSettingKey(
            "loft",
            .string(upTo: 20, "a place"),
            absent: "no pigeons",
            "Where the pigeons live."
        )
    }

    static func read(_ reader: TableReader, publicURL: WebAddress?, context: LoadContext) -> SampleChannel? {
        reader.value(Keys.loft).map { SampleChannel(loft: $0) }
    }

    static func advice(for reason: String) -> String? { reason == "Hungry" ? "feed the pigeon" : nil }

    func open(_ place: PushPlace) throws(PushKeyError) -> Adapter {
        try checkKey(in: place.directory)
        return Adapter(settings: self, answers: place.outlets.answers)
    }

    func checkKey(in directory: String) throws(PushKeyError) {
        guard loft != "closed" else { throw PushKeyError("the loft is closed") }
    }

    func address(registering json: [UInt8], atMilliseconds: Int64) throws(PushAddressRefusal) -> DeviceAddress
    {
        DeviceAddress(
            channel: SampleChannel.name,
            text: String(decoding: json, as: UTF8.self),
            key: Array((json + [UInt8](repeating: 0, count: 32)).prefix(32)),
            registeredAtMilliseconds: atMilliseconds
        )
    }

    /// Takes whatever it is given.
    struct Adapter: PushAdapter {
        let settings: SampleChannel
        let answers: @Sendable ([PushAnswer]) -> Void
        let channel = SampleChannel.name
        let parallelism = SampleChannel.parallelism

        func address(registering json: [UInt8], atMilliseconds: Int64) throws(PushAddressRefusal)
            -> DeviceAddress
        {
            try settings.address(registering: json, atMilliseconds: atMilliseconds)
        }

        func send(_ deliveries: [PushDelivery]) {
            settings.flown.withLock { $0 += deliveries }
            answers(deliveries.map { PushAnswer(ticket: $0.ticket, outcome: .accepted) })
        }

        func stop() {}
    }
}
