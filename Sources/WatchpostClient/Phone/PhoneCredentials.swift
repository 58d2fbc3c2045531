/// Who this phone is at each appliance that it has met.
///
/// A credential belongs to the appliance that it was made for, by the `id` of `/v1/about`. A new one takes its place
/// only when that appliance has registered the new one: until then both are kept.
package struct PhoneCredentials: Codable, Hashable, Sendable {
    /// At one appliance.
    package struct Entry: Codable, Hashable, Sendable {
        /// The one that is used.
        package var current: PhoneCredential
        /// What is to take its place.
        package var next: PhoneCredential?
        /// Whether the appliance ever registered it.
        package var isAccepted: Bool
    }

    /// The form that this release writes and reads.
    package static let currentVersion = 1
    /// A network that invents appliances may not fill the phone.
    package static let mostAppliances = 32

    /// The form of the file.
    package private(set) var version = PhoneCredentials.currentVersion
    /// By the id of the appliance.
    package private(set) var appliances: [String: Entry] = [:]

    package init() {}

    /// The one for an appliance, made if there is none.
    ///
    /// nil: so many appliances have registered this phone that there is no place; none of those is given up for
    /// another one.
    package mutating func credential(for appliance: String) -> PhoneCredential? {
        if let entry = appliances[appliance] { return entry.current }
        if appliances.count >= PhoneCredentials.mostAppliances {
            guard let unused = appliances.first(where: { !$0.value.isAccepted })?.key else { return nil }
            appliances[unused] = nil
        }
        let fresh = PhoneCredential()
        appliances[appliance] = Entry(current: fresh, next: nil, isAccepted: false)
        return fresh
    }

    /// The one to try instead of a refused one, the same for all processes; nil where nothing is known of it.
    package mutating func successor(of refused: PhoneCredential, at appliance: String) -> PhoneCredential? {
        guard var entry = appliances[appliance] else { return nil }
        // Another process was quicker.
        guard entry.current == refused || entry.next == refused else { return entry.current }
        if let next = entry.next, next != refused { return next }
        let fresh = PhoneCredential()
        entry.next = fresh
        appliances[appliance] = entry
        return fresh
    }

    /// The appliance has registered this one.
    package mutating func accept(_ credential: PhoneCredential, at appliance: String) {
        guard let entry = appliances[appliance] else { return }
        if entry.next == credential || entry.current == credential && !entry.isAccepted {
            appliances[appliance] = Entry(current: credential, next: nil, isAccepted: true)
        }
    }

    /// The appliance has forgotten this one.
    package mutating func forget(_ credential: PhoneCredential, at appliance: String) {
        guard let entry = appliances[appliance] else { return }
        if entry.current == credential || entry.next == credential { appliances[appliance] = nil }
    }
}
