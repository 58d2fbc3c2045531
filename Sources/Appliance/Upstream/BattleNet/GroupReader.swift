import Core
import JSONReading

/// Turns the rows of one document into observations; a row that makes no sense is refused with a reason and takes no
/// other with it.
///
/// Rows are read one by one, and everything in them is bounded in bytes before anything is done with it. Members that
/// nobody asks for are never looked at; of those that are read, absent and null are the same.
/// Source: Blizzard's Game Data API reference and recorded answers; both forms of localised text occur.
struct GroupReader {
    /// What was read.
    private(set) var groups: [ObservedGroup] = []
    /// The reasons of rows that were refused, by the number of their connected realm.
    private(set) var unreadable: [Int64: String] = [:]
    /// Why connected realms could not be asked for, by their number.
    private(set) var unanswered: [Int64: String] = [:]
    /// The reasons of rows that were refused and have no number.
    private(set) var nameless: [String] = []
    /// Whether the body had bad text in it, which was replaced by U+FFFD: rows that have it are odd.
    var wasRepaired = false
    /// When the answer was made that is read; nil when the origin does not say.
    var said: OriginTime?
    private(set) var texts: TextCache
    private var seen: Set<Int64> = []
    private var slugs: Set<String> = []

    /// The largest region has some 400; what is kept of each costs about a kilobyte.
    private static let mostRealms = 4_000
    private static let mostRealmsInGroup = 100
    private static let mostReasons = 1_000
    /// In bytes; an address has some 90.
    private static let longestAddress = 300

    /// `texts` are those of the document before: most of them come again.
    init(texts: TextCache = TextCache()) {
        self.texts = texts.turned()
    }

    /// How many rows were refused, or could not be had.
    var oddRows: Int { unreadable.count + unanswered.count + nameless.count }

    /// Whether it is more than any region can have.
    var isTooLarge: Bool { slugs.count > GroupReader.mostRealms }

    /// Reads one row of the search, `{"key":{"href":…},"data":{…}}`; its address tells the number where its data do not.
    mutating func readRow(_ row: JSONElement, generation: String?) {
        let address = row["key"]?["href"]?.string(atMost: GroupReader.longestAddress)
        read(row["data"], number: address.flatMap { BattleNetSource.number(in: $0) }, generation: generation)
    }

    /// Reads one group; `number` is what its address or the index says, `generation` stands for the page it is on.
    mutating func read(_ group: JSONElement?, number: Int64?, generation: String?) {
        let own = group?["id"]?.int64.flatMap { $0 > 0 ? $0 : nil }
        do throws(OddRow) {
            guard let own, let group else { throw OddRow("a connected realm has no number") }
            guard number == nil || number == own else {
                throw OddRow("connected realm \(number ?? 0) calls itself \(own)")
            }
            guard seen.insert(own).inserted else { throw OddRow("connected realm \(own) is listed twice") }
            do throws(OddRow) {
                var observed = try read(group, called: own)
                observed.generation = generation
                observed.said = said
                groups.append(observed)
            } catch {
                throw OddRow("connected realm \(own): \(error.reason)")
            }
        } catch {
            refuse(number ?? own, error.reason)
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

    /// Notes that a connected realm could not be asked for this time.
    mutating func miss(_ number: Int64, _ reason: String) {
        unanswered[number] = reason
    }

    private mutating func read(_ group: JSONElement, called number: Int64) throws(OddRow) -> ObservedGroup {
        guard let status = try group["status"].word("status") else { throw OddRow("it has no status") }
        guard let rows = group["realms"], rows.kind == .array,
            (1...GroupReader.mostRealmsInGroup).contains(rows.count)
        else { throw OddRow("it lists no realms, or more than \(GroupReader.mostRealmsInGroup)") }
        let queue = try group["has_queue"].flag("has_queue")
        let population = try group["population"].word("population")
        var realms: [ObservedRealm] = []
        realms.reserveCapacity(rows.count)
        for row in rows.elements { realms.append(try realm(row)) }
        // A realm that stands in two groups would be reported as moved with every poll: the first group counts.
        realms.removeAll { !slugs.insert($0.slug).inserted }
        return ObservedGroup(
            connectedRealm: number,
            status: GroupReader.status(status),
            hasQueue: queue,
            population: population.map { Population(word: $0.lowercased()) } ?? .unknown,
            realms: realms
        )
    }

    private mutating func realm(_ row: JSONElement) throws(OddRow) -> ObservedRealm {
        let slug = try slug(row["slug"])
        guard let name = try text(row["name"], "name") else { throw OddRow("realm \(slug) has no name") }
        return ObservedRealm(
            slug: slug,
            name: name.standard.isEmpty ? LocalizedName(plain: slug) : name,
            category: try text(row["category"], "category") ?? LocalizedName(plain: ""),
            timezone: try row["timezone"].text("timezone", atMost: 64, wasRepaired) ?? "",
            type: try row["type"].word("type")?.lowercased() ?? Population.unknown.word,
            isTournament: try row["is_tournament"].flag("is_tournament")
        )
    }

    private func slug(_ element: JSONElement?) throws(OddRow) -> String {
        guard let raw = try element.text("slug", atMost: 100, wasRepaired) else {
            throw OddRow("a realm has no slug")
        }
        let slug = SlugFolding.normalised(raw)
        guard RealmSlug.isUsable(slug) else {
            throw OddRow("a realm has a slug that cannot stand in an address")
        }
        return slug
    }

    /// A text: a plain string when a locale was asked for, else a map of locales.
    private mutating func text(_ element: JSONElement?, _ name: String) throws(OddRow) -> LocalizedName? {
        guard let element, !element.isNull else { return nil }
        guard let text = texts.text(of: element, wasRepaired: wasRepaired) else {
            throw OddRow("\(name) is no text, or one of too many bytes or locales")
        }
        return text
    }

    private static func status(_ word: String) -> ObservedStatus {
        switch word {
        case "UP": .up
        case "DOWN": .down
        default: .unknown(word)
        }
    }
}

/// Why a row is refused.
struct OddRow: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

extension JSONElement? {
    /// In bytes; Blizzard's longest word has eleven.
    private static var longestWord: Int { 32 }

    /// `{"type":"UP","name":…}`: the word, which is visible ASCII; nil when the member is absent or null.
    fileprivate func word(_ name: StaticString) throws(OddRow) -> String? {
        guard let self, !self.isNull else { return nil }
        guard let word = self["type"]?.string(atMost: Self.longestWord), !word.isEmpty,
            word.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw OddRow("\(name) has no type that is a word") }
        return word
    }

    /// False when the member is absent or null.
    fileprivate func flag(_ name: StaticString) throws(OddRow) -> Bool {
        guard let self, !self.isNull else { return false }
        guard let flag = self.bool else { throw OddRow("\(name) is neither true nor false") }
        return flag
    }

    /// nil when the member is absent or null.
    fileprivate func text(_ name: StaticString, atMost bytes: Int, _ wasRepaired: Bool) throws(OddRow)
        -> String?
    {
        guard let self, !self.isNull else { return nil }
        guard let text = self.string(atMost: bytes), !wasRepaired || !text.isBroken else {
            throw OddRow("\(name) is no text of at most \(bytes) bytes")
        }
        return text
    }
}
