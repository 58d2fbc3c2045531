/// The module that games load.
extension PageFiles {
    /// The part that exports.
    private static let entry = "client.js"
    private static let head =
        "// Watchpost: online boards for games (docs/games.md)\n"

    /// The parts of the folder `sdk` as one file, which a game may also bring along.
    ///
    /// Each name stands for one thing in all of them, so imports go, and exports but those of the last part; comments
    /// and indentation, too, because players load it.
    var gameModule: [UInt8] {
        let parts = files.filter { $0.folder == .sdk }.sorted { $0.name < $1.name }
        let last = parts.filter { $0.name == PageFiles.entry }
        var text = PageFiles.head
        for part in parts.filter({ $0.name != PageFiles.entry }) + last {
            let lines = String(decoding: part.bytes, as: UTF8.self).split(separator: "\n")
            for line in lines.map({ $0.drop { $0 == " " } }) where !PageFiles.isForReaders(line) {
                let isExported = part.name != PageFiles.entry && line.hasPrefix("export ")
                text.append(contentsOf: isExported ? line.dropFirst("export ".count) : line)
                text.append("\n")
            }
        }
        return Array(text.utf8)
    }

    /// Whether a line without indentation does nothing in the whole: empty, a comment, or an import of another part.
    private static func isForReaders(_ line: Substring) -> Bool {
        let isComment = line.hasPrefix("//") || line.hasPrefix("/**") || line.hasPrefix("*")
        return line.isEmpty || isComment || line.hasPrefix("import ")
    }
}
