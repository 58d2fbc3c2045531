import Serving
import SystemSupport

/// The status page, the app, the page of the widget and what they load, as they are served: what follows from the files (which
/// languages there are, what the worker keeps) is written into them here, from the files alone.
///
/// They are built into the executable (`EmbeddedFile`).
struct PageFiles: Sendable {
    /// Every file of the folders below `Web/`.
    static let embedded = EmbeddedFiles.web.compactMap(PageFile.init)

    let files: [PageFile]
    /// English first, then by tag.
    let languages: [PageLanguage]

    init(_ files: [PageFile] = PageFiles.embedded) {
        self.files = files
        let known = files.filter { $0.folder == .words }.compactMap { PageLanguage(parsing: $0.bytes) }
        languages = known.sorted { ($0.tag == "en" ? "" : $0.tag) < ($1.tag == "en" ? "" : $1.tag) }
    }

    /// By name under `/assets/`, and below `app/` those of the app; `index.html` is served at `/`.
    var assets: [String: PageAsset] {
        var assets: [String: PageAsset] = [:]
        for file in files where file.folder.isServed {
            let cacheControl = file.folder.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
            assets[file.folder.prefix + file.name] = asset(file.name, served(file), cacheControl)
        }
        for file in files where file.name == Names.manifest {
            for language in languages where language.tag != "en" {
                assets["app/\(Names.manifest(of: language))"] =
                    asset(Names.manifest, manifest(file.bytes, in: language))
            }
        }
        for file in files where file.name == Names.app {
            assets["app/realm.html"] = asset("realm.html", PageFiles.realmPage(from: document(file)))
        }
        return assets
    }

    /// The names that mean something here.
    enum Names {
        static let app = "app.html"
        static let worker = "worker.js"
        static let manifest = "watchpost.webmanifest"

        static func manifest(of language: PageLanguage) -> String {
            language.tag == "en" ? manifest : "watchpost.\(language.tag).webmanifest"
        }
    }

    /// The file with what is written into it.
    private func served(_ file: PageFile) -> [UInt8] {
        switch (file.folder, file.name) {
        case (.app, Names.app), (.status, "index.html"), (.widget, "widget.html"): document(file)
        case (.worker, Names.worker): worker(file.bytes)
        case (.app, Names.manifest): languages.first.map { manifest(file.bytes, in: $0) } ?? file.bytes
        default: file.bytes
        }
    }

    private func asset(_ name: String, _ bytes: [UInt8], _ cacheControl: String = "no-cache") -> PageAsset {
        var headers: [(name: String, value: String)] = name.hasSuffix(".html") ? PageFiles.policy : []
        // Its scopes lie beside its own folder (Service Workers §6.5).
        if name == Names.worker { headers.append((name: "Service-Worker-Allowed", value: "/")) }
        return PageAsset(
            type: PageFiles.type(of: name),
            bytes: bytes,
            cacheControl: cacheControl,
            headers: headers
        )
    }

    /// The page loads nothing from elsewhere and runs nothing inline, so a name from upstream can never become code.
    private static let policy = [
        (
            name: "Content-Security-Policy",
            value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
        ),
        (name: "Referrer-Policy", value: "no-referrer"),
    ]

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}
