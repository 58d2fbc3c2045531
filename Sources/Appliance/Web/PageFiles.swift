/// The files of the status page and of the app, built into the executable: no folder to lose, no disk to read.
enum PageFiles {
    /// By name under `/assets/`, and below `app/` those of the installable app; `index.html` is served at `/`.
    static var assets: [String: PageAsset] {
        var assets: [String: PageAsset] = [:]
        for (name, bytes) in files {
            assets[name] = asset(name, bytes)
        }
        for (name, bytes) in appFiles {
            assets["app/\(name)"] = name == worker ? asset(name, marked(bytes)) : asset(name, bytes)
        }
        return assets
    }

    private static func asset(_ name: String, _ bytes: [UInt8]) -> PageAsset {
        var headers: [(name: String, value: String)] = name.hasSuffix(".html") ? policy : []
        // Its scopes lie beside its own folder (Service Workers §6.5).
        if name == worker { headers.append((name: "Service-Worker-Allowed", value: "/")) }
        return PageAsset(type: type(of: name), bytes: bytes, headers: headers)
    }

    private static let worker = "worker.js"

    /// The worker with the digest of every file instead of its placeholder: browsers compare the worker's bytes to find
    /// out that there is a new app, and then take over all files at once.
    private static func marked(_ worker: [UInt8]) -> [UInt8] {
        let everything = (files + appFiles).flatMap { Array($0.name.utf8) + $0.bytes }
        let digest = SHA256Digest.hexadecimal(of: everything).prefix(16)
        var marked = worker
        if let place = marked.firstRange(of: Array("\"development\"".utf8)) {
            marked.replaceSubrange(place, with: Array("\"\(digest)\"".utf8))
        }
        return marked
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
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}
