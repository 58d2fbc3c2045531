import Foundation
import SystemSupport
import Testing

@testable import Appliance
@testable import Serving

@Suite("Routes", .serialized)
struct RouteTests {
    @Test(
        "every route answers",
        arguments: [
            ("/v1/regions", "\"maintenanceWindow\":true"), ("/v1/regions/eu/realms", "\"locale\":\"en_US\""),
            ("/v1/regions/eu/realms?locale=ru_RU", "Ревущий фьорд"),
            ("/v1/regions/eu/realms?flavour=classic&locale=de_DE", "\"state\":\"waiting\""),
            ("/v1/history", "{\"histories\":[{\"flavour\":\"retail\""),
            ("/v1/history", "{\"flavour\":\"classic\",\"from\":\"2025-11-29T12:00:00Z\""),
            ("/v1/regions/eu/history?hours=2", "\"from\":\"2025-11-30T10:00:00Z\""),
            ("/v1/regions/eu/history", "\"source\":{\"name\":\"battlenet\",\"official\":true}"),
            ("/v1/regions/eu/realms/history", "\"source\":{\"name\":\"battlenet\",\"official\":true}"),
            ("/v1/realms/eu/retail/kazzak/history", "\"source\":{\"name\":\"battlenet\",\"official\":true}"),
            ("/v1/realms/eu/retail/kazzak", "\"connectedWith\":[]"),
            ("/v1/realms/eu/retail/kazzak/history", "\"slug\":\"kazzak\""),
            ("/v1/rotations", "\"mode\":\"ranked\""),
            ("/v1/rotations/pubs", "\"mode\":\"pubs\""), ("/v1/timeline?modes=ranked", "\"mode\":\"ranked\""),
            ("/v1/timeline?modes=ranked%2Cpubs&hours=7", "7 hours"), ("/v1/timeline?hours=336", "336 hours"),
            ("/v1/schedules", "\"modes\":["), ("/v1/maps/OL/next", "\"map\":\"Olympus\""),
            ("/v1/maps/SP/next?modes=pubs&count=1", "\"start\":\"2025-11-30T13:30:00Z\""),
            ("/v1/hash", "\"hash\""),
            ("/v1/panel", "\"columns\":16"), ("/hash", "abc"), ("/healthz", "{\"status\":\"ok\"}"),
            ("/readyz", "ready"), ("/metrics", "# TYPE"), ("/openapi.json", "\"3.1.0\""),
            ("/", "<p>hello</p>"),
            ("/v1/hash?nobody=asks", "\"hash\""),
        ]
    )
    func answers(target: String, part: String) async throws {
        let fixture = try APIFixture()
        for _ in 0..<2 {
            let answer = try #require(await fixture.get(target))
            #expect(answer.status == 200)
            #expect(answer.text.contains(part))
        }
    }

    @Test("a realm that upstream no longer lists says so, and no other one does")
    func gone() async throws {
        let fixture = try APIFixture()
        var view = APIFixture.view
        view.realms[3].isVanished = true
        view.realms[3].state = .unknown
        fixture.publisher.publish(realms: [view, .waiting(APIFixture.classic)])
        let list = try #require(await fixture.get("/v1/regions/eu/realms"))
        let object = try JSONSerialization.jsonObject(with: Data(list.body)) as? [String: Any]
        let realms = try #require(object?["realms"] as? [[String: Any]])
        let gone = realms.map { $0["gone"] as? Bool }
        #expect(gone == [nil, nil, nil, true])
        #expect(
            await fixture.get("/v1/realms/eu/retail/kelthuzad")?.text.contains(#""gone":true"#) == true
        )
        #expect(await fixture.get("/v1/realms/eu/retail/kazzak")?.text.contains("gone") == false)
    }

