/// The status page's files, built into the executable: no folder to lose, no disk to read.
enum PageFiles {
    /// By name under `/assets/`; `index.html` is served at `/`.
    static var assets: [String: PageAsset] {
        var assets: [String: PageAsset] = [:]
        for (name, bytes) in files {
            assets[name] = PageAsset(
                type: type(of: name),
                bytes: bytes,
                headers: name == "index.html" ? policy : []
            )
        }
        return assets
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
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
