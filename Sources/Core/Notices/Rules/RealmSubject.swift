import WatchpostModel

/// What news of realms is about; its text form stands in the column `subject`.
enum RealmSubject: Hashable, Sendable, CustomStringConvertible {
    /// One realm, `flavour/slug`.
    case realm(Region, String)
    /// Everything that a phone watches in a region.
    case group(Region)

    /// Nil for what another topic's rows are about.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        let rest = parts[1].split(separator: "/", maxSplits: 1).map(String.init)
        guard let region = rest.first.flatMap({ Region(rawValue: $0) }) else { return nil }
        switch (parts[0], rest.count) {
        case ("g", 1): self = .group(region)
        case ("r", 2): self = .realm(region, rest[1])
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .realm(let region, let realm): "r:\(region.rawValue)/\(realm)"
        case .group(let region): "g:\(region.rawValue)"
        }
    }

    var region: Region {
        switch self {
        case .realm(let region, _), .group(let region): region
        }
    }

    /// The region as people see it.
    var place: String { region.rawValue.uppercased() }

    /// Whether a realm, `flavour/slug`, is what it is about, or one of many.
    func isAbout(_ realm: String) -> Bool {
        if case .realm(_, let id) = self { id == realm } else { true }
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
        switch aspect {
        case .status, .maintenance: RealmSubject.group(region).description
        case .queue, .lock: "\(RealmSubject.group(region)):\(aspect.word)"
        case .population, .once: "\(self):\(aspect.word)"
        }
    }
}
