import Glibc

/// One request as the access handler sees it; valid inside the handler only.
struct Exchange {
    /// The methods that are told apart.
    enum Verb {
        case get, head, options, other

        init(_ method: UnsafePointer<CChar>?) {
            guard let method else {
                self = .other
                return
            }
            self =
                if strcmp(method, "GET") == 0 { .get } else if strcmp(method, "HEAD") == 0 {
                    .head
                } else if strcmp(method, "OPTIONS") == 0 { .options } else { .other }
        }
    }

    let connection: OpaquePointer?
    let record: ConnectionRecord
    let verb: Verb
    let flags: RequestHead.Flags
    /// Raw, without the query.
    let path: UnsafeBufferPointer<UInt8>

    /// Whether it is GET or HEAD.
    var reads: Bool { verb == .get || verb == .head }
}
