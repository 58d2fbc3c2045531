import Core
import FoundationEssentials
import Testing

@testable import Appliance

@Suite("Whether a probe reached the internet")
struct ConnectivityProbeTests {
    private static let trace = "fl=1f2\nh=cloudflare.com\nip=192.0.2.7\nts=1795262400.1\nvisit_scheme=https\n"
    private static let login = "<!DOCTYPE html><html><title>Hotel Wi-Fi</title></html>"

    /// An answer to a probe, and whether it proves anything.
    struct Answer: Sendable, CustomTestStringConvertible {
        var url: String
        var status: Int
        var body = ""
        var type = "text/plain"
        var proves: Bool
        var testDescription: String { "\(url) \(status) \(body.prefix(20)) \(proves)" }
    }

    static let answers = [
        Answer(url: "http://a.example/cdn-cgi/trace", status: 200, body: trace, proves: true),
        Answer(url: "http://a.example/cdn-cgi/trace", status: 200, body: login, proves: false),
        Answer(url: "http://a.example/cdn-cgi/trace", status: 200, proves: false),
        Answer(url: "http://a.example/success.txt?ipv4", status: 200, body: "success\n", proves: true),
        Answer(
            url: "http://a.example/success.txt",
            status: 200,
            body: login,
            type: "text/html",
            proves: false
        ),
        Answer(url: "http://a.example/success.txt", status: 302, proves: false),
        Answer(url: "http://a.example/success.txt", status: 511, body: login, proves: false),
        Answer(url: "http://a.example/generate_204", status: 204, proves: true),
        Answer(url: "http://a.example/generate_204", status: 200, body: login, proves: false),
        Answer(url: "http://a.example/own", status: 200, body: "pong", proves: true),
        Answer(url: "http://a.example/own", status: 200, body: login, proves: false),
        Answer(url: "http://a.example/own", status: 200, body: "Log in", type: "text/html", proves: false),
        Answer(url: "http://a.example/own", status: 302, proves: false),
        Answer(url: "https://a.example/", status: 404, body: login, type: "text/html", proves: true),
    ]

    @Test("only what can have come from the place that was asked is proof", arguments: answers)
    func proof(answer: Answer) async {
        let reply = HTTPReply(
            status: answer.status,
            headers: ["content-type": answer.type],
            body: Data(answer.body.utf8)
        )
        let probe = ConnectivityProbe(urls: [answer.url], timeout: .seconds(1)) { _ in reply }
        #expect(await probe.run() == (answer.proves ? .online : .offline))
    }

    @Test("silence of all is no network, one good answer among captive ones is enough")
    func several() async {
        let urls = ["http://a.example/success.txt", "http://b.example/cdn-cgi/trace"]
        let silent = ConnectivityProbe(urls: urls, timeout: .seconds(1)) { request throws(HTTPFault) in
            throw .connection("refused")
        }
        #expect(await silent.run() == .offline)
        let mixed = ConnectivityProbe(urls: urls, timeout: .seconds(1)) { request throws(HTTPFault) in
            let body = request.url.contains("trace") ? Self.trace : Self.login
            return HTTPReply(status: 200, headers: [:], body: Data(body.utf8))
        }
        #expect(await mixed.run() == .online)
    }
}
