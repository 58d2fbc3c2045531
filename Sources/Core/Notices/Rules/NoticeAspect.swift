package import WatchpostModel

/// What of a realm a phone can ask for; raw values are the bits of `watch_lists.kinds`.
package enum NoticeAspect: Int64, CaseIterable, Hashable, Sendable {
    /// Down and up again.
    case status = 1
    /// A queue begins or ends.
    case queue = 2
    /// Closed or opened to new characters.
    case lock = 4
    /// Up again after maintenance.
    case maintenance = 8
    /// How full it is.
    case population = 16
    /// Up again, for whoever asked to be told once.
    case once = 64

    /// As it stands in the outbox.
    package var word: String {
        switch self {
        case .status: "status"
        case .queue: "queue"
        case .lock: "lock"
        case .maintenance: "maintenance"
        case .population: "population"
        case .once: "once"
        }
    }

    /// Whether it is about who can be played on: those notices share a place on the screen.
    var isAboutState: Bool { self == .status || self == .maintenance }

    package init?(word: String) {
        guard let aspect = NoticeAspect.allCases.first(where: { $0.word == word }) else { return nil }
        self = aspect
    }
}

/// One thing that happened to one realm, as it waits for its fan-out.
package struct NoticeChange: Hashable, Sendable {
    package enum Word: String, CaseIterable, Sendable {
        case down, up, maintenance, queueStarted, queueEnded, locked, unlocked, population

        /// Under which aspect a change is told; maintenance itself is told to nobody, only its end.
        package var aspect: NoticeAspect {
            switch self {
            case .down, .up: .status
            case .maintenance: .maintenance
            case .queueStarted, .queueEnded: .queue
            case .locked, .unlocked: .lock
            case .population: .population
            }
        }
    }

    package var region: Region
    /// `flavour/slug`.
    package var realm: String
    package var word: Word
    package var at: UnixTime

    package init(region: Region, realm: String, word: Word, at: UnixTime) {
        self.region = region
        self.realm = realm
        self.word = word
        self.at = at
    }
}

extension NoticeChange {
    /// What an announced event means for phones; an outage speaks for each of its realms.
    package static func changes(of event: EventBody) -> [NoticeChange] {
        switch event {
        case .realm(let body):
            guard let word = Word(body.change) else { return [] }
            return [NoticeChange(region: body.region, realm: body.id, word: word, at: body.at)]
        case .outage(let body):
            let word: Word = body.over ? .up : body.maintenance ? .maintenance : .down
            return body.realms.map {
                NoticeChange(region: body.region, realm: $0, word: word, at: body.at)
            }
        case .recovery(let body):
            return body.realms.map {
                NoticeChange(region: body.region, realm: $0, word: .up, at: body.at)
            }
        case .freshness, .rotation, .schedule: return []
        }
    }
}

extension NoticeChange.Word {
    /// Nil for what is nobody's news.
    init?(_ change: RealmEventBody.Change) {
        switch change {
        case .down: self = .down
        case .up: self = .up
        case .maintenance: self = .maintenance
        case .queueStarted: self = .queueStarted
        case .queueEnded: self = .queueEnded
        case .locked: self = .locked
        case .unlocked: self = .unlocked
        case .population: self = .population
        // One that comes back to the list and is up: news to those who were told that it is down.
        case .appeared: self = .up
        case .vanished, .regrouped: return nil
        }
    }
}
