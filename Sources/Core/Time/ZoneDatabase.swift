import Glibc

/// The names of zones that the IANA database on this machine knows; they may come from strangers.
///
/// CCTZ itself takes more than names: absolute paths, whatever follows `file:` (a terminal among it, which it would read
/// for ever), `libc:`, offsets, the empty name. And it remembers each name for ever, also those that it has not found.
package struct ZoneDatabase: Sendable {
    private let folder: String
    /// Names that were given up, and what they became.
    private let former: [String: String]
    /// All names by their small letters.
    private let spelled: [String: String]

    /// That of this machine, where CCTZ looks as well.
    package static let system = ZoneDatabase(
        folder: getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    )

    /// Reads which names there are and which were given up; blocks for about a millisecond.
    package init(folder: String) {
        self.folder = folder
        let source = ZoneSource(path: "\(folder)/tzdata.zi")
        former = source.links
        spelled = Dictionary(
            source.names.map { ($0.lowercased(), $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The name under which the database has the zone; nil when there is none.
    ///
    /// Browsers go on using names that were given up (`Asia/Calcutta`), and Debian 13 has those in a package of their own.
    package func name(of name: String) -> String? {
        guard ZoneDatabase.isName(name) else { return nil }
        // CCTZ knows it without a file.
        if name == "UTC" || has(name) { return name }
        return former[name].flatMap { ZoneDatabase.isName($0) && has($0) ? $0 : nil }
    }

    private func has(_ name: String) -> Bool {
        var status = stat()
        return stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The form of the database's names (tz's theory.html, “Timezone identifiers”).
    private static func isName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return name.utf8.count < longestName
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(nameBytes.contains) }
    }

    /// In bytes, with room to spare: the database's own have at most 32.
    fileprivate static let longestName = 64
    private static let nameBytes: ASCIISet = .letters | .digits | "_+-"
}

extension ZoneDatabase {
    /// The name of the zone that `text` most likely means; nil where that is no zone at all, as `Etc/Unknown` is.
    ///
    /// Beside names as they stand: those in other letters (`europe/warsaw`), and a distance from Greenwich in whole hours,
    /// which browsers have as a zone (`+02:00`, `GMT+0200`, `UTC-5`).
    package func likelyName(of text: String) -> String? {
        // As it was said: a browser finds its own zone again.
        if name(of: text) != nil { return text }
        guard text.utf8.count < ZoneDatabase.longestName else { return nil }
        let lowered = text.lowercased()
        if let known = spelled[lowered].flatMap({ self.name(of: $0) }) { return known }
        return ZoneDatabase.hoursEast(of: lowered).flatMap { hours in
            // The database counts them to the west.
            hours == 0 ? "UTC" : self.name(of: "Etc/GMT\(hours > 0 ? "-" : "+")\(hours.magnitude)")
        }
    }

    /// In small letters: `gmt+2`, `utc-05:00`, `+0200`; nil for anything else, and for what is no whole hour.
    private static func hoursEast(of text: String) -> Int? {
        let named = ["gmt", "utc"].first { text.hasPrefix($0) }
        let offset = text.dropFirst(named?.count ?? 0)
        guard let sign = offset.first, "+-".contains(sign) else { return nil }
        let digits = offset.dropFirst().filter { $0 != ":" }
        guard (1...4).contains(digits.utf8.count), digits.isMade(of: .digits), let number = Int(digits) else {
            return nil
        }
        let hours: Int? = digits.utf8.count > 2 ? (number % 100 == 0 ? number / 100 : nil) : number
        return hours.map { sign == "-" ? -$0 : $0 }
    }
}
