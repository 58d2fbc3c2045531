import Foundation
import Testing

@testable import Appliance
@testable import Serving

@Suite("Who may do what")
struct AccessTableTests {
    /// Every route that is not everybody's to read.
    static let table = [
        "GET /v1/about": "anybody",
        "PUT /v1/devices/{id}": "stranger or device, own path, registers",
        "GET /v1/devices/{id}": "device, own path",
        "DELETE /v1/devices/{id}": "device, own path",
        "GET /v1/devices/{id}/watchlist/{region}": "device, own path",
        "PUT /v1/devices/{id}/watchlist/{region}": "device, own path",
        "GET /v1/devices/{id}/alerts": "device, own path",
        "PUT /v1/devices/{id}/alerts": "device, own path",
        "GET /v1/devices/{id}/wishes/{region}": "device, own path",
        "PUT /v1/devices/{id}/wishes/{region}": "device, own path",
        "GET /v1/devices/{id}/maps": "device, own path",
        "PUT /v1/devices/{id}/maps": "device, own path",
        "POST /v1/devices/{id}/test": "device, own path",
        "POST /v1/devices/{id}/read": "device, own path",
        "GET /v1/devices/{id}/notices": "device, own path",
        "POST /v1/devices/{id}/link": "device, own path",
        "POST /v1/devices/{id}/join": "device, own path",
        "GET /v1/devices/{id}/link": "device, own path",
        "DELETE /v1/devices/{id}/link": "device, own path",
        "DELETE /v1/devices/{id}/link/{other}": "device, own path",
        "POST /v1/pairing": "stranger or owner, at home",
        "POST /v1/pairing/redeem": "device",
        "GET /v1/admin/devices": "device or owner, administers",
        "DELETE /v1/admin/devices/{id}": "device or owner, administers",
        "DELETE /v1/admin/devices/{id}/administrator": "device or owner, administers",
        "POST /v1/admin/devices/{id}/test": "device or owner, administers",
        "DELETE /v1/admin/unused-devices": "device or owner, administers",
        "POST /v1/admin/identify": "device or owner, administers",
        "GET /v1/admin/notices/dead": "device or owner, administers",
        "DELETE /v1/admin/notices/dead/{notice}": "device or owner, administers",
        "POST /v1/admin/notices/dead/{notice}/replay": "device or owner, administers",
        "GET /v1/admin/settings": "device or owner, administers",
        "PUT /v1/admin/settings": "device or owner, administers",
        "GET /v1/admin/schedule": "device or owner, administers",
        "POST /v1/admin/schedule/preview": "device or owner, administers",
        "POST /v1/admin/schedule/edits": "device or owner, administers",
        "POST /v1/admin/schedule/seen": "device or owner, administers",
        "POST /v1/schedule/start": "anybody at home, else device or owner, administers",
        "PUT /v1/games/{game}/installs/{id}": "stranger or install, own path, registers",
        "POST /v1/games/{game}/boards/{board}/results": "install",
        "POST /v1/games/{game}/results": "install",
        "POST /v1/games/{game}/server/results": "server",
        "GET /v1/me": "device or install",
        "GET /v1/me/games": "device or install",
        "GET /v1/me/games/{game}/results": "device or install",
        "GET /v1/games/{game}/boards/{board}/me": "device or install",
        "PUT /v1/me": "device or install",
        "DELETE /v1/me": "device or install",
        "PUT /v1/me/avatar": "device or install",
        "DELETE /v1/me/avatar": "device or install",
        "POST /v1/me/codes": "device or install",
        "POST /v1/me/join": "device or install",
        "POST /v1/me/recovery": "device or install",
        "POST /v1/players/recovery": "device or install",
        "GET /v1/me/installs": "device or install",
        "DELETE /v1/me/installs/{install}": "device or install",
        "GET /v1/me/export": "device or install",
        "GET /v1/players": "device or install",
        "GET /v1/me/friends": "device or install",
        "GET /v1/me/friends/{player}": "device or install",
        "PUT /v1/me/friends/{player}": "device or install",
        "DELETE /v1/me/friends/{player}": "device or install",
        "GET /v1/me/invitations": "device or install",
        "GET /v1/me/blocks": "device or install",
        "PUT /v1/me/blocks/{player}": "device or install",
        "DELETE /v1/me/blocks/{player}": "device or install",
        "GET /v1/me/waiting": "device or install",
        "GET /v1/me/duels": "device or install",
        "POST /v1/me/duels": "device or install",
        "GET /v1/me/duels/{duel}": "device or install",
        "POST /v1/me/duels/{duel}/accept": "device or install",
        "POST /v1/me/duels/{duel}/decline": "device or install",
        "POST /v1/me/duels/{duel}/cancel": "device or install",
        "POST /v1/me/duels/{duel}/giveUp": "device or install",
        "POST /v1/me/duels/{duel}/rematch": "device or install",
        "GET /v1/admin/games": "device or owner, administers",
        "PUT /v1/admin/games/{game}": "device or owner, administers",
        "DELETE /v1/admin/games/{game}": "device or owner, administers",
        "PUT /v1/admin/games/{game}/boards/{board}": "device or owner, administers",
        "POST /v1/admin/games/{game}/boards/{board}/seasons": "device or owner, administers",
        "POST /v1/admin/games/{game}/close": "device or owner, administers",
        "PUT /v1/admin/games/{game}/style": "device or owner, administers",
        "DELETE /v1/admin/games/{game}/style": "device or owner, administers",
        "PUT /v1/admin/games/{game}/background": "device or owner, administers",
        "DELETE /v1/admin/games/{game}/background": "device or owner, administers",
        "GET /v1/admin/games/{game}/results": "device or owner, administers",
        "GET /v1/admin/games/{game}/export": "device or owner, administers",
        "POST /v1/admin/games/{game}/results/{number}/hide": "device or owner, administers",
        "POST /v1/admin/games/{game}/results/{number}/restore": "device or owner, administers",
        "GET /v1/admin/games/{game}/hidings": "device or owner, administers",
        "POST /v1/admin/games/{game}/hidings": "device or owner, administers",
        "POST /v1/admin/games/{game}/hidings/preview": "device or owner, administers",
        "GET /v1/admin/games/{game}/hidings/{hiding}": "device or owner, administers",
        "POST /v1/admin/games/{game}/hidings/{hiding}/undo": "device or owner, administers",
        "GET /v1/admin/games/{game}/bans": "device or owner, administers",
        "PUT /v1/admin/games/{game}/bans/{player}": "device or owner, administers",
        "DELETE /v1/admin/games/{game}/bans/{player}": "device or owner, administers",
        "GET /v1/admin/games/{game}/audit": "device or owner, administers",
        "GET /v1/admin/audit": "device or owner, administers",
        "GET /v1/admin/unused-players": "device or owner, administers",
        "DELETE /v1/admin/unused-players": "device or owner, administers",
        "PUT /v1/admin/players/{player}": "device or owner, administers",
        "DELETE /v1/admin/players/{player}": "device or owner, administers",
        "GET /v1/admin/games/{game}/keys": "device or owner, administers",
        "POST /v1/admin/games/{game}/keys": "device or owner, administers",
        "POST /v1/developers": "stranger or owner",
        "POST /v1/developers/session": "stranger or owner",
        "POST /v1/developers/recovery": "stranger or owner",
        "PUT /v1/developers/recovery": "stranger or owner",
        "GET /v1/developers/me": "developer",
        "PUT /v1/developers/me": "developer",
        "DELETE /v1/developers/me": "developer",
        "PUT /v1/developers/me/password": "developer",
        "POST /v1/developers/me/recovery": "developer",
        "GET /v1/developers/sessions": "developer",
        "DELETE /v1/developers/sessions": "developer",
        "DELETE /v1/developers/sessions/{session}": "developer",
        "POST /v1/developers/me/confirmation": "developer",
        "PUT /v1/developers/me/confirmation": "developer",
        "POST /v1/contact": "stranger or owner",
        "GET /v1/admin/contact": "device or owner, administers",
        "PUT /v1/admin/contact/{message}": "device or owner, administers",
        "DELETE /v1/admin/contact/{message}": "device or owner, administers",
        "GET /v1/developers/games": "developer",
        "PUT /v1/developers/games/{game}": "developer",
        "DELETE /v1/developers/games/{game}": "developer",
        "PUT /v1/developers/games/{game}/boards/{board}": "developer",
        "POST /v1/developers/games/{game}/boards/{board}/seasons": "developer",
        "POST /v1/developers/games/{game}/close": "developer",
        "POST /v1/developers/games/{game}/keys": "developer",
        "PUT /v1/developers/games/{game}/style": "developer",
        "DELETE /v1/developers/games/{game}/style": "developer",
        "PUT /v1/developers/games/{game}/background": "developer",
        "DELETE /v1/developers/games/{game}/background": "developer",
        "GET /v1/developers/games/{game}/results": "developer",
        "GET /v1/developers/games/{game}/export": "developer",
        "POST /v1/developers/games/{game}/results/{number}/hide": "developer",
        "POST /v1/developers/games/{game}/results/{number}/restore": "developer",
        "GET /v1/developers/games/{game}/hidings": "developer",
        "POST /v1/developers/games/{game}/hidings": "developer",
        "POST /v1/developers/games/{game}/hidings/preview": "developer",
        "GET /v1/developers/games/{game}/hidings/{hiding}": "developer",
        "POST /v1/developers/games/{game}/hidings/{hiding}/undo": "developer",
        "GET /v1/developers/games/{game}/bans": "developer",
        "PUT /v1/developers/games/{game}/bans/{player}": "developer",
        "DELETE /v1/developers/games/{game}/bans/{player}": "developer",
        "GET /v1/developers/games/{game}/audit": "developer",
        "PUT /v1/developers/games/{game}/promotion": "developer",
        "DELETE /v1/developers/games/{game}/promotion": "developer",
        "PUT /v1/developers/games/{game}/icon": "developer",
        "DELETE /v1/developers/games/{game}/icon": "developer",
        "PUT /v1/developers/games/{game}/picture": "developer",
        "DELETE /v1/developers/games/{game}/picture": "developer",
        "PUT /v1/admin/games/{game}/promotion": "device or owner, administers",
        "DELETE /v1/admin/games/{game}/promotion": "device or owner, administers",
        "PUT /v1/admin/games/{game}/icon": "device or owner, administers",
        "DELETE /v1/admin/games/{game}/icon": "device or owner, administers",
        "PUT /v1/admin/games/{game}/picture": "device or owner, administers",
        "DELETE /v1/admin/games/{game}/picture": "device or owner, administers",
        "GET /v1/admin/invitations": "device or owner, administers",
        "POST /v1/admin/invitations": "device or owner, administers",
        "DELETE /v1/admin/invitations/{invitation}": "device or owner, administers",
    ]

