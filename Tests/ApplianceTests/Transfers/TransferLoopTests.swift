import CCurl
import Core
import FoundationEssentials
import Testing
import TestSupport

@testable import Transfers

@Suite(
    "The loop of transfers",
    .enabled(if: PythonProgram.isInstalled, "make unit says where Python is"),
    .timeLimit(.minutes(Patience.hungMinutes))
)
struct TransferLoopTests {
    private let server: TransferServer

    init() async throws {
        server = try await TransferServer()
    }

    @Test("a transfer that is cancelled ends, its connection goes, and its place is the next one's")
    func cancelled() async throws {
        let loop = TransferServer.loop(connections: 1)
        let hanging = Task { await loop.send(server.request("/hang")) }
        #expect(try await server.becomes { $0.asked["/hang"] == 1 })
        // The only connection is taken: this one waits inside libcurl.
        let next = Task { await loop.send(server.request("/echo")) }
        let third = Task { await loop.send(server.request("/echo")) }
        third.cancel()
        let waited = await third.value
        #expect(waited.cause == .cancelled && !waited.wasSent)
        #expect(try await server.state().asked["/echo"] == nil)
        hanging.cancel()
        let hung = await hanging.value
        #expect(hung.cause == .cancelled && hung.wasSent)
        let end = await next.value
        #expect(end.cause == .complete)
        #expect(end.status == 200)
        #expect(try await server.becomes { $0.gone["/hang"] == 1 })
        #expect(try await server.state().asked["/echo"] == 1)
        loop.close()
    }

