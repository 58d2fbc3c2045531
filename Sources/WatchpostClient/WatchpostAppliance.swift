public import Foundation
public import WatchpostModel

/// A Watchpost appliance, as an app and its widgets see it.
///
/// Make one wherever you need one; all with the same folder share what they know, in one process or in several.
public struct WatchpostAppliance: Sendable {
    /// Which maps are on.
    public let maps: MapSchedules
    /// This installation of the app at this appliance: registration, watch lists, map alerts, liked maps.
    public let phone: Phone

    /// Makes no request yet.
    ///
    /// - Parameters:
    ///   - address: where the appliance is, `http://watchpost.local:8080` at home or its public `https` address.
    ///   - folder: where this library keeps its files; for an app with widgets the folder of their app group. It is
    ///     made if it does not exist.
    ///   - builtIn: the schedules of a device that has never reached its appliance.
    public init(address: URL, folder: URL, builtIn: RotationSchedules? = .builtIn) {
        let transport = URLSessionTransport(address: address)
        maps = MapSchedules(transport: transport, folder: folder, builtIn: builtIn)
        phone = Phone(transport: transport, address: transport.base, folder: folder)
    }
}
