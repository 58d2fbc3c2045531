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
        "PUT /v1/games/{game}/installs/{id}": "stranger or install, own path, registers",
        "POST /v1/games/{game}/boards/{board}/results": "install",
        "POST /v1/games/{game}/results": "install",
        "GET /v1/me": "device or install",
        "GET /v1/me/games": "device or install",
        "GET /v1/me/games/{game}/results": "device or install",
        "GET /v1/games/{game}/boards/{board}/me": "device or install",
        "PUT /v1/me": "device or install",
        "GET /v1/admin/games": "device or owner, administers",
        "PUT /v1/admin/games/{game}": "device or owner, administers",
        "PUT /v1/admin/games/{game}/boards/{board}": "device or owner, administers",
        "POST /v1/admin/games/{game}/boards/{board}/seasons": "device or owner, administers",
        "POST /v1/admin/games/{game}/close": "device or owner, administers",
        "GET /v1/admin/games/{game}/results": "device or owner, administers",
        "POST /v1/admin/games/{game}/results/{number}/hide": "device or owner, administers",
        "POST /v1/admin/games/{game}/results/{number}/restore": "device or owner, administers",
        "DELETE /v1/admin/players/{player}": "device or owner, administers",
        "GET /v1/admin/games/{game}/keys": "device or owner, administers",
        "POST /v1/admin/games/{game}/keys": "device or owner, administers",
    ]

    /// Everything is switched on that serves anything.
    private static func appliance() async throws -> ApplicationFixture {
        try await ApplicationFixture(settings: "[arena]\nenabled = true")
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
        let data = Data(OpenAPIDocument.join(Feature.all.openAPI.map(\.bytes)))
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let paths = try #require(document?["paths"] as? [String: [String: [String: Any]]])
        for route in try await AccessTableTests.routes() {
            let line = "\(route.verb.rawValue) \(route.pattern)"
            let security =
                paths[route.pattern]?[route.verb.rawValue.lowercased()]?["security"] as? [[String: Any]]
            let schemes = (security ?? []).flatMap(\.keys)
            let access = route.access
            let wanted = access.administers ? ["administrator"] : access.forms.isEmpty ? [] : ["device"]
            #expect(schemes == wanted, "\(line)")
        }
    }

    @Test("without a credential every route of the table says 401, or lets in whom the table says")
    func bare() async throws {
        let appliance = try await AccessTableTests.appliance()
        defer { appliance.remove() }
        let id = String(PersonalFixture.credential(1).prefix(22))
        let parameters = [
            ("{id}", id), ("{region}", "eu"), ("{other}", "x"), ("{notice}", "1"), ("{game}", "snake"),
            ("{board}", "level-1"), ("{number}", "1"), ("{player}", "x"),
        ]
        try await appliance.run { port in
            for (line, access) in AccessTableTests.table {
                let words = line.split(separator: " ").map(String.init)
                let path = parameters.reduce(words[1]) { $0.replacing($1.0, with: $1.1) }
                let body = words[0] == "PUT" ? "{}" : nil
                let answer = await PatientClient(port: port).request(words[0], path, body: body, headers: [])
                let isOpen = access == "anybody" || access.contains("at home")
                let status = answer?.status ?? 0
                #expect(isOpen ? (200...299).contains(status) : status == 401, "\(line)")
            }
        }
    }
}