    /// Everything is switched on that serves anything.
    private static func appliance() async throws -> ApplicationFixture {
        try await ApplicationFixture(
            settings: "[arena]\nenabled = true\n[devices]\nrequests_per_minute = 1000"
        )
    }

    private static func routes() async throws -> [Route] {
        let appliance = try await appliance()
        defer { appliance.remove() }
        let routes = appliance.application.routes.filter { !$0.pattern.hasPrefix("/demo/") }
        await appliance.close()
        return routes
    }

    @Test("the table names every route, and who may ask it")
    func whole() async throws {
        var found: [String: String] = [:]
        for route in try await AccessTableTests.routes() {
            if case .read = route.action, route.access == .anybody { continue }
            found["\(route.verb.rawValue) \(route.pattern)"] = route.access.description
        }
        #expect(found == AccessTableTests.table)
    }

    @Test("whatever changes something, or names a device or administration, is not for anybody")
    func closed() async throws {
        for route in try await AccessTableTests.routes() {
            let isPersonal = route.pattern.contains("/devices") || route.pattern.contains("/admin")
            guard isPersonal || route.verb != .get else { continue }
            #expect(route.access != .anybody, "\(route.verb.rawValue) \(route.pattern)")
        }
    }

    @Test("the OpenAPI document asks for the credential that the table asks for")
    func documented() async throws {
        let document = try JSONSerialization.jsonObject(with: OpenAPITests.served) as? [String: Any]
        let paths = try #require(document?["paths"] as? [String: [String: [String: Any]]])
        for route in try await AccessTableTests.routes() {
            let line = "\(route.verb.rawValue) \(route.pattern)"
            let security =
                paths[route.pattern]?[route.verb.rawValue.lowercased()]?["security"] as? [[String: Any]]
            let schemes = (security ?? []).flatMap(\.keys)
            let access = route.access
            let wanted = access.administers ? ["administrator"] : access.forms.map(AccessTableTests.scheme)
            #expect(schemes == wanted, "\(line)")
        }
    }

