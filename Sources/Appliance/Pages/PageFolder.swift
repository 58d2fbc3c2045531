import SystemSupport

/// A folder below `Web/`: what its files are for decides where they are served and who asks for them.
///
/// A new file needs no list: it lies in the folder that fits.
enum PageFolder: String, CaseIterable, Sendable {
    /// What the status page and the app both load.
    case shared
    /// The status page.
    case status
    /// A file a language: what page, app and worker say.
    case words
    /// The installable app.
    case app
    /// The service worker with its parts; no page loads them.
    case worker
    /// What only a browser that installs the app asks for.
    case install
    /// The page that hands out the widget.
    case widget
    /// The parts of the module that games load; they are served as one file.
    case sdk
    /// The page of a board in a frame or a web view of a game; `EmbedPage` writes its document.
    case embed
    /// What the pages of the site load.
    case site
    /// The documents of the site; `SitePage` puts them together, so none is served as it lies here.
    case pages
    /// What pages load, as the build has put it together (`Plugins/EmbedFiles`): modules and style sheets of the other folders are in
    /// these alone. Each has a digest of itself in its name.
    case bundles
    /// Programs for other apps; the box writes into them, so none is served as it lies here.
    case scripts

    /// Where the files stand in the table of assets; `/assets/` or `/app/` is put before by the routes.
    var prefix: String {
        switch self {
        case .shared, .status, .words, .widget, .scripts, .sdk, .embed, .site, .pages, .bundles: ""
        case .app, .worker, .install: "app/"
        }
    }

    /// The address of a file.
    func address(of name: String) -> String {
        prefix.isEmpty ? "/assets/\(name)" : "/\(prefix)\(name)"
    }

    /// Whether the address says what the bytes are, so that browsers need not ask for them again.
    var isImmutable: Bool { self == .bundles }

    /// Whether each file is served, and not only what is made of them.
    var isServed: Bool { ![.scripts, .sdk, .pages].contains(self) }

    /// Whether the worker keeps the files on a phone for when there is no connection; of the bundles it keeps the app's.
    var isKept: Bool {
        switch self {
        case .shared, .words, .app: true
        case .status, .worker, .install, .widget, .scripts, .sdk, .embed, .site, .pages, .bundles: false
        }
    }
}

/// One file of a folder.
struct PageFile: Sendable {
    private enum Content {
        case embedded(EmbeddedFile)
        case bytes([UInt8])
    }

    let folder: PageFolder
    let name: String
    private let content: Content

    init(folder: PageFolder, name: String, bytes: [UInt8]) {
        self.folder = folder
        self.name = name
        content = .bytes(bytes)
    }

    /// Nil for one that lies in none of the folders.
    init?(_ file: EmbeddedFile) {
        let parts = file.path.description.split(separator: "/")
        guard parts.count == 3, parts[0] == "Web", let folder = PageFolder(rawValue: String(parts[1])) else {
            return nil
        }
        self.folder = folder
        name = String(parts[2])
        content = .embedded(file)
    }

    /// A copy, where it is embedded: that takes no memory while nobody works with it.
    var bytes: [UInt8] {
        switch content {
        case .embedded(let file): file.bytes
        case .bytes(let bytes): bytes
        }
    }

    var address: String { folder.address(of: name) }
    /// What follows the last dot.
    var kind: Substring { name.split(separator: ".").last ?? "" }
}
