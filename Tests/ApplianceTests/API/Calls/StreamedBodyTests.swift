import Core
import TestSupport
import Testing

@testable import Serving
@testable import SystemSupport

@Suite("The pieces of a streamed body as a value")
struct BodyPiecesTests {
    private func supply(_ pieces: inout BodyPieces, _ size: Int) -> (BodyPieces.Supply, String) {
        var bytes = [UInt8](repeating: 0, count: size)
        let supply = bytes.withUnsafeMutableBytes { pieces.supply($0) }
        guard case .bytes(let count) = supply else { return (supply, "") }
        return (supply, String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    private func begins(_ pieces: inout BodyPieces) -> Bool { pieces.begins() }

    @Test("two pieces are made ahead and no third one before the first is taken")
    func ahead() {
        var pieces = BodyPieces()
        #expect(supply(&pieces, 2).0 == .sleep)
        var begun = [begins(&pieces), begins(&pieces)]
        pieces.add(Array("abc".utf8))
        begun.append(begins(&pieces))
        pieces.add(Array("d".utf8))
        begun.append(begins(&pieces))
        #expect(begun == [true, false, true, false])
        #expect(supply(&pieces, 2) == (.bytes(2), "ab"))
        #expect(!begins(&pieces))
        #expect(supply(&pieces, 2) == (.bytes(1), "c"))
        #expect(begins(&pieces))
        pieces.add(nil)
        #expect(!begins(&pieces))
        #expect(supply(&pieces, 2) == (.bytes(1), "d"))
        #expect(supply(&pieces, 2).0 == .end)
    }

    @Test("an empty piece is none, and another one is asked for")
    func empty() {
        var pieces = BodyPieces()
        #expect(begins(&pieces))
        pieces.add([])
        #expect(!pieces.isReady)
        #expect(supply(&pieces, 9).0 == .sleep)
        #expect(begins(&pieces))
    }

    @Test("what is broken off never ends as if it were whole, and takes nothing more")
    func broken() {
        var pieces = BodyPieces()
        #expect(begins(&pieces))
        pieces.add([0x61])
        pieces.breakOff()
        #expect(supply(&pieces, 9).0 == .broken)
        pieces.add([0x62])
        pieces.add(nil)
        #expect(!begins(&pieces))
        #expect(supply(&pieces, 9).0 == .broken)
    }

    @Test("what was sent to its end stays whole")
    func whole() {
        var pieces = BodyPieces()
        pieces.add(nil)
        pieces.breakOff()
        #expect(supply(&pieces, 9).0 == .end)
    }
}

@Suite("Streamed bodies over the wire", .serialized)
struct StreamedBodyTests {
    /// What a source did, and whether it was let go.
    private final class Source: Sendable {
        struct State {
            var made = 0
            var isGone = false
        }

        let state = Locked(State())
        let most: Int
        let size: Int

        init(most: Int, size: Int) {
            (self.most, self.size) = (most, size)
        }

        var made: Int { state.withLock { $0.made } }
        var isGone: Bool { state.withLock { $0.isGone } }

        /// Says when nobody holds it any more.
        final class Place: Sendable {
            let source: Source

            init(_ source: Source) { self.source = source }

            deinit { source.state.withLock { $0.isGone = true } }
        }

        /// Its route; the last piece is told apart from the others.
        func route(_ path: String = "/v1/long", fails: Bool = false) -> Route {
            Route(.get, path, .anybody, .bare) { [self] _ in
                let place = Place(self)
                let (most, size) = (most, size)
                let body = StreamedBody { () async throws(Problem) in
                    let number = place.source.state.withLock { state in
                        state.made += 1
                        return state.made
                    }
                    if number > most {
                        if fails { throw Problem(.internalError, "the disk is gone") }
                        return nil
                    }
                    if number.isMultiple(of: 3) { return [] }
                    return [UInt8](repeating: UInt8(ascii: "a") + UInt8(number % 26), count: size)
                }
                return Reply(streamed: body, type: "text/plain")
            }
        }
    }

    private func fixture(_ routes: [Route], answerTime: Duration = .seconds(300)) throws -> APIFixture {
        try APIFixture(calls: routes) { $0.answerTime = answerTime }
    }

    @Test("pieces of any size arrive in their order, and the connection goes on")
    func whole() async throws {
        let source = Source(most: 40, size: 50_000)
        let fixture = try fixture([source.route()])
        let client = try fixture.client()
        let answer = try #require(await client.get("/v1/long"))
        #expect(answer.status == 200 && answer.headers["content-type"] == "text/plain")
        #expect(
            answer.headers["transfer-encoding"] == "chunked" && answer.headers["cache-control"] == "no-store"
        )
        let wanted = (1...40).filter { !$0.isMultiple(of: 3) }
            .flatMap { [UInt8](repeating: UInt8(97 + $0 % 26), count: 50_000) }
        #expect(await client.chunks() == wanted)
        #expect(await client.get("/v1/hash")?.status == 200)
        #expect(await becomesTrue { source.isGone })
    }

    @Test("HEAD makes nothing and holds nothing")
    func head() async throws {
        let source = Source(most: 40, size: 10)
        let fixture = try fixture([source.route()])
        let client = try fixture.client()
        #expect(await client.get("/v1/long", method: "HEAD")?.status == 200)
        // Its end says where it ends: 0.9.75 of the library sent the last chunk of a body that it does not send.
        #expect(await client.isClosed())
        #expect(await becomesTrue { source.isGone })
        #expect(source.made == 0)
    }

    @Test("who asks by HTTP/1.0 could not tell a part from the whole, and is refused")
    func old() async throws {
        let source = Source(most: 40, size: 10)
        let fixture = try fixture([source.route()])
        let client = try fixture.client()
        await client.send("GET /v1/long HTTP/1.0\r\nHost: localhost\r\n\r\n")
        #expect(await client.answer()?.status == 400)
        #expect(await becomesTrue { source.isGone })
        #expect(source.made == 0)
    }

    @Test("a source that fails cuts the connection, so that nobody takes a part for the whole")
    func failing() async throws {
        let source = Source(most: 5, size: 10)
        let fixture = try fixture([source.route(fails: true)])
        let client = try fixture.client()
        #expect(await client.get("/v1/long")?.status == 200)
        #expect(await client.chunks() == nil)
        #expect(await client.isClosed())
        #expect(await becomesTrue { source.isGone })
    }

    @Test("whoever reads nothing is made few pieces, and whoever leaves no more")
    func slow() async throws {
        let source = Source(most: 100_000, size: 100_000)
        // Made by the same thread, as many pieces as would be too many of the other.
        let whole = Source(most: 1_000, size: 1)
        let fixture = try fixture([source.route(), whole.route("/v1/whole")])
        var client: RawClient? = try fixture.client()
        #expect(await client?.get("/v1/long")?.status == 200)
        let other = try fixture.client()
        #expect(await other.get("/v1/whole")?.status == 200)
        #expect(await other.chunks()?.count == 667)
        // What the system keeps of a connection, and two pieces.
        #expect(source.made < 200)
        client = nil
        #expect(await becomesTrue { source.isGone })
        #expect(source.made < 200)
        #expect(await other.get("/v1/hash")?.status == 200)
    }

    @Test("one whose time is up while nothing moves is cut")
    func late() async throws {
        // Where the machine stands still, the time may be up before the answer has begun: then another one is asked for.
        for _ in 0..<Patience.seconds {
            let source = Source(most: 100_000, size: 100_000)
            let fixture = try fixture([source.route()], answerTime: .seconds(1))
            let client = try fixture.client()
            guard let status = await client.get("/v1/long")?.status else { continue }
            #expect(status == 200)
            #expect(await becomesTrue { source.isGone })
            return withExtendedLifetime((fixture, client)) {}
        }
        Issue.record("no answer ever began")
    }

    @Test("stopping cuts those under way, asleep or not, again and again")
    func stopping() async throws {
        for _ in 0..<TestEffort.rounds(2) {
            let source = Source(most: 1_000_000, size: 1_000)
            let asleep = Route(.get, "/v1/asleep", .anybody, .bare) { _ in
                let body = StreamedBody { () async throws(Problem) in
                    try? await Task.sleep(for: .milliseconds(50))  // Nobody cancels it.
                    return []
                }
                return Reply(streamed: body, type: "text/plain")
            }
            let fixture = try fixture([source.route(), asleep])
            let readers = try (0..<4).map { _ in try fixture.client() }
            for (number, reader) in readers.enumerated() {
                let path = number.isMultiple(of: 2) ? "/v1/long" : "/v1/asleep"
                #expect(await reader.get(path)?.status == 200)
            }
            let server = fixture.server
            #expect(await BlockingCall.returns { server.stop() })
            for reader in readers { #expect(await reader.isClosed()) }
            #expect(await becomesTrue { source.isGone })
        }
    }
}
