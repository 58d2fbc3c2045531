import Core

/// Why a poll of a source gave nothing, and how the next one should wait.
struct PollFault: Error, CustomStringConvertible {
    /// For people, with the name of the source.
    var description: String
    /// Whether our own connection may be the reason; the probes decide.
    var mayBeOurs = false
    /// The address itself is not to be had (404); where there is another way to ask, it is worth trying.
    var isMissing = false
    /// The server's wish, if it had one.
    var retryAfter: Duration?

    var failure: SourceFailure { SourceFailure(mayBeOurs: mayBeOurs, reason: description) }
}
