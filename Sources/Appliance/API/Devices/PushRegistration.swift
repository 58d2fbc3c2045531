import Core
import Push
import WatchpostModel

/// How registrations reach the adapters: each reads the addresses of its own kind.
struct PushRegistration: Sendable {
    /// Reads the object `push` of a registration (its JSON bytes); the kind is known.
    var address:
        @Sendable (_ kind: String, _ json: [UInt8], _ milliseconds: Int64) throws(PushAddressRefusal)
            -> DeviceAddress
    /// Tells apps what they need before they register.
    var introduce: @Sendable (inout AboutBody) -> Void

    init(
        introduce: @escaping @Sendable (inout AboutBody) -> Void = { _ in },
        address: @escaping @Sendable (String, [UInt8], Int64) throws(PushAddressRefusal) -> DeviceAddress
    ) {
        self.introduce = introduce
        self.address = address
    }

    /// One adapter for each kind.
    init(_ push: PushAdapters) {
        let byKind = Dictionary(push.all.map { ($0.channel, $0) }, uniquingKeysWith: { first, _ in first })
        self.init(introduce: { push.introduce(&$0) }) {
            kind,
            json,
            milliseconds throws(PushAddressRefusal) in
            guard let adapter = byKind[kind] else {
                let known = byKind.keys.sorted().joined(separator: ", ")
                throw PushAddressRefusal(
                    words: "this box does not send by this kind; "
                        + (known.isEmpty ? "none is configured" : "it knows \(known)"),
                    kind: .notSetUp
                )
            }
            return try adapter.address(registering: json, atMilliseconds: milliseconds)
        }
    }
}
