import Core
import Push
import SystemSupport
import WatchpostModel

extension WebPushSection: PushChannel {
    static let name = WebPushAdapter.name
    static let faultCode = "E21"
    static let parallelism = WebPushAdapter.mostInFlight
    static let demonstration = WebPushSection(contact: nil, hosts: [])

    static func read(_ reader: TableReader, publicURL: WebAddress?, context: LoadContext) -> WebPushSection? {
        let section = WebPushSection(reader, publicURL: publicURL)
        if let contact = section.contact, let reason = PushContact.warning(contact) {
            context.warn(reader, "contact", reason, remedy: "write mailto: and your address")
        }
        return section
    }

    static func advice(for reason: String) -> String? {
        switch reason {
        case "VapidPkHashMismatch": "enable notifications again in the app"
        case "NoContact": "set public_url in [server], or contact in [push.web]"
        case "BadJwtToken": "check contact in [push.web] and the box's clock"
        case "the host is inside a private network":
            "if that push service is yours, name it in hosts of [push.web]"
        default: nil
        }
    }

    func open(_ place: PushPlace) throws(PushKeyError) -> WebPushAdapter {
        WebPushAdapter(
            key: try VAPIDKeyFile.open(in: place.directory),
            contact: contact,
            hosts: hosts,
            reach: place.reach,
            clock: place.clock,
            outlets: place.outlets
        )
    }

    /// A pair that is missing is made at the first start.
    func checkKey(in directory: String) throws(PushKeyError) {
        _ = try VAPIDKeyFile.read("\(directory)/\(VAPIDKeyFile.name)")
    }

    func address(registering json: [UInt8], atMilliseconds: Int64) throws(PushAddressRefusal) -> DeviceAddress
    {
        try WebPushSubscription.address(registering: json, atMilliseconds: atMilliseconds, trusted: hosts)
    }

    /// Not a key that anything is signed with, but one that browsers accept: the generator of P-256 (SEC 2 §2.4.2), a point
    /// of the curve whose private half, 1, everybody knows.
    static func demonstrate(_ about: inout AboutBody) {
        about.webPush = AboutBody.WebPush(
            publicKey:
                "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
        )
    }
}
