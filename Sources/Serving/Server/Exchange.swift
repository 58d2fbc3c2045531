import CMicrohttpd

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

    /// Its head, read once more at each call.
    package var head: RequestHead {
        RequestHead(of: connection, record, method: method, path: path.baseAddress, version: version)
    }
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

    /// Counts a piece of a body that no route asked for; how many bytes of it came.
    ///
    /// The count stands above the flags, so that nothing is allocated for it.
    package func drain(_ count: Int) -> Int {
        let raw = UInt(bitPattern: slot.pointee)
        let received = (raw >> Exchange.countShift) + UInt(count)
        let flags = raw & (1 << Exchange.countShift - 1)
        slot.pointee = UnsafeMutableRawPointer(bitPattern: received << Exchange.countShift | flags)
        return Int(received)
    }

    private static let countShift: UInt = 8

    private static func object(_ pointer: UnsafeMutableRawPointer?) -> Unmanaged<PendingCall>? {
        guard let pointer, UInt(bitPattern: pointer) & RequestHead.Flags.accepted.rawValue == 0 else {
            return nil
        }
        return Unmanaged<PendingCall>.fromOpaque(pointer)
    }
}

extension Exchange {
    /// Ends the connection after the answer to this request, which says so, whatever answer that will be.
    ///
    /// Where a body in chunks ends, a proxy in front and the library could disagree: 0.9.75 takes bare line feeds in their framing. What
    /// it left in the buffer is never read as a request of somebody else then. The library decides by the fields of the request, so it
    /// is given one more. False: there is no memory for it.
    package func endAfterAnswer() -> Bool {
        let (name, value): (StaticString, StaticString) = ("Connection", "close")
        return MHD_set_connection_value(
            connection,
            .HEADER_KIND,
            UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
            UnsafeRawPointer(value.utf8Start).assumingMemoryBound(to: CChar.self)
        ) == .YES
    }
}
