import Foundation
import Testing

@testable import Appliance
@testable import Core
@testable import Serving
@testable import SystemSupport

@Suite("The app's files")
struct AppFilesTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../Sources/Appliance/Web").standardized

    /// Folders whose modules and style sheets the build puts together.
    private static let bundled: Set<PageFolder> = [.shared, .status, .app, .widget, .site]

    @Test("every file of every folder is part of the executable, byte for byte, or of a bundle")
    func complete() throws {
        for folder in PageFolder.allCases where folder != .bundles {
            let place = AppFilesTests.folder.appendingPathComponent(folder.rawValue)
            let names = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { name in
                !AppFilesTests.bundled.contains(folder) || !name.hasSuffix(".js") && !name.hasSuffix(".css")
            }
            let embedded = PageFiles.embedded.filter { $0.folder == folder }
            #expect(embedded.map(\.name).sorted() == names.sorted())
            // In documents the build names the bundles.
            for file in embedded where file.kind != "html" {
                let data = try Data(contentsOf: place.appendingPathComponent(file.name))
                #expect(Array(data) == file.bytes, "\(file.name)")
            }
        }
        let folders = try FileManager.default.contentsOfDirectory(atPath: AppFilesTests.folder.path)
        #expect(Set(folders) == Set(PageFolder.allCases.map(\.rawValue)).subtracting(["bundles"]))
    }

    @Test("bundles may be kept for good, as their names say what is in them, and nothing else may")
    func bundles() throws {
        let assets = PageFiles().assets
        let names = PageFiles.embedded.filter { $0.folder == .bundles }.map(\.name)
        #expect(names.count > 6)
        for (name, asset) in assets {
            let expected = names.contains(name) ? "public, max-age=31536000, immutable" : "no-cache"
            #expect(asset.cacheControl == expected, "\(name)")
        }
        for name in names {
            let digest = SHA256Digest.hexadecimal(of: try #require(assets[name]).bytes).prefix(16)
            #expect(name.split(separator: ".")[1] == digest, "\(name)")
        }
    }

    @Test("the worker alone may leave its folder, and its bytes change with any file")
    func worker() throws {
        let assets = PageFiles().assets
        let worker = try #require(assets["app/worker.js"])
        #expect(worker.headers.contains { $0.name == "Service-Worker-Allowed" && $0.value == "/" })
        let others = assets.filter { $0.key != "app/worker.js" }
        #expect(!others.values.contains { $0.headers.contains { $0.name == "Service-Worker-Allowed" } })
        let version = try #require(AppFilesTests.version(of: assets))
        #expect(version.count == 16)
        for number in [0, PageFiles.embedded.count - 1] {
            var files = PageFiles.embedded
            files[number] = PageFile(
                folder: files[number].folder,
                name: files[number].name,
                bytes: files[number].bytes + [0x0a]
            )
            #expect(AppFilesTests.version(of: PageFiles(files).assets) != version)
        }
    }

    private static func version(of assets: [String: PageAsset]) -> String? {
        guard let worker = assets["app/worker.js"] else { return nil }
        let text = String(decoding: worker.bytes, as: UTF8.self)
        return text.components(separatedBy: "const version = \"").dropFirst().first?
            .components(separatedBy: "\"").first
    }

    @Test("a file of the app is kept, and stands in no list; of the bundles the app's own are")
    func sampleFile() throws {
        let sample = PageFile(folder: .app, name: "sample.svg", bytes: Array("<svg/>".utf8))
        let drawing = PageFile(folder: .install, name: "sample.png", bytes: [1])
        let assets = PageFiles(PageFiles.embedded + [sample, drawing]).assets
        #expect(assets["app/sample.svg"]?.bytes == sample.bytes)
        let worker = try text(assets, "app/worker.js")
        #expect(worker.contains(", \"/app/sample.svg\""))
        #expect(!worker.contains("/app/sample.png"))
        let app = try text(assets, "app/app.html")
        for file in PageFiles.embedded where file.folder == .bundles {
            #expect(worker.contains(", \"\(file.address)\"") == file.name.hasPrefix("app."), "\(file.name)")
            #expect(app.contains("\"\(file.address)\"") == file.name.hasPrefix("app."), "\(file.name)")
        }
    }

    @Test("a third language is one file: chosen from, kept, and with a manifest of its own")
    func thirdLanguage() throws {
        let words = """
            {"language": {"tag": "de", "locale": "de-DE", "name": "Deutsch"},
             "words": {"manifest.description": "Deine \\"Server\\"", "tab.realms": "Alle Server", "tab.maps": "Karten"}}
            """
        let file = PageFile(folder: .words, name: "de.json", bytes: Array(words.utf8))
        let assets = PageFiles([file] + PageFiles.embedded).assets
        let tag = "<meta name=\"watchpost-language\" content=\"de\" data-name=\"Deutsch\">"
        for page in ["index.html", "app/app.html", "app/realm.html"] {
            #expect(try text(assets, page).contains(tag))
        }
        #expect(try text(assets, "app/worker.js").contains("\"/assets/de.json\""))
        #expect(try text(assets, "app/worker.js").contains("\"/app/watchpost.de.webmanifest\""))
        let manifest = try text(assets, "app/watchpost.de.webmanifest")
        #expect(manifest.contains("\"Deine \\\"Server\\\"\""))
        #expect(manifest.contains("\"lang\": \"de\""))
        #expect(assets["app/watchpost.webmanifest"]?.type == "application/manifest+json")
    }

    @Test("a third language speaks in notices too, and in English where its file says nothing")
    func thirdLanguageOfNotices() throws {
        let english = try #require(PageFiles.embedded.first { $0.folder == .words && $0.name == "en.json" })
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(english.bytes)) as? [String: Any]
        )
        let words = try #require(rows["words"] as? [String: Any])
        var file: [String: Any] = [
            "language": [
                "tag": "de", "locale": "de-DE", "name": "Deutsch", "plural": "en", "twelveHourRegions": [],
            ]
        ]
        file["words"] = words.filter { $0.key != "notice.queueEnded" }.mapValues(AppFilesTests.marked)
        let bytes = Array(try JSONSerialization.data(withJSONObject: file))
        let sample = PageFile(folder: .words, name: "de.json", bytes: bytes)
        let languages = NoticeLanguages(PageFiles.embedded + [sample])
        let said = languages.words(for: "de_AT")
        #expect(said.language == "de")
        #expect(said.test(box: "box").title == "⟦Notices work⟧")
        let map = said.map("Olympus", mode: "Pubs", minutes: 5, from: "18:00", to: "19:00")
        #expect(map.title == "⟦Olympus in 5 minutes⟧")
        #expect(map.body == "⟦Pubs · 18:00 to 19:00⟧")
        let ended = said.single(.queue, word: .queueEnded, name: "Kazzak", place: "EU")
        #expect(ended.title == "No more queue on Kazzak")
        #expect(languages.words(for: "pl-PL").test(box: "box").title == "Powiadomienia działają")
        #expect(languages.words(for: "fr").language == "en")
    }

    /// A row between brackets, form by form.
    private static func marked(_ row: Any) -> Any {
        if let forms = row as? [String: String] { return forms.mapValues { "⟦\($0)⟧" } }
        return "⟦\(row)⟧"
    }

    @Test("every words file of the executable has all words of notices, and says how its language counts")
    func notices() {
        for file in PageFiles.embedded where file.folder == .words {
            #expect(NoticeWords(parsing: file.bytes)?.missing == [], "\(file.name)")
        }
    }

    @Test("what the worker keeps is there, and nothing is left to be written")
    func written() throws {
        let assets = PageFiles().assets
        let worker = try text(assets, "app/worker.js")
        let list = try #require(worker.components(separatedBy: "const shell = [").last)
        let kept = list.components(separatedBy: "]")[0].components(separatedBy: ", ").map {
            $0.dropFirst().dropLast()
        }
        #expect(kept.count > 10)
        for address in kept.dropFirst() {
            let name = address.hasPrefix("/assets/") ? address.dropFirst(8) : address.dropFirst()
            #expect(assets[String(name)] != nil, "\(address)")
        }
        for page in [
            "index.html", "app/app.html", "app/realm.html", "app/worker.js", "app/watchpost.pl.webmanifest",
        ] {
            let text = try text(assets, page)
            #expect(
                !text.contains("<!--languages") && !text.contains("/*files") && !text.contains("\"{"),
                "\(page)"
            )
        }
        #expect(try text(assets, "app/realm.html").contains("<noscript><!--realm--></noscript>"))
        #expect(try text(assets, "app/realm.html").contains("<title>Realm · Watchpost</title>"))
    }

    private func text(_ assets: [String: PageAsset], _ name: String) throws -> String {
        String(decoding: try #require(assets[name], "\(name)").bytes, as: UTF8.self)
    }

    @Test("every code of a refusal is explained to authors of apps, and has words in ours")
    func codes() throws {
        let protocolPage = try text("../../../docs/protocol.md")
        let table = try #require(protocolPage.components(separatedBy: "### The codes").last)
        let explained = table.components(separatedBy: "## 1.")[0]
        let words = PageFiles.embedded.filter { $0.folder == .words }.map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
        for code in ProblemCode.allCases.map(\.rawValue) {
            #expect(explained.contains("`\(code)`"), "docs/protocol.md lacks \(code)")
            for file in words { #expect(file.contains("\"code.\(code)\""), "a words file lacks \(code)") }
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: AppFilesTests.folder.appendingPathComponent(path), encoding: .utf8)
    }

    @Test(
        "pages come with a policy that lets in nothing from elsewhere",
        arguments: ["index.html", "widget.html", "app/app.html", "app/realm.html"]
    )
    func policy(name: String) throws {
        let page = try #require(PageFiles().assets[name])
        let policy = try #require(page.headers.first { $0.name == "Content-Security-Policy" })
        #expect(policy.value.hasPrefix("default-src 'none'"))
        #expect(!policy.value.contains("unsafe"))
    }
}