    private static func scheme(_ form: Credential.Form) -> String {
        switch form {
        case .client: "device"
        case .session: "developer"
        case .server: "gameServer"
        }
    }

    @Test("without a credential every route of the table says 401, or lets in whom the table says")
    func bare() async throws {
        let appliance = try await AccessTableTests.appliance()
        defer { appliance.remove() }
        let id = String(PersonalFixture.credential(1).prefix(22))
        let parameters = [
            ("{id}", id), ("{region}", "eu"), ("{other}", "x"), ("{notice}", "1"), ("{game}", "snake"),
            ("{board}", "level-1"), ("{number}", "1"), ("{player}", "x"), ("{duel}", "x"), ("{install}", "x"),
            ("{session}", "x"), ("{invitation}", "x"), ("{message}", "1"),
        ]
        try await appliance.run { port in
            for (line, access) in AccessTableTests.table {
                let words = line.split(separator: " ").map(String.init)
                let path = parameters.reduce(words[1]) { $0.replacing($1.0, with: $1.1) }
                let body = words[0] == "PUT" ? "{}" : nil
                // Who they are is in the body, which lacks everything.
                let provesItself = access == "stranger or owner" || access.hasPrefix("anybody at home")
                let answer = await RawClient.ask(port, words[0], path, body)
                let isOpen = access == "anybody" || access.hasSuffix("at home")
                let status = answer?.status ?? 0
                let wanted = isOpen ? 200...299 : provesItself ? 400...415 : 401...401
                #expect(wanted.contains(status) && (status != 401 || !provesItself), "\(line)")
            }
        }
    }
}
