import Core
import TestSupport
import WatchpostModel

/// An upstream of fourteen connected realms on three pages, which does whatever the contract leaves open.
struct MonitorWorld {
    private static let count = 14
    private static let pages = 3

    private struct Group {
        var status = ObservedStatus.up
        var isListed = true
        var isOdd = false
        /// Whether a request for it fails, as one can when the index is walked; its document is what it was.
        var isFailing = false
    }

    private var groups = [Group](repeating: Group(), count: MonitorWorld.count)
    private var versions = [Int](repeating: 0, count: MonitorWorld.pages)
    /// Whether the server marks its pages.
    let hasValidators: Bool

    init(hasValidators: Bool) {
        self.hasValidators = hasValidators
    }

    /// The connected realm of a realm: `r-3` and `r-3b` are in 103.
    static func number(of slug: String) -> Int64 {
        100 + (Int64(slug.dropFirst(2).filter(\.isNumber)) ?? 0)
    }

    /// What its answers say of the time at which they were made.
    private enum Dating: CaseIterable {
        case origin, undated, standing, keptDate, ownDate, anyClock
    }

    private var dating = Dating.origin
    /// When the copies of caches were made.
    private var copied = UnixTime(seconds: 0)

    private static func page(of index: Int) -> Int { index * pages / count }

    /// A few of them, or most, change.
    mutating func change(_ dice: inout SeededGenerator) {
        let share = Int.random(in: 1...6, using: &dice)
        let kind = Int.random(in: 0..<10, using: &dice)
        for index in groups.indices { groups[index].isFailing = share > 3 && dice.one(in: 8) }
        for index in groups.indices where dice.one(in: share) {
            switch kind {
            case 0...3: groups[index].status = .down
            case 4...6: groups[index].status = .up
            case 7: groups[index].status = .unknown("MIGRATING")
            case 8 where share > 3: groups[index].isListed.toggle()
            default: if share > 3 { groups[index].isOdd.toggle() }
            }
            versions[MonitorWorld.page(of: index)] += 1
        }
    }

    /// Everything is up and listed again.
    mutating func heal() {
        groups = groups.map { _ in Group() }
        for page in versions.indices { versions[page] += 1 }
    }

    private var generation: String? {
        hasValidators && !groups.contains { $0.isFailing }
            ? versions.map(String.init).joined(separator: ",") : nil
    }

    /// The whole, as it is read from its pages.
    func document() -> RegionDocument {
        var listed: [ObservedGroup] = []
        var unreadable: [Int64: String] = [:]
        var unanswered: [Int64: String] = [:]
        for (index, group) in groups.enumerated() where group.isListed {
            if group.isFailing {
                unanswered[100 + Int64(index)] = "HTTP 500"
            } else if group.isOdd {
                unreadable[100 + Int64(index)] = "null name"
            } else {
                listed.append(row(index, group))
            }
        }
        return RegionDocument(
            groups: listed,
            generation: generation,
            unreadable: unreadable,
            unanswered: unanswered
        )
    }

    /// The same in an answer, of which each page says by itself when it was made.
    mutating func dated(_ document: RegionDocument, at now: UnixTime, _ dice: inout SeededGenerator)
        -> RegionDocument
    {
        if dice.one(in: 10), let next = Dating.allCases.randomElement(using: &dice) {
            dating = next
            copied = now.advanced(by: -Int64.random(in: 0...300, using: &dice))
        }
        var document = document
        let times = versions.map { _ in time(at: now, &dice) }
        document.said = OriginTime.earliest(of: times)
        for (index, group) in document.groups.enumerated() {
            document.groups[index].said = times[MonitorWorld.page(of: Int(group.connectedRealm - 100))]
        }
        return document
    }

    private func time(at now: UnixTime, _ dice: inout SeededGenerator) -> OriginTime? {
        switch dating {
        case .origin: return OriginTime(dated: now.advanced(by: Int64.random(in: -2...2, using: &dice)))
        case .undated: return nil
        case .standing: return OriginTime(dated: copied)
        case .keptDate: return OriginTime(dated: copied, age: now.since(copied))
        case .ownDate: return OriginTime(dated: now, age: now.since(copied))
        case .anyClock:
            let date = now.advanced(by: Int64.random(in: -100...100, using: &dice))
            return OriginTime(dated: date, age: Int64.random(in: 0...90, using: &dice))
        }
    }

    private func row(_ index: Int, _ group: Group) -> ObservedGroup {
        let page = MonitorWorld.page(of: index)
        return ObservedGroup(
            connectedRealm: 100 + Int64(index),
            status: group.status,
            hasQueue: false,
            population: Population(word: "high"),
            realms: (index % 5 == 0 ? ["r-\(index)", "r-\(index)b"] : ["r-\(index)"]).map { slug in
                ObservedRealm(
                    slug: slug,
                    name: LocalizedName(plain: slug),
                    category: LocalizedName(plain: index < 9 ? "North" : "South"),
                    timezone: "UTC",
                    type: "normal",
                    isTournament: false
                )
            },
            generation: hasValidators ? "\(page):\(versions[page])" : nil
        )
    }
}
