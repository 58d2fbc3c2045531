/// One request as the access handler sees it; valid inside the handler only.
package struct Exchange {
    /// The listener on which it came in.
    package let server: ServerContext
    package let connection: OpaquePointer?
    package let record: ConnectionRecord
    package let verb: Verb
    /// As it stands at the beginning of the head.
    package let method: UnsafePointer<CChar>?
    /// Raw, without the query.
    package let path: UnsafeBufferPointer<UInt8>
    /// The version at the end of the request's first line, where the library's memory of the head begins.
    package let version: UnsafePointer<CChar>?
    /// What the library keeps for the request: `RequestHead.Flags` or a `PendingCall`.
    package let slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    /// Whether it is GET or HEAD.
    package var reads: Bool { verb == .get || verb == .head }
}

/// What the library keeps for a request: a number while it is a read, else a call. Objects lie at even addresses and
/// the flags are odd (`accepted` is 1), which tells the two apart.
extension Exchange {
    package var flags: RequestHead.Flags {
        call?.flags ?? RequestHead.Flags(rawValue: UInt(bitPattern: slot.pointee))
    }

    /// The call that this request became.
    package var call: PendingCall? {
        Exchange.object(slot.pointee).map { $0.takeUnretainedValue() }
    }

    /// Keeps a call until the request is completed.
    package func keep(_ call: PendingCall) {
        Exchange.release(slot)
        slot.pointee = Unmanaged.passRetained(call).toOpaque()
    }

    /// The request is completed: nobody asks for its call again.
    package static func release(_ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
        object(slot.pointee)?.release()
        slot.pointee = nil
    }

    private static func object(_ pointer: UnsafeMutableRawPointer?) -> Unmanaged<PendingCall>? {
        guard let pointer, UInt(bitPattern: pointer) & RequestHead.Flags.accepted.rawValue == 0 else {
            return nil
        }
        return Unmanaged<PendingCall>.fromOpaque(pointer)
    }
}
