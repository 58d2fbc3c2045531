import Core
import Push

/// How registrations reach the adapters: each reads the addresses of its own kind.
struct PushRegistration: Sendable {
    /// Reads the object `push` of a registration (its JSON bytes); the kind is known.
    var address:
        @Sendable (_ kind: String, _ json: [UInt8], _ milliseconds: Int64) throws(PushAddressRefusal)
            -> DeviceAddress
    /// The Web Push key as browsers want it: an uncompressed point, base64url; nil: Web Push is out of order.
    var webPushKey: @Sendable () -> String?
    /// The bundle id; nil: no Apple key is configured, or it cannot be used.
    var apnsTopic: @Sendable () -> String?

    init(
        webPushKey: @escaping @Sendable () -> String? = { nil },
        apnsTopic: @escaping @Sendable () -> String? = { nil },
        address: @escaping @Sendable (String, [UInt8], Int64) throws(PushAddressRefusal) -> DeviceAddress
    ) {
        self.webPushKey = webPushKey
        self.apnsTopic = apnsTopic
        self.address = address
    }

    /// One adapter for each kind.
    init(_ push: PushAdapters) {
        let byKind = Dictionary(push.all.map { ($0.channel, $0) }, uniquingKeysWith: { first, _ in first })
        self.init(webPushKey: push.webPushKey, apnsTopic: push.apnsTopic) {
            kind,
            json,
            milliseconds throws(PushAddressRefusal) in
            guard let adapter = byKind[kind] else {
                let known = byKind.keys.sorted().joined(separator: ", ")
                throw PushAddressRefusal(
                    words: "this appliance does not send by this kind; "
                        + (known.isEmpty ? "none is configured" : "it knows \(known)")
                )
            }
            return try adapter.address(registering: json, atMilliseconds: milliseconds)
        }
    }
}
