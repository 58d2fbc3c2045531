import Foundation
import TestSupport
import Testing

@testable import Appliance
@testable import SystemSupport

@Suite("Snapshots", .serialized)
struct SnapshotTests {
    @Test("an answer has a strong tag, may be read by any page and must be asked for again")
    func headers() async throws {
        let fixture = try APIFixture()
        let answer = try #require(await fixture.get("/v1/hash"))
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
    func ifNoneMatch(pattern: String, status: Int) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        let tag = try #require(await client.get("/v1/hash")?.headers["etag"])
        let line = pattern.replacingOccurrences(of: "TAG", with: tag)
        let answer = try #require(await client.get("/v1/hash", headers: ["If-None-Match: \(line)"]))
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
    func acceptEncoding(value: String, isCompressed: Bool) async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        let plain = try #require(await client.get("/v1/regions/eu/realms"))
        let answer = try #require(
            await client.get("/v1/regions/eu/realms", headers: ["Accept-Encoding: \(value)"])
        )
        #expect((answer.headers["content-encoding"] == "gzip") == isCompressed)
        #expect(answer.headers["vary"] == "Accept-Encoding")
        #expect(plain.headers["vary"] == "Accept-Encoding")
        #expect((answer.headers["etag"] != plain.headers["etag"]) == isCompressed)
        #expect((answer.body.count < plain.body.count) == isCompressed)
    }

    @Test("each variant has its own 304")
    func variants() async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        let path = "/v1/regions/eu/realms"
        let gzip = try #require(await client.get(path, headers: ["Accept-Encoding: gzip"])?.headers["etag"])
        let both = ["Accept-Encoding: gzip", "If-None-Match: \(gzip)"]
        #expect(await client.get(path, headers: both)?.status == 304)
        #expect(await client.get(path, headers: ["If-None-Match: \(gzip)"])?.status == 200)
    }

    @Test("curl unpacks what it gets")
    func curl() async throws {
        let fixture = try APIFixture()
        let path = "/v1/regions/eu/realms"
        let plain = try #require(await fixture.get(path))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments = ["-sS", "--compressed", "http://127.0.0.1:\(fixture.port)\(path)"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.fileDescriptor
        let body = await BlockingCall.run { FileHandle(fileDescriptor: output).readDataToEndOfFile() }
        #expect(await becomesTrue { !process.isRunning })
        #expect(process.terminationStatus == 0)
        #expect(Array(body) == plain.body)
    }

    @Test("HEAD has the headers of GET and no body")
    func head() async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        let get = try #require(await client.get("/v1/regions"))
        let head = try #require(await client.get("/v1/regions", method: "HEAD"))
        #expect(head.headers["content-length"] == get.headers["content-length"])
        #expect(head.headers["etag"] == get.headers["etag"])
        #expect(await client.get("/v1/regions")?.status == 200, "the connection is still in step")
    }

    @Test("a connection serves many requests, also pipelined ones")
    func keepAlive() async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        await client.send(String(repeating: "GET /v1/hash HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 50))
        for _ in 0..<50 { #expect(await client.answer()?.status == 200) }
    }

    @Test("a new publication changes body and tag at once, and only of its part")
    func publication() async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        let hash = await client.get("/v1/hash")?.text
        let regions = await client.get("/v1/regions")?.headers["etag"]
        fixture.publisher.publish(rotations: try APIFixture.rotations(map: "Storm Point"))
        #expect(await client.get("/v1/hash")?.text != hash)
        #expect(await client.get("/v1/rotations")?.text.contains("Storm Point") == true)
        #expect(await client.get("/v1/regions")?.headers["etag"] == regions)
    }

    @Test("the hash is SHA-256 of the rotations' body")
    func hash() async throws {
        let fixture = try APIFixture()
        let client = try fixture.client()
        let body = try #require(await client.get("/v1/rotations")?.body)
        let expected = "\"hash\":\"\(SHA256Digest.hexadecimal(of: body))\""
        #expect(await client.get("/v1/hash")?.text.contains(expected) == true)
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(SHA256Digest.hexadecimal(of: []) == empty)
    }
}