    @Test(
        "what is not valid is refused with what would be",
        arguments: [
            ("/v1/regions/us/realms", 404, "there are eu"), ("/v1/regions/xx/realms", 404, "there are eu"),
            ("/v1/regions/eu/realms?flavour=x", 400, "retail, classic"),
            ("/v1/regions/eu/realms?locale=xx_XX", 400, "en_US, es_MX"),
            ("/v1/regions/eu/realms?locale=en_US&locale=en_US", 400, "twice"),
            ("/v1/regions/eu/realms?locale=%ff", 400, "UTF-8"),
            ("/v1/regions/eu/history?hours=0", 400, "1...720"),
            ("/v1/regions/eu/history?hours=721", 400, "1...720"),
            ("/v1/regions/eu/history?hours=%2B5", 400, "1...720"),
            ("/v1/regions/eu/history?hours", 400, "1...720"),
            ("/v1/regions/eu/history?hours=99999999999999999999", 400, "1...720"),
            ("/v1/timeline?hours=337", 400, "1...336"), ("/v1/timeline?modes=pubs,x", 400, "pubs, ranked"),
            ("/v1/timeline?modes=", 400, "pubs, ranked"), ("/v1/rotations/x", 404, "pubs, ranked"),
            ("/v1/realms/eu/x/kazzak", 404, "retail, classic"), ("/v1/realms/eu/retail/x", 404, "no realm"),
            ("/v1/realms/eu/classic/x", 503, "known yet"), ("/v1/events?after=x", 400, "whole number"),
            ("/v1/maps/xx/next", 404, "KC, OL, SP"), ("/v1/maps/OL/next?modes=x", 400, "pubs, ranked"),
            ("/v1/maps/OL/next?count=11", 400, "1...10"), ("/v1/maps/OL/next?count=0", 400, "1...10"),
            ("/pubs/schedule", 404, "no schedule is in force"), ("/assets/x", 404, "no file"),
            ("/nothing", 404, "no such path"),
        ]
    )
    func refusals(target: String, status: Int, part: String) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        let answer = try #require(await client.get(target))
        #expect(answer.status == status)
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(answer.text.contains(part))
        #expect(await client.get("/v1/hash")?.status == 200, "the connection goes on")
    }

    @Test(
        "a realm is found as people write it",
        arguments: [
            ("chants-%C3%A9ternels", "chants-éternels"), ("chants-e%CC%81ternels", "chants-éternels"),
            ("chants-eternels", "chants-éternels"), ("Chants%20%C3%89ternels", "chants-éternels"),
            ("kel%27thuzad", "kelthuzad"), ("Kel%E2%80%99Thuzad", "kelthuzad"), ("Area+52", "area-52"),
            ("area52", "area-52"),
        ]
    )
    func slugs(text: String, slug: String) async throws {
        let fixture = try APIFixture()
        let answer = try #require(await fixture.get("/v1/realms/eu/retail/\(text)"))
        #expect(answer.status == 200)
        #expect(answer.text.contains("\"slug\":\"\(slug)\""))
    }

    @Test(
        "nothing published yet is 503, not an empty answer",
        arguments: ["/v1/rotations", "/v1/panel", "/v1/hash", "/readyz"]
    )
    func empty(target: String) async throws {
        let publisher = Publisher(PublishedState(regions: [], sources: []))
        let settings = HTTPSettings(address: "127.0.0.1", port: 0)
        let metrics = Metrics()
        let server = APIServer(
            settings: settings,
            hosts: HostPolicy(machine: "x"),
            publisher: publisher,
            events: EventHub(maxStreams: 1, registry: ConnectionRegistry(limits: settings)),
            routes: Feature.all.reads(metrics),
            metrics: metrics
        )
        let port = try server.start().first?.split(separator: ":").last.flatMap { UInt16($0) }
        #expect(await RawClient.ask(port ?? 0, "GET", target)?.status == 503)
        #expect(await BlockingCall.returns { server.stop() })
    }

    @Test("requests are counted by route and class of status")
    func metrics() async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        for _ in 0..<3 { _ = await client.get("/v1/hash") }
        _ = await client.get("/nothing")
        let text = try #require(await client.get("/metrics")?.text)
        #expect(text.contains("watchpost_http_requests_total{route=\"/v1/hash\",status=\"2xx\"} 3\n"))
        #expect(text.contains("watchpost_http_requests_total{route=\"none\",status=\"4xx\"} 1\n"))
        #expect(text.contains("watchpost_http_connections 1\n"))
        #expect(text.components(separatedBy: "# TYPE watchpost_http_requests_total counter").count == 2)
    }
}
