import Core
import JSONReading
import WatchpostModel

/// Turns the rows of the status page into observations; a row that makes no sense is refused with a reason and takes no
/// other with it.
///
/// The page does not tell which realms share a server: each is a group of its own (`LoneRealm`). Everything is bounded in
/// bytes before anything is done with it.
/// Source: recorded answers, `{"data":{"Realms":[{"name","slug","online","population":{"enum"},…}]}}`.
struct StatusPageReader {
    /// What was read.
    private(set) var groups: [ObservedGroup] = []
    /// The reasons of rows that were refused, by the number that their realm has as a group.
    private(set) var unreadable: [Int64: String] = [:]
    /// The reasons of rows of which not even the realm can be read.
    private(set) var nameless: [String] = []
    private let region: Region
    /// Whether the body had bad text in it, which was replaced by U+FFFD: rows that have it are odd.
    private let wasRepaired: Bool
    private var seen: Set<String> = []
    private var rows = 0

    /// The largest region has some 270.
    private static let mostRealms = 4_000
    private static let mostReasons = 1_000
    private static let longestName = 200
    private static let longestWord = 64

    init(region: Region, wasRepaired: Bool = false) {
        self.region = region
        self.wasRepaired = wasRepaired
    }

    /// Whether it is more than any region can have.
    var isTooLarge: Bool { rows > StatusPageReader.mostRealms }

    var hasOddRows: Bool { !unreadable.isEmpty || !nameless.isEmpty }

    /// Reads one row.
    mutating func read(_ row: JSONElement) {
        rows += 1
        do throws(OddRow) {
            let name = try name(row)
            guard seen.insert(name.slug).inserted else {
                refuse(name.slug, "is listed twice")
                return
            }
            do throws(OddRow) {
                groups.append(try group(row, name))
            } catch {
                refuse(name.slug, error.reason)
            }
        } catch {
            if nameless.count < StatusPageReader.mostReasons { nameless.append(error.reason) }
        }
    }

    private mutating func refuse(_ slug: String, _ reason: String) {
        let number = LoneRealm.number(of: slug)
        groups.removeAll { $0.connectedRealm == number }
        unreadable[number] = "realm \(slug) \(reason)"
    }

    private func name(_ row: JSONElement) throws(OddRow) -> StatusPageName {
        guard let slug = try text(row["slug"], "slug"), let name = try text(row["name"], "name"),
            let read = StatusPageName(slug: slug, name: name)
        else { throw OddRow("a realm has no name and slug that can stand in an address") }
        return read
    }

    private func group(_ row: JSONElement, _ name: StatusPageName) throws(OddRow) -> ObservedGroup {
        guard let isOnline = row["online"]?.bool else {
            throw OddRow("is said to be neither online nor offline")
        }
        return ObservedGroup(
            connectedRealm: LoneRealm.number(of: name.slug),
            status: isOnline ? .up : .down,
            hasQueue: false,
            population: try population(row, isOnline: isOnline),
            realms: [
                ObservedRealm(
                    slug: name.slug,
                    name: name.text,
                    category: LocalizedName(plain: try text(row["category"], "category") ?? ""),
                    timezone: StatusPageZone.name(of: try text(row["timezone"], "timezone"), in: region),
                    type: try word(row["type"], "type") ?? Population.unknown.word,
                    isTournament: false
                )
            ]
        )
    }

    /// A lock has a member of its own there, as texts or as booleans; elsewhere it is a kind of population.
    private func population(_ row: JSONElement, isOnline: Bool) throws(OddRow) -> Population {
        if let lock = row["realmLockStatus"]?["isLockedForNewCharacters"],
            lock.bool == true || lock.string(atMost: 8) == "true"
        {
            return .locked
        }
        guard let word = try word(row["population"], "population") else {
            return isOnline ? .unknown : .offline
        }
        return Population(word: word)
    }

    /// `{"enum":"HIGH","slug":"high",…}`: the word, which is visible ASCII, in lower case.
    private func word(_ element: JSONElement?, _ name: StaticString) throws(OddRow) -> String? {
        guard let element, !element.isNull else { return nil }
        guard let word = (element["enum"] ?? element["slug"])?.string(atMost: StatusPageReader.longestWord),
            !word.isEmpty, word.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw OddRow("has a \(name) without a word") }
        return StatusPageReader.usualWords[word.lowercased()] ?? word.lowercased()
    }

    /// Words that the Game Data API writes in another way.
    private static let usualWords = ["recomended": "recommended", "rppvp": "pvp_rp"]

    /// nil when the member is absent or null.
    private func text(_ element: JSONElement?, _ name: StaticString) throws(OddRow) -> String? {
        guard let element, !element.isNull else { return nil }
        guard let text = element.string(atMost: StatusPageReader.longestName), !wasRepaired || !text.isBroken
        else {
            throw OddRow("has a \(name) that is no text of at most \(StatusPageReader.longestName) bytes")
        }
        return text
    }
}

/// The time zones of the page, which are abbreviations, as the Game Data API names them.
enum StatusPageZone {
    /// IANA's name; empty when the abbreviation is not known.
    static func name(of abbreviation: String?, in region: Region) -> String {
        guard let abbreviation else { return "" }
        if abbreviation.utf8.contains(UInt8(ascii: "/")) { return abbreviation }
        switch region {
        case .eu: return "Europe/Paris"
        case .kr: return "Asia/Seoul"
        case .tw: return "Asia/Taipei"
        case .cn: return "Asia/Shanghai"
        case .us: return american[abbreviation] ?? ""
        }
    }

    private static let american = [
        "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "MST": "America/Denver",
        "MDT": "America/Denver", "CST": "America/Chicago", "CDT": "America/Chicago",
        "EST": "America/New_York",
        "EDT": "America/New_York", "BRT": "America/Sao_Paulo", "BRST": "America/Sao_Paulo",
        "AEST": "Australia/Melbourne", "AEDT": "Australia/Melbourne",
    ]
}
