import Core
import Push
import SystemSupport
import WatchpostModel

/// A way to reach phones as its table of the settings describes it: all that the rest of the appliance knows of it.
///
/// A further one is a folder in `Push` with a `PushAdapter`, a section here that is such a channel, and a line in
/// ``PushChannels``.
protocol PushChannel: Sendable {
    associatedtype Adapter: PushAdapter

    /// In registrations, in the store and in the log.
    static var name: String { get }
    /// Of the fault that the panel shows while its key cannot be used; short and stable, as in docs/trouble.md.
    static var faultCode: String { get }
    /// As in ``PushAdapter/parallelism``, before there is an adapter.
    static var parallelism: Int { get }

    /// Its table inside `[push]`.
    static var table: TableSetting { get }
    /// What may stand in that.
    static var section: SettingsSection { get }

    /// Reads the table; nil when it is absent and has to be there, or something is wrong with it, which is reported.
    static func read(_ reader: TableReader, publicURL: WebAddress?, context: LoadContext) -> Self?

    /// What a person can do about a reason of its services: a sentence without a full stop; nil: this is none of theirs.
    static func advice(for reason: String) -> String?

    /// Reads its key, or makes it, and builds the adapter; blocks.
    func open(_ place: PushPlace) throws(PushKeyError) -> Adapter

    /// Says whether its key can be used, as far as there is one; changes nothing and blocks. `directory`: the state folder.
    func checkKey(in directory: String) throws(PushKeyError)

    /// As in ``PushAdapter/address(registering:atMilliseconds:)``, without a key.
    func address(registering json: [UInt8], atMilliseconds: Int64) throws(PushAddressRefusal) -> DeviceAddress

    /// What the demonstration takes where the settings name none.
    static var demonstration: Self { get }
    /// What apps are told by the demonstration, which signs nothing.
    static func demonstrate(_ about: inout AboutBody)
}

extension PushChannel {
    static func advice(for reason: String) -> String? { nil }

    static func demonstrate(_ about: inout AboutBody) {}

    /// Its adapter, which is out of order as long as the key cannot be used.
    func adapter(_ place: PushPlace) -> any PushAdapter & Recoverable {
        RecoverableAdapter(
            channel: Self.name,
            parallelism: Self.parallelism,
            faultCode: Self.faultCode,
            answers: place.outlets.answers
        ) { () throws(PushKeyError) in try open(place) }
    }
}

/// What an adapter is built with beside its own settings.
struct PushPlace: Sendable {
    /// The state folder.
    let directory: String
    let reach: PushReach
    let clock: SystemClock
    let outlets: PushOutlets
}
