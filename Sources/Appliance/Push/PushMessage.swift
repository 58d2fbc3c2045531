import WatchpostModel

/// What a phone is sent: complete by itself, in the phone's language.
struct PushMessage: Sendable, Hashable {
    /// How much the phone may interrupt its owner.
    enum Urgency: Sendable, Hashable {
        /// Listed without a sound; the radio is not woken for it.
        case passive
        /// Shown with a sound at once.
        case normal
        /// Breaks through Focus where the owner allowed it.
        case timeSensitive
    }

    /// Lowercase UUID, the same on each attempt.
    var id: String
    /// The first line.
    var title: String
    /// The rest; an adapter cuts it when it does not fit.
    var body: String
    /// BCP 47 tag of title and body.
    var language: String
    /// Groups notices on the phone.
    var thread: String
    /// At most 64 bytes; the same replaces the earlier notice.
    var collapseID: String
    /// Absolute URL, or a path when there is no `public_url`.
    var link: String
    /// How much it may interrupt.
    var urgency: Urgency
    /// From then on nobody wants to see it; given to the push service as well.
    var expiresAt: UnixTime
    /// An earlier attempt's fate is unknown: no sound.
    var isRepeat: Bool
    /// How many things were not read, this one among them, as it stands on the app's icon; 0: it says nothing.
    var badge = 0
}
