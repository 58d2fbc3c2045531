import Core
import WatchpostModel

/// A phone as its push service and its system treat it: while it is away the service keeps the newest message of each
/// collapse id until it expires; what is shown takes the place of what was shown under the same id.
struct NoticeScreen {
    private(set) var isOnline = true
    private(set) var shown: [String: Notice] = [:]
    private var kept: [String: Notice] = [:]

    /// The service took a message for it.
    mutating func take(_ notice: Notice) {
        if isOnline { shown[notice.collapseID] = notice } else { kept[notice.collapseID] = notice }
    }

    mutating func goAway() { isOnline = false }

    mutating func comeBack(at now: UnixTime) {
        isOnline = true
        for notice in kept.values where notice.expiresAt > now { shown[notice.collapseID] = notice }
        kept = [:]
    }
}

/// What the English words of a notice about realms called “Realm 7” claim, read as a person would.
struct NoticeClaims {
    private(set) var down: Set<String> = []
    private(set) var up: Set<String> = []
    private(set) var queued: Set<String> = []
    private(set) var free: Set<String> = []
    /// How many are down, those included that are not named.
    private(set) var downCount = 0
    /// Words that nobody here knows.
    private(set) var unread: [String] = []

    init(_ notice: Notice) {
        let parts = notice.body.split(separator: " · ").map(String.init)
        let (names, more) = NoticeClaims.names(parts.first ?? "")
        switch notice.title {
        case let title where title.hasSuffix(" is down"):
            down.insert(String(title.dropLast(8)))
            downCount = 1
        case let title where title.hasSuffix(" is up"): up.insert(String(title.dropLast(6)))
        case let title where title.hasSuffix(" has a queue"): queued.insert(String(title.dropLast(12)))
        case let title where title.hasPrefix("No more queue on "): free.insert(String(title.dropFirst(17)))
        case let title where title.contains("no more queue on"): free.formUnion(names)
        case let title where title.contains("queues on"): queued.formUnion(names)
        case let title where title.contains("maintenance is over on"): up.formUnion(names)
        case let title where title.hasSuffix("realms are down"):
            down.formUnion(names)
            downCount = names.count + more
        case let title where title.hasSuffix("realms are up"):
            if title.contains(": all ") { up.formUnion(names) }
        default: unread.append(notice.title)
        }
        for part in parts { read(part) }
    }

    private mutating func read(_ part: String) {
        guard let colon = part.firstIndex(of: ":") else {
            for (words, isQueued) in [("a queue also on ", true), ("still a queue on ", true)]
            where part.hasPrefix(words) && isQueued {
                queued.formUnion(NoticeClaims.names(String(part.dropFirst(words.count))).names)
            }
            return
        }
        guard ["also down", "still down", "Still down"].contains(part[..<colon]) else { return }
        let (names, more) = NoticeClaims.names(String(part[colon...].dropFirst(2)))
        down.formUnion(names)
        downCount += names.count + more
    }

    private static func names(_ list: String) -> (names: [String], more: Int) {
        var text = list
        var more = 0
        if let end = list.firstRange(of: " and "), list.hasSuffix(" more") {
            more = Int(list[end.upperBound...].dropLast(5)) ?? 0
            text = String(list[..<end.lowerBound])
        }
        return (text.split(separator: ", ").map(String.init), more)
    }
}
