/// What a request that only reads says of its answer's form: which bytes the client has, and whether it takes compressed ones.
///
/// A copy: what the library has of the connection is gone when a call is answered.
package struct ReadConditions: Sendable {
    /// The lines of If-None-Match.
    package var known: [[UInt8]]
    package var takesGzip: Bool

    package init(known: [[UInt8]] = [], takesGzip: Bool = false) {
        (self.known, self.takesGzip) = (known, takesGzip)
    }

    /// Only from the access handler of this connection.
    package init(of connection: OpaquePointer?, _ flags: RequestHead.Flags) {
        self.init(takesGzip: AcceptedEncoding.takesGzip(connection, flags))
        guard flags.contains(.hasIfNoneMatch) else { return }
        FieldLines.visit(connection, "if-none-match") { known.append(Array($0)) }
    }

    /// Whether the client has the bytes of this tag.
    package func name(_ tag: EntityTag) -> Bool {
        known.contains { $0.withUnsafeBufferPointer(tag.isNamed) }
    }
}
