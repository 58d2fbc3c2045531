public import WatchpostModel

/// Why the appliance could not do what was asked.
public enum WatchpostError: Error, Hashable, Sendable {
    /// Nobody answered: no network, a wrong address, or no answer in time; the reason in words.
    case unreachable(String)
    /// Somebody else answers at this address, such as the login page of a hotel; the status of that answer.
    case notWatchpost(status: Int)
    /// The appliance refuses: `detail` says why and what to do, `code` is a stable word for the same.
    case refused(ProblemBody)
    /// Not at the moment; ask again after so many seconds.
    case busy(retryAfter: Int)
    /// An administrator removed this phone: say so, and begin again only if the person wants that.
    case removed
    /// The phone was forgotten here while the call was under way; nothing more was sent, and nothing is stored.
    case forgotten
    /// The folder that was given to the library cannot be read or written; the reason in words.
    case storage(String)
    /// The task that asked was cancelled.
    case cancelled
}

extension WatchpostError: CustomStringConvertible {
    /// What happened and what to do, in English.
    public var description: String {
        switch self {
        case .unreachable(let reason): "the box does not answer: \(reason)"
        case .notWatchpost(let status):
            "somebody else answers at this address (status \(status)); is there a login page in the way?"
        case .refused(let problem): problem.detail
        case .busy(let seconds): "the box is busy; try again in \(seconds) s"
        case .removed: "an administrator removed this phone from the box"
        case .forgotten:
            "this phone was signed out while the request was under way; register it again and repeat what was asked"
        case .storage(let reason): reason
        case .cancelled: "the request was cancelled"
        }
    }
}
