import Testing

@testable import Appliance
@testable import Serving

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

    private func ask(_ method: String, _ path: String, _ body: String? = nil, _ headers: String...)
        async throws
        -> RawClient.Answer
    {
        let fixture = try APIFixture(calls: ReplyTests.routes)
        return try #require(
            await fixture.patientClient().request(method, path, body: body, headers: headers)
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