    @Test("who had given up before asking is not sent for")
    func cancelledBefore() async throws {
        let loop = TransferServer.loop()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await loop.send(server.request("/hang"))
        }
        task.cancel()
        #expect(await task.value.cause == .cancelled)
        #expect(await loop.send(server.request("/echo")).status == 200)
        #expect(try await server.state().asked["/hang"] == nil)
        loop.close()
    }

    /// The server would send for ever.
    @Test("a body over its bound ends the transfer at once, and what is within the bound stays")
    func longBody() async throws {
        let loop = TransferServer.loop()
        let end = await loop.send(server.request("/endless", bodyLimit: 100_000))
        #expect(end.cause == .bodyTooLong)
        #expect(end.status == 200)
        #expect(end.body.count == 100_000)
        #expect(try await server.becomes { $0.gone["/endless"] == 1 })
        loop.close()
    }

    @Test(
        "a body is measured after decompression, and exactly its bound is allowed",
        arguments: ["/body", "/gzip"],
        [99_999, 100_000, 100_001, 50_000_000]
    )
    func bounds(path: String, size: Int) async throws {
        let loop = TransferServer.loop()
        let end = await loop.send(server.request("\(path)/\(size)", bodyLimit: 100_000))
        #expect(end.cause == (size <= 100_000 ? .complete : .bodyTooLong))
        #expect(end.body == Data(repeating: 0, count: min(size, 100_000)))
        loop.close()
    }

    @Test(
        "a sink takes an answer of any length as it comes, until it wants no more; refusals are kept as ever"
    )
    func sink() async throws {
        let loop = TransferServer.loop()
        let taken = Locked(0)
        var request = server.request("/body/50000000", bodyLimit: 1_000)
        request.sink = { bytes in
            taken.withLock { $0 += bytes.count }
            return true
        }
        let end = await loop.send(request)
        #expect(end.cause == .complete && end.body.isEmpty && taken.withLock { $0 } == 50_000_000)
        request.url = server.address + "/endless"
        request.sink = { _ in
            taken.withLock { count in
                count += 1
                return count < 50_000_010
            }
        }
        #expect(await loop.send(request).cause == .failed(CURLE_WRITE_ERROR))
        #expect(taken.withLock { $0 } == 50_000_010)
        request.url = server.address + "/nothing-here"
        let refused = await loop.send(request)
        #expect(refused.status != 200 && taken.withLock { $0 } == 50_000_010)
        #expect(await loop.send(server.request("/echo")).body.isEmpty == false, "the next one has none")
        loop.close()
    }

    /// The last two look like the beginnings of further answers.
    @Test(
        "header fields over their bound end the transfer at once",
        arguments: ["/endless-head", "/endless-status-like", "/endless-interim"]
    )
    func longHead(path: String) async throws {
        let loop = TransferServer.loop()
        let end = await loop.send(server.request(path))
        #expect(end.cause == .headTooLong)
        #expect(end.head.count <= 10_000)
        #expect(try await server.becomes { $0.gone[path] == 1 })
        loop.close()
    }

    @Test("interim answers come before the one that counts, and not without end", arguments: [0, 1, 16, 17])
    func interim(count: Int) async throws {
        let loop = TransferServer.loop()
        let end = await loop.send(server.request("/interim/\(count)"))
        #expect(end.cause == (count <= AnswerHead.mostInterim ? .complete : .tooManyInterim))
        if end.cause == .complete {
            #expect(end.status == 200)
            let head = String(decoding: end.head, as: UTF8.self)
            #expect(head.hasPrefix("HTTP/1.1 200") && !head.contains("X-Interim"))
        }
        loop.close()
    }

    @Test("closing ends everything in flight with that reason, and nothing begins afterwards")
    func closed() async throws {
        let loop = TransferServer.loop()
        let hole = TransferRequest(url: server.hole, timeout: .seconds(300), bodyLimit: 1_000)
        let unsent = Task { await loop.send(hole) }
        let tasks = (0..<5).map { _ in Task { await loop.send(server.request("/hang")) } }
        #expect(try await server.becomes { $0.asked["/hang"] == 5 })
        loop.close()
        for task in tasks {
            let end = await task.value
            #expect(end.cause == .closed && end.wasSent)
            #expect(end.words == "the program is ending")
        }
        let end = await unsent.value
        #expect(end.cause == .closed && !end.wasSent)
        #expect(try await server.becomes { $0.gone["/hang"] == 5 })
        #expect(await loop.send(server.request("/echo")).cause == .closed)
        loop.close()
        #expect(try await server.state().asked["/echo"] == nil)
    }

    @Test("what is on its way may go on for as long as the grace lasts")
    func grace() async throws {
        let loop = TransferServer.loop(grace: .seconds(250))
        let task = Task { await loop.send(server.request("/gate")) }
        #expect(try await server.becomes { $0.asked["/gate"] == 1 })
        loop.close()
        #expect(await loop.send(server.request("/echo")).cause == .closed)
        #expect(await server.open())
        let end = await task.value
        #expect(end.cause == .complete)
        #expect(end.body == Data("open".utf8))
    }

    @Test("peers that say nothing delay nobody else, whether they take the connection or not")
    func blackHoles() async throws {
        let loop = TransferServer.loop()
        let hole = TransferRequest(url: server.hole, timeout: .seconds(300), bodyLimit: 1_000)
        let silent = (0..<20).map { number in
            let request = number < 10 ? hole : server.request("/hang")
            return Task { await loop.send(request) }
        }
        #expect(try await server.becomes { $0.asked["/hang"] == 10 })
        for _ in 0..<50 { #expect(await loop.send(server.request("/echo")).cause == .complete) }
        for task in silent { task.cancel() }
        for task in silent { #expect(await task.value.cause == .cancelled) }
        loop.close()
    }

    @Test("each time limit is a transfer's own")
    func timeouts() async throws {
        let loop = TransferServer.loop()
        let patient = Task { await loop.send(server.request("/hang")) }
        // A machine that stands still may use a limit up before anything is sent: then a longer one is tried.
        var (limit, wasSent) = (Duration.milliseconds(100), false)
        while !wasSent, limit < .seconds(300) {
            let short = await loop.send(server.request("/hang", timeout: limit))
            #expect(short.cause == .failed(CURLE_OPERATION_TIMEDOUT))
            (limit, wasSent) = (limit * 2, short.wasSent)
        }
        #expect(wasSent)
        var unreached = TransferRequest(url: server.hole, timeout: .seconds(300), bodyLimit: 1_000)
        unreached.connectTimeout = .milliseconds(100)
        let end = await loop.send(unreached)
        #expect(end.cause == .failed(CURLE_OPERATION_TIMEDOUT))
        #expect(!end.wasSent)
        #expect(try await server.state().gone["/hang", default: 0] <= 1)
        patient.cancel()
        #expect(await patient.value.cause == .cancelled)
        loop.close()
    }
}
