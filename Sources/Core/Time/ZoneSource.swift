import Glibc

/// Which names the database's source has (`tzdata.zi`, zic(8)), which every Debian keeps beside the compiled zones.
struct ZoneSource {
    /// Of zones and of those that were given up.
    private(set) var names: [String] = []
    /// Names that were given up, and what they became.
    private(set) var links: [String: String] = [:]

    /// Reads the lines `Z NAME …` and `L TARGET NAME`; without the file there are no names.
    init(path: String) {
        guard let file = fopen(path, "re") else { return }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        defer { free(line) }
        var capacity = 0
        while getline(&line, &capacity, file) > 0 {
            guard let line, ZoneSource.kinds.contains(UInt8(bitPattern: line[0])) else { continue }
            take(String(cString: line).split { $0 == " " || $0 == "\n" })
        }
    }

    private static let kinds: ASCIISet = "ZL"

    private mutating func take(_ words: [Substring]) {
        if words.count == 3, words[0] == "L" {
            links[String(words[2])] = String(words[1])
            names.append(String(words[2]))
        } else if words.count > 2, words[0] == "Z" {
            names.append(String(words[1]))
        }
    }
}
