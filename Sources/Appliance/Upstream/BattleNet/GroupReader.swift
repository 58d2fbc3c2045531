import Core

/// Turns the rows of one document into observations; a row that makes no sense is refused with a reason and takes no
/// other with it.
struct GroupReader {
    /// Why a row is refused.
    struct Nonsense: Error, CustomStringConvertible {
        var description: String
    }

    /// What was read.
    private(set) var groups: [ObservedGroup] = []
    /// The reasons of rows that were refused, by the number of their connected realm.
    private(set) var unreadable: [Int64: String] = [:]
    /// The reasons of rows that were refused and have no number.
    private(set) var nameless: [String] = []

    /// Texts repeat for hundreds of realms; equal ones share their storage.
    private var texts: [LocalizedName: LocalizedName] = [:]
    private var seen: Set<Int64> = []
    private var slugs: Set<String> = []

    /// In UTF-8 bytes; the longest name of a realm anywhere has some 40.
    private static let longestText = 200
    /// Blizzard has thirteen.
    private static let mostLocales = 40
    private static let mostRealmsInGroup = 100
    /// The largest region has some 400; what is kept of each costs about a kilobyte.
    private static let mostRealms = 4_000
    private static let mostReasons = 1_000

    /// How many rows were refused.
    var oddRows: Int { unreadable.count + nameless.count }

    /// Whether it is more than any region can have.
    var isTooLarge: Bool { slugs.count > GroupReader.mostRealms }

    /// Reads one row; `number` is what its address or the index says, `generation` stands for the page it is on.
    mutating func read(_ group: BattleNetBody.Group, number: Int64?, generation: String?) {
        do throws(Nonsense) {
            guard number == nil || number == group.id else {
                throw Nonsense(description: "connected realm \(number ?? 0) calls itself \(group.id)")
            }
            var observed = try read(group)
            observed.generation = generation
            groups.append(observed)
        } catch {
            refuse(number ?? (group.id > 0 ? group.id : nil), error.description)
        }
    }

    /// Notes that nothing is known of a connected realm; nil: of one whose number nobody can read.
    mutating func refuse(_ number: Int64?, _ reason: String) {
        guard let number else {
            if nameless.count < GroupReader.mostReasons { nameless.append(reason) }
            return
        }
        seen.insert(number)
        unreadable[number] = reason
        groups.removeAll { $0.connectedRealm == number }
    }

    private mutating func read(_ group: BattleNetBody.Group) throws(Nonsense) -> ObservedGroup {
        guard group.id > 0 else { throw Nonsense(description: "a connected realm has no number") }
        guard seen.insert(group.id).inserted else {
            throw Nonsense(description: "connected realm \(group.id) is listed twice")
        }
        guard (1...GroupReader.mostRealmsInGroup).contains(group.realms.count) else {
            throw Nonsense(description: "connected realm \(group.id) lists \(group.realms.count) realms")
        }
        var realms: [ObservedRealm] = []
        realms.reserveCapacity(group.realms.count)
        for realm in group.realms {
            let observed = try read(realm, in: group.id)
            // A realm that stands in two groups would be reported as moved with every poll: the first group counts.
            if slugs.insert(observed.slug).inserted { realms.append(observed) }
        }
        return ObservedGroup(
            connectedRealm: group.id,
            status: status(group.status.type),
            hasQueue: group.hasQueue,
            population: Population(word: word(group.population?.type)),
            realms: realms
        )
    }

    private mutating func read(_ realm: BattleNetBody.Realm, in group: Int64) throws(Nonsense)
        -> ObservedRealm
    {
        let slug = SlugFolding.normalised(realm.slug)
        guard !slug.isEmpty, slug.utf8.count <= 100, !slug.utf8.contains(where: { $0 <= 0x20 || $0 == 0x2F })
        else {
            throw Nonsense(
                description:
                    "connected realm \(group) lists a realm with the unusable slug “\(slug.prefix(40))”"
            )
        }
        let name = try share(realm.name, of: slug)
        return ObservedRealm(
            slug: slug,
            name: name.standard.isEmpty ? LocalizedName(plain: slug) : name,
            category: try share(realm.category ?? .plain(""), of: slug),
            timezone: String((realm.timezone ?? "").prefix(64)),
            type: word(realm.type?.type),
            isTournament: realm.isTournament ?? false
        )
    }

    private mutating func share(_ body: BattleNetBody.Text, of slug: String) throws(Nonsense) -> LocalizedName
    {
        guard body.fits(locales: GroupReader.mostLocales, bytes: GroupReader.longestText) else {
            throw Nonsense(description: "realm \(slug) has a name or category of too many bytes or locales")
        }
        let text = body.name
        if let known = texts[text] { return known }
        texts[text] = text
        return text
    }

    private func status(_ word: String) -> ObservedStatus {
        switch word {
        case "UP": .up
        case "DOWN": .down
        default: .unknown(String(word.prefix(32)))
        }
    }

    /// Upstream's words in lower case; a missing one is `unknown`.
    private func word(_ upstream: String?) -> String {
        guard let upstream, !upstream.isEmpty else { return Population.unknown.word }
        return String(upstream.prefix(32)).lowercased()
    }
}

extension BattleNetBody.Text {
    /// Whether it is short enough in every locale to be kept and shown.
    fileprivate func fits(locales: Int, bytes: Int) -> Bool {
        switch self {
        case .plain(let text): text.utf8.count <= bytes
        case .localised(let texts):
            texts.count <= locales
                && texts.allSatisfy { $0.key.utf8.count <= 16 && $0.value.utf8.count <= bytes }
        }
    }
}
