import Serving
import SystemSupport

/// The manual as the box itself serves it, for who has no other way to it: the pages of `docs/`, built into the executable.
struct Manual: Sendable {
    /// A page as links name it.
    struct Page: Sendable {
        /// `tunnel`, the last part of its address.
        let name: String
        fileprivate let file: EmbeddedFile

        /// Its first heading.
        var title: String {
            let first = file.text.split(separator: "\n", maxSplits: 1).first ?? ""
            return MarkdownText.plain(first.drop { $0 == "#" }.drop { $0 == " " })
        }
    }

    /// Where all of it lies.
    static let path = "/manual"
    /// What a home needs, in the order in which one needs it; pages that stand in none of these come last.
    private static let order: [(title: String, names: [String])] = [
        (
            "At home",
            [
                "install", "app", "tunnel", "trouble", "notifications", "realms", "rotations", "calendar",
                "widgets",
            ]
        ),
        ("The box", ["configuration", "hardware", "service", "backup", "games", "threat-model"]),
        ("For developers", ["api", "protocol", "client", "developers", "architecture"]),
    ]

    /// By name.
    let pages: [String: Page]
    /// Drawings and files that pages link to, as pages name them: `images/wiring-header.svg`.
    let files: [String: EmbeddedFile]
    private let frame: HTMLTemplate
    private let note: String

    /// `frame`: the document around each page, with `[[title]]`, `[[note]]` and `[[main]]`.
    init(_ embedded: [EmbeddedFile] = EmbeddedFiles.docs, frame: String, languages: [PageLanguage]) {
        var (pages, files): ([String: Page], [String: EmbeddedFile]) = ([:], [:])
        for file in embedded {
            let path = file.path.description.split(separator: "/").drop { $0 == ".." }.dropFirst()
            let name = path.joined(separator: "/")
            if name.hasSuffix(".md") {
                let page = String(name.dropLast(3).lowercased())
                pages[page] = Page(name: page, file: file)
            } else {
                files[name] = file
            }
        }
        (self.pages, self.files) = (pages, files)
        self.frame = HTMLTemplate(frame)
        note = Manual.note(to: languages)
    }

    /// Where a link of a page leads here; nil: to something that the box does not have.
    func address(_ target: String) -> String? {
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let (name, anchor) = (String(parts[0]), parts.count > 1 ? "#\(parts[1])" : "")
        if files[name] != nil { return "\(Manual.path)/\(name)" }
        guard name.hasSuffix(".md"), let page = pages[String(name.dropLast(3).lowercased())] else {
            return name == "../README.md" ? Manual.path : nil
        }
        return "\(Manual.path)/\(page.name)\(anchor)"
    }

    /// A page as a document.
    func document(_ page: Page) -> [UInt8] {
        var markdown = Markdown(address: address)
        let back = "<p class=\"way\"><a href=\"\(Manual.path)\">All pages of the manual</a></p>\n"
        return filled(title: page.title, main: back + markdown.html(page.file.text))
    }

    /// The list of all pages.
    var index: [UInt8] {
        let named = Set(Manual.order.flatMap(\.names))
        let rest = ("And more", pages.keys.filter { !named.contains($0) }.sorted())
        let parts = (Manual.order + [rest]).map { title, names in
            let links = names.compactMap { pages[$0] }.map { page in
                "<li><a href=\"\(Manual.path)/\(page.name)\">\(HTML.escaped(page.title))</a></li>\n"
            }
            return links.isEmpty ? "" : "<h2>\(title)</h2>\n<ul class=\"links\">\n\(links.joined())</ul>\n"
        }
        return filled(title: "Manual", main: "<h1>Manual</h1>\n\(parts.joined())")
    }

    private func filled(title: String, main: String) -> [UInt8] {
        Array(frame.filled(["title": HTML.escaped(title), "note": note, "main": main]).utf8)
    }

    /// That it is in English, to each reader of another language in that one.
    private static func note(to languages: [PageLanguage]) -> String {
        let lines = languages.filter { $0.tag != "en" }.compactMap { language in
            language.text("manual.english").map {
                "<p class=\"small\" lang=\"\(language.tag)\">\(HTML.escaped($0))</p>"
            }
        }
        return lines.joined()
    }
}

extension Manual {
    /// The embedded one, with the frame that lies among the pages.
    init(_ pages: PageFiles) {
        let frame = pages.files.first { $0.folder == .pages && $0.name == "manual.html" }
        self.init(frame: String(decoding: frame?.bytes ?? [], as: UTF8.self), languages: pages.languages)
    }
}
