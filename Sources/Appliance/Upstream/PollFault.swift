import Core

/// Why a poll of a source gave nothing, and how the next one should wait.
struct PollFault: Error, CustomStringConvertible {
    /// For people, with the name of the source.
    var description: String
    /// Whether our own connection may be the reason; the probes decide.
    var mayBeOurs = false
    /// False when nobody was asked, because the upstream is left alone for a while.
    var wasAsked = true
    /// Whether setting up the box would help: the source only stands in for one that is set up.
    var needsSetUp = SourceFailure.SetUp.wouldNotHelp
    /// The status of the answer, when the API answered with another one than was hoped for.
    var status: Int?
    /// The server's wish, if it had one.
    var retryAfter: Duration?

    var failure: SourceFailure {
        SourceFailure(
            mayBeOurs: mayBeOurs,
            wasAsked: wasAsked,
            needsSetUp: needsSetUp,
            reason: description
        )
    }

    /// Whether the API refuses what was asked for, and may still give it in another way.
    ///
    /// Not who asks (401), and not how often (429).
    var isRefusal: Bool {
        guard let status else { return false }
        return (400...599).contains(status) && status != 401 && status != 429
    }
}
