/// What a person can do about a reason for which a notice did not arrive; docs/notifications.md says it at length.
package enum PushAdvice {
    /// The reason while a key of ours cannot be used; which one is for the owner to know.
    package static let unusableKey = "the box's key cannot be used"
    /// What to do where a service does not believe our time.
    package static let clock = "check the box's clock: timedatectl"

    /// About what no channel says on its own: a sentence without a full stop; nil for everything else.
    package static func common(_ reason: String) -> String? {
        switch reason {
        case "HTTP 404", "HTTP 410": "enable notifications again in the app"
        case "the clock is not set yet": clock
        case unusableKey: "look at the faults on the box's panel"
        default: nil
        }
    }
}
