import Testing

@testable import Appliance
@testable import Serving
@testable import SystemSupport

@Suite("Answers of calls", .serialized)
struct ReplyTests {
    private static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0, 255]

    private static let routes = [
        Route(.get, "/picture", .anybody, .bare) { _ async throws(Problem) in
            var reply = Reply(picture, type: "image/png").tagged("public, max-age=60")
            reply.fields = [("X-Content-Type-Options", "nosniff")]
            return reply
        },
        Route(.put, "/picture", .anybody, .body(100)) { request async throws(Problem) in
            Reply(try request.body(of: "image/png", "image/jpeg"), type: "image/png").tagged("private")
        },
        Route(.get, "/rows", .anybody, .bare) { request async throws(Problem) in
            let count = try request.query.number("count", in: 0...100_000, default: 50)
            return Reply(rows(count)).tagged("no-cache")
        },
        Route(.get, "/untagged", .anybody, .bare) { _ async throws(Problem) in Reply(rows(50)) },
        Route(.get, "/kept", .anybody, .bare) { _ async throws(Problem) in
            Reply(kept: Snapshot(JSONBody.encode(rows(50)), type: JSONBody.type))
        },
        Route(.put, "/rows", .anybody, .bare) { _ async throws(Problem) in Reply(rows(50)) },
        Route(.get, "/over", .anybody, .bare) { _ async throws(Problem) in
            throw Problem(.gone, "this page was of last week; begin with the first one")
        },
        Route(.post, "/scores", .anybody, .body(100), fields: ["idempotency-key", "watchpost-signature"]) {
            request async throws(Problem) in
            guard let key = request.field("idempotency-key") else {
                throw Problem(.unprocessable, "send Idempotency-Key")
            }
            return Reply(["key": key, "signed": request.field("watchpost-signature") ?? "no"])
        },
    ]

    private static func rows(_ count: Int) -> [[String: String]] {
        Array(repeating: ["name": "Ola", "score": "9250"], count: count)
    }

    private func ask(_ method: String, _ path: String, _ body: String? = nil, _ headers: String...)
        async throws
        -> RawClient.Answer
    {
        let fixture = try APIFixture(calls: ReplyTests.routes)
        return try #require(
            await fixture.request(method, path, body: body, headers: headers)
        )
    }

    @Test("a call answers with any media type, further fields and a tag")
    func types() async throws {
        let answer = try await ask("GET", "/picture")
        #expect(answer.status == 200 && answer.body == ReplyTests.picture)
        #expect(answer.headers["content-type"] == "image/png")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["cache-control"] == "public, max-age=60")
        #expect(answer.headers["etag"]?.count == 34)
        let head = try await ask("HEAD", "/picture")
        #expect(head.status == 200 && head.headers["content-length"] == "6" && head.body.isEmpty)
    }

    @Test("whoever has the bytes is told so, in every form of If-None-Match, and only when reading")
    func unchanged() async throws {
        let tag = try #require(try await ask("GET", "/picture").headers["etag"])
        for line in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let answer = try await ask("GET", "/picture", nil, "If-None-Match: \(line)")
            #expect(answer.status == 304 && answer.body.isEmpty, "\(line)")
            #expect(answer.headers["etag"] == tag && answer.headers["content-type"] == nil)
            #expect(answer.headers["cache-control"] == "public, max-age=60")
        }
        #expect(try await ask("GET", "/picture", nil, "If-None-Match: \"x\"").status == 200)
        let put = try await ask("PUT", "/picture", "abc", "Content-Type: image/jpeg", "If-None-Match: *")
        #expect(put.status == 200 && put.text == "abc")
        #expect(try await ask("GET", "/over", nil, "If-None-Match: *").status == 410)
    }

    @Test(
        "JSON that is read goes out compressed to who takes it, with a tag of its own, kept or not",
        arguments: ["/rows", "/kept"]
    )
    func compressed(path: String) async throws {
        let takes = "Accept-Encoding: br, gzip"
        let (plain, gzip) = (try await ask("GET", path), try await ask("GET", path, nil, takes))
        for answer in [plain, gzip] {
            #expect(answer.status == 200 && answer.headers["vary"] == "Accept-Encoding")
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.headers["cache-control"] == "no-cache")
        }
        #expect(plain.headers["content-encoding"] == nil && gzip.headers["content-encoding"] == "gzip")
        #expect(gzip.body == Gzip.compress(plain.body) && gzip.body.count < plain.body.count)
        let tag = try #require(plain.headers["etag"])
        let other = try #require(gzip.headers["etag"])
        #expect(other == "\(tag.dropLast())-gz\"")
        for (known, status) in [(tag, 304), (other, 200)] {
            #expect(try await ask("GET", path, nil, "If-None-Match: \(known)").status == status)
        }
        for (known, status) in [(tag, 200), (other, 304)] {
            let answer = try await ask("GET", path, nil, takes, "If-None-Match: \(known)")
            #expect(answer.status == status && answer.headers["etag"] == other)
            #expect(answer.headers["vary"] == "Accept-Encoding")
        }
        let head = try await ask("HEAD", path, nil, takes)
        #expect(head.headers["content-length"] == String(gzip.body.count) && head.headers["etag"] == other)
    }

    @Test(
        "what gains little, or takes long, goes out as it is, and so do pictures and what a change answers",
        arguments: [
            ("GET", "/rows?count=3"), ("GET", "/rows?count=20000"), ("GET", "/picture"), ("PUT", "/rows"),
        ]
    )
    func uncompressed(method: String, path: String) async throws {
        let answer = try await ask(method, path, nil, "Accept-Encoding: gzip")
        #expect(answer.status == 200)
        #expect(answer.headers["content-encoding"] == nil && answer.headers["vary"] == nil)
    }

    @Test("an answer that nobody keeps is compressed as well, and has no tag")
    func untagged() async throws {
        let answer = try await ask("GET", "/untagged", nil, "Accept-Encoding: gzip")
        #expect(answer.status == 200 && answer.headers["content-encoding"] == "gzip")
        #expect(answer.headers["etag"] == nil && answer.headers["cache-control"] == "no-store")
    }

    @Test("a body of another type is refused with those that are taken")
    func refused() async throws {
        let answer = try await ask("PUT", "/picture", "abc", "Content-Type: text/plain")
        #expect(answer.status == 415)
        #expect(answer.text.contains("image/png or image/jpeg"))
    }

    @Test("what is over is 410, what does not fit 422, with types of their own")
    func kinds() async throws {
        let over = try await ask("GET", "/over")
        #expect(over.status == 410 && over.json["type"] as? String == "/problems/gone")
        let unfit = try await ask("POST", "/scores", "{}")
        #expect(unfit.status == 422 && unfit.json["type"] as? String == "/problems/unprocessable-content")
        for kind in Problem.Kind.allCases {
            #expect((400...599).contains(kind.status) && !kind.title.isEmpty)
        }
        #expect(Set(Problem.Kind.allCases.map(\.status)).count == Problem.Kind.allCases.count)
    }

    @Test("a route gets the fields that it names, once each")
    func fields() async throws {
        let both = try await ask("POST", "/scores", "{}", "IDEMPOTENCY-key: 7 a", "Watchpost-Signature: v=1")
        #expect(both.json["key"] as? String == "7 a" && both.json["signed"] as? String == "v=1")
        #expect(
            try await ask("POST", "/scores", "{}", "Idempotency-Key: 1").json["signed"] as? String == "no"
        )
        let twice = try await ask("POST", "/scores", "{}", "Idempotency-Key: 1", "idempotency-key: 1")
        #expect(twice.status == 400 && twice.text.contains("twice"))
        #expect(try await ask("POST", "/scores", "{}", "Idempotency-Key: \u{FF}é").status == 200)
    }
}
