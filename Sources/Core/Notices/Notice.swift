package import WatchpostModel

/// What one phone is told: complete by itself, in its own language.
package struct Notice: Hashable, Sendable {
    package enum Urgency: String, Hashable, Sendable {
        /// Lies in the list, makes no sound.
        case passive
        /// Rings, as the phone is set.
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
    /// A newer notice with the same one replaces the older on the phone; see `NoticeSubject.collapseID`.
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

/// What a row of the outbox is about; its text form stands in the column `subject`.
package enum NoticeSubject: Hashable, Sendable, CustomStringConvertible {
    /// One realm, `flavour/slug`.
    case realm(Region, String)
    /// Everything that a phone watches in a region.
    case group(Region)
    /// A map of a mode: both keys.
    case map(mode: String, code: String)

    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        let rest = parts[1].split(separator: "/", maxSplits: 1).map(String.init)
        switch (parts[0], rest.count) {
        case ("g", 1):
            guard let region = Region(rawValue: rest[0]) else { return nil }
            self = .group(region)
        case ("r", 2):
            guard let region = Region(rawValue: rest[0]) else { return nil }
            self = .realm(region, rest[1])
        case ("m", 2): self = .map(mode: rest[0], code: rest[1])
        default: return nil
        }
    }

    package var description: String {
        switch self {
        case .realm(let region, let realm): "r:\(region.rawValue)/\(realm)"
        case .group(let region): "g:\(region.rawValue)"
        case .map(let mode, let code): "m:\(mode)/\(code)"
        }
    }

    /// Whether a realm, `flavour/slug`, is what it is about, or one of many.
    func isAbout(_ realm: String) -> Bool {
        switch self {
        case .realm(_, let id): id == realm
        case .group: true
        case .map: false
        }
    }

    /// Whether it is about this realm, `flavour/slug`, and no other.
    func isOnly(about realm: String) -> Bool {
        if case .realm(_, let id) = self { id == realm } else { false }
    }

    /// Which notice on the phone's screen this one takes the place of.
    ///
    /// A region has one place for who is down and who is back, one for queues and one for locks, whether a notice
    /// is about one realm or about many: what is over never stays on the screen because it was told in another
    /// company than its end. In return each of these notices says everything that holds there.
    func collapseID(_ aspect: NoticeAspect) -> String {
        switch (self, aspect) {
        case (.map(let mode, _), _): "m:\(mode)"
        case (.realm(let region, _), .status), (.group(let region), .status),
            (.realm(let region, _), .maintenance), (.group(let region), .maintenance):
            "g:\(region.rawValue)"
        case (.realm(let region, _), .queue), (.group(let region), .queue),
            (.realm(let region, _), .lock), (.group(let region), .lock):
            "g:\(region.rawValue):\(aspect.word)"
        default: "\(description):\(aspect.word)"
        }
    }
}
