import Glibc

/// How a client knows where a body of unknown length ends (RFC 9112 §6.3).
package enum BodyEnd: Sendable {
    /// By the last of its chunks.
    case chunks
    /// HEAD: there is no body.
    case none
    /// By the end of the connection, which it cannot tell from a cut.
    case close

    /// `version`: as the request's first line says it.
    init(to verb: Verb, version: UnsafePointer<CChar>?) {
        let isChunked = version.map { strcmp($0, "HTTP/1.1") == 0 } ?? false
        self = verb == .head ? .none : isChunked ? .chunks : .close
    }
}

/// A body that is longer than anybody wants to hold in memory: made in pieces, each while its reader takes the one before.
///
/// ```swift
/// Reply(streamed: StreamedBody { () async throws(Problem) in try await rows.next() }, type: "text/csv")
/// ```
package struct StreamedBody: Sendable {
    /// The next piece; an empty one: nothing yet, ask again; nil: that was all.
    ///
    /// It is asked again only when it has answered, on a thread that all such bodies share: it may await, and must not block.
    /// Whoever goes away is not asked for any more, and what it holds is let go: a place that it took goes back with its `deinit`.
    ///
    /// The head was sent long ago: what it throws cuts the connection in the middle, so that nobody takes a part for the whole.
    package typealias Source = @Sendable () async throws(Problem) -> [UInt8]?

    let next: Source

    package init(_ next: @escaping Source) {
        self.next = next
    }
}
