import Serving
import WatchpostModel

/// The widget's script with this box's address and the chosen modes in it, and a picture that leads a phone to its page.
///
/// Both depend on the address under which they are asked for, so nothing of them is kept: nobody gets what another one
/// asked for under a name of theirs.
struct WidgetRoutes {
    let address: SiteAddress
    let script = WidgetScript()

    var routes: [Route] {
        [
            Route("/widget.js", fields: ["host"]) { [self] request throws(Problem) in
                let modes = try modes(request)
                let languages = script.languages
                let language = try request.query.choice("language", of: languages, default: "en")
                return .work(.bare) { call throws(Problem) in
                    let box = address.base(asked: call.field("host"))
                    return WidgetRoutes.file(script.text(box: box, modes: modes, language: language))
                }
            },
            Route("/widget.svg", fields: ["host"]) { [self] request throws(Problem) in
                let keys = try modes(request).map(\.mode)
                return .work(.bare) { call throws(Problem) in
                    let box = address.base(asked: call.field("host"))
                    return try WidgetRoutes.picture("\(box)/widget?modes=\(keys.joined(separator: ","))")
                }
            },
        ]
    }

    /// The chosen modes in the order of the schedule; absent: all.
    private func modes(_ request: RouteRequest) throws(Problem) -> [RotationBody] {
        let list = try RotationRoutes.rotations(request).list
        let chosen = try RotationRoutes.modes(request, of: list)
        return list.modes.filter { chosen.contains($0.mode) }
    }

    private static func file(_ bytes: [UInt8]) -> Reply {
        var reply = Reply(bytes, type: "text/javascript; charset=utf-8").tagged("no-cache")
        reply.fields = [
            ("Content-Disposition", "attachment; filename=\"Watchpost.js\""),
            ("X-Content-Type-Options", "nosniff"),
        ]
        return reply
    }

    private static func picture(_ link: String) throws(Problem) -> Reply {
        guard let code = QRCode(link) else {
            throw Problem(.badRequest, "so many modes do not fit into a QR code; choose fewer")
        }
        var reply = Reply(Array(code.svg.utf8), type: "image/svg+xml").tagged("no-cache")
        reply.fields = [
            ("Content-Security-Policy", "default-src 'none'"), ("X-Content-Type-Options", "nosniff"),
        ]
        return reply
    }
}
