import Foundation
import Testing

@testable import Appliance
@testable import SystemSupport

@Suite("Snapshots", .serialized)
struct SnapshotTests {
    @Test("an answer has a strong tag, may be read by any page and must be asked for again")
    func headers() throws {
        let fixture = try APIFixture()
        let answer = try #require(fixture.client().get("/v1/hash"))
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "application/json")
        #expect(answer.headers["access-control-allow-origin"] == "*")
        #expect(answer.headers["cache-control"] == "no-cache")
        let tag = try #require(answer.headers["etag"])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count == 34)
    }

    @Test(
        "If-None-Match decides about 304",
        arguments: [
            ("TAG", 304), ("W/TAG", 304), ("\"x\", TAG", 304), ("\"x\",,\tW/TAG , \"y\"", 304), ("*", 304),
            ("\"x\"", 200), ("TAGx", 304), ("xTAG", 200), ("\"unfinished", 200), ("", 200), (",", 200),
        ]
    )
    func ifNoneMatch(pattern: String, status: Int) throws {
        let fixture = try APIFixture()
        let client = fixture.client()
        let tag = try #require(client.get("/v1/hash")?.headers["etag"])
        let line = pattern.replacingOccurrences(of: "TAG", with: tag)
        let answer = try #require(client.get("/v1/hash", headers: ["If-None-Match: \(line)"]))
        #expect(answer.status == status)
        #expect(answer.headers["etag"] == tag)
    }

    @Test(
        "gzip is sent to those who take it",
        arguments: [
            ("gzip", true), ("br, GZIP;q=0.5", true), ("*", true), ("gzip;q=0", false),
            ("gzip; q=0.000, *", false),
            ("*;q=0", false), ("identity", false), ("x-gzip", true), ("", false), (";,q", false),
        ]
    )
    func acceptEncoding(value: String, isCompressed: Bool) throws {
        let fixture = try APIFixture()
        let client = fixture.client()
        let plain = try #require(client.get("/v1/regions/eu/realms"))
        let answer = try #require(client.get("/v1/regions/eu/realms", headers: ["Accept-Encoding: \(value)"]))
        #expect((answer.headers["content-encoding"] == "gzip") == isCompressed)
        #expect(answer.headers["vary"] == "Accept-Encoding")
        #expect(plain.headers["vary"] == "Accept-Encoding")
        #expect((answer.headers["etag"] != plain.headers["etag"]) == isCompressed)
        #expect((answer.body.count < plain.body.count) == isCompressed)
    }

    @Test("each variant has its own 304")
    func variants() throws {
        let fixture = try APIFixture()
        let client = fixture.client()
        let path = "/v1/regions/eu/realms"
        let gzip = try #require(client.get(path, headers: ["Accept-Encoding: gzip"])?.headers["etag"])
        let both = ["Accept-Encoding: gzip", "If-None-Match: \(gzip)"]
        #expect(client.get(path, headers: both)?.status == 304)
        #expect(client.get(path, headers: ["If-None-Match: \(gzip)"])?.status == 200)
    }

    @Test("curl unpacks what it gets")
    func curl() throws {
        let fixture = try APIFixture()
        let path = "/v1/regions/eu/realms"
        let plain = try #require(fixture.client().get(path))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments = ["-sS", "--compressed", "http://127.0.0.1:\(fixture.port)\(path)"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let body = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(Array(body) == plain.body)
    }

    @Test("HEAD has the headers of GET and no body")
    func head() throws {
        let fixture = try APIFixture()
        let client = fixture.client()
        let get = try #require(client.get("/v1/regions"))
        let head = try #require(client.get("/v1/regions", method: "HEAD"))
        #expect(head.headers["content-length"] == get.headers["content-length"])
        #expect(head.headers["etag"] == get.headers["etag"])
        #expect(client.get("/v1/regions")?.status == 200, "the connection is still in step")
    }

    @Test("a connection serves many requests, also pipelined ones")
    func keepAlive() throws {
        let fixture = try APIFixture()
        let client = fixture.client()
        client.send(String(repeating: "GET /v1/hash HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 50))
        for _ in 0..<50 { #expect(client.answer()?.status == 200) }
    }

    @Test("a new publication changes body and tag at once, and only of its part")
    func publication() throws {
        let fixture = try APIFixture()
        let client = fixture.client()
        let hash = client.get("/v1/hash")?.text
        let regions = client.get("/v1/regions")?.headers["etag"]
        fixture.publisher.publish(rotations: APIFixture.rotations(map: "Storm Point"))
        #expect(client.get("/v1/hash")?.text != hash)
        #expect(client.get("/v1/rotations")?.text.contains("Storm Point") == true)
        #expect(client.get("/v1/regions")?.headers["etag"] == regions)
    }

    @Test("the hash is SHA-256 of the rotations' body")
    func hash() throws {
        let fixture = try APIFixture()
        let client = fixture.client()
        let body = try #require(client.get("/v1/rotations")?.body)
        let expected = "\"hash\":\"\(SHA256Digest.hexadecimal(of: body))\""
        #expect(client.get("/v1/hash")?.text.contains(expected) == true)
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(SHA256Digest.hexadecimal(of: []) == empty)
    }
}
