package import WatchpostModel

/// What one phone is told: complete by itself, in its own language.
package struct Notice: Hashable, Sendable {
    /// How much the phone may interrupt its owner.
    package enum Urgency: String, Hashable, Sendable {
        /// Lies in the list, makes no sound; the radio is not woken for it.
        case passive
        /// Rings at once, as the phone is set.
        case normal
        /// Breaks through the phone's Focus, where its owner allows that.
        case timeSensitive
    }

    package var title: String
    package var body: String
    /// BCP 47.
    package var language: String
    /// Groups notices on the phone.
    package var thread: String
    /// A newer notice with the same one replaces the older on the phone; its topic says which.
    package var collapseID: String
    /// The path of the page that it opens.
    package var link: String
    package var urgency: Urgency
    /// After this it is not worth delivering.
    package var expiresAt: UnixTime
    /// How many things the phone was told of and has not read, this one among them; 0: not counted.
    package var badge = 0

    package init(
        title: String,
        body: String,
        language: String,
        thread: String,
        collapseID: String,
        link: String,
        urgency: Urgency = .normal,
        expiresAt: UnixTime
    ) {
        self.title = title
        self.body = body
        self.language = language
        self.thread = thread
        self.collapseID = collapseID
        self.link = link
        self.urgency = urgency
        self.expiresAt = expiresAt
    }
}
