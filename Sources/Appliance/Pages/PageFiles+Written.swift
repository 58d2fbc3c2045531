import Serving
import SystemSupport

/// What the appliance writes into the files.
extension PageFiles {
    /// A document with its languages.
    func document(_ file: PageFile) -> [UInt8] {
        let head = languages.map {
            "<meta name=\"watchpost-language\" content=\"\($0.tag)\" data-name=\"\(HTML.escaped($0.name))\">"
        }
        return file.bytes.replacing("<!--languages-->", with: head.joined(separator: "\n    "))
    }

    /// The app's document for the page of one realm, which can be read without JavaScript: `RealmPage` puts its facts
    /// where the app says that it needs some.
    static func realmPage(from document: [UInt8]) -> [UInt8] {
        let (from, to) = (Array("<!--facts-->".utf8), Array("<!--/facts-->".utf8))
        let titled = document.replacing("<title>Watchpost</title>", with: "<title>Realm · Watchpost</title>")
        guard let start = titled.firstRange(of: from), let end = titled.firstRange(of: to) else {
            return titled
        }
        return Array(titled[..<start.lowerBound]) + RealmPage.place + Array(titled[end.upperBound...])
    }

    /// The worker with the addresses that it keeps and the digest of every file: browsers compare the worker's bytes to
    /// find out that there is a new app, and then take over all files at once.
    func worker(_ bytes: [UInt8]) -> [UInt8] {
        let others = languages.map { PageFolder.app.address(of: Names.manifest(of: $0)) }
        let kept = files.filter { $0.folder.isKept && $0.kind != "html" || isOfApp($0) }.map(\.address)
        let list = Set(kept + others).sorted().map { ", \"\($0)\"" }.joined()
        return bytes.replacing("\"development\"", with: "\"\(digest)\"").replacing("/*files*/", with: list)
    }

    /// Whether a bundle is one that the app's document asks for.
    private func isOfApp(_ file: PageFile) -> Bool {
        guard file.folder == .bundles, let app = files.first(where: { $0.name == Names.app }) else {
            return false
        }
        return app.bytes.firstRange(of: Array("\"\(file.address)\"".utf8)) != nil
    }

    private var digest: Substring {
        var everything: [UInt8] = []
        everything.reserveCapacity(files.reduce(0) { $0 + $1.bytes.count + 64 })
        for file in files {
            everything += file.address.utf8
            everything += file.bytes
        }
        return SHA256Digest.hexadecimal(of: everything).prefix(16)
    }

    /// What a browser shows of the app that it installs, in one language: `"{tab.maps}"` stands for the words of a key.
    func manifest(_ bytes: [UInt8], in language: PageLanguage) -> [UInt8] {
        let parts = String(decoding: bytes, as: UTF8.self).split(
            separator: "\"",
            omittingEmptySubsequences: false
        )
        let filled = parts.map { part in
            guard part.hasPrefix("{"), part.hasSuffix("}"),
                let words = language.text(String(part.dropFirst().dropLast()))
            else { return String(part) }
            return PageFiles.quoted(words)
        }
        return Array(filled.joined(separator: "\"").utf8)
    }

    /// Text within a JSON string; our words have no control characters, a test says.
    private static func quoted(_ text: String) -> String {
        text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
            .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
    }
}

extension [UInt8] {
    /// The bytes with the first `place` replaced; all of them where there is none.
    fileprivate func replacing(_ place: String, with text: String) -> [UInt8] {
        guard let range = firstRange(of: Array(place.utf8)) else { return self }
        return Array(self[..<range.lowerBound]) + Array(text.utf8) + self[range.upperBound...]
    }
}
