import Glibc

/// The names of zones that the IANA database on this machine knows; they may come from strangers.
///
/// CCTZ itself takes more than names: absolute paths, whatever follows `file:` (a terminal among it, which it would read
/// for ever), `libc:`, offsets, the empty name. And it remembers each name for ever, also those that it has not found.
package struct ZoneDatabase: Sendable {
    private let folder: String
    /// Names that were given up, and what they became.
    private let former: [String: String]

    /// That of this machine, where CCTZ looks as well.
    package static let system = ZoneDatabase(
        folder: getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    )

    /// Reads which names were given up; blocks for about a millisecond.
    package init(folder: String) {
        self.folder = folder
        former = ZoneDatabase.links(in: "\(folder)/tzdata.zi")
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
        return name.utf8.count < 64 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(nameBytes.contains) }
    }

    private static let nameBytes: ASCIISet = .letters | .digits | "_+-"

    /// The lines `L TARGET NAME` of the database's source (zic(8)), which every Debian has.
    private static func links(in path: String) -> [String: String] {
        guard let file = fopen(path, "re") else { return [:] }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        defer { free(line) }
        var capacity = 0
        var links: [String: String] = [:]
        while getline(&line, &capacity, file) > 0 {
            guard let line, line[0] == CChar(bitPattern: UInt8(ascii: "L")) else { continue }
            let words = String(cString: line).split { $0 == " " || $0 == "\n" }
            if words.count == 3 { links[String(words[2])] = String(words[1]) }
        }
        return links
    }
}
