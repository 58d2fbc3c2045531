import Core
import FoundationEssentials
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

/// A Game Data API that answers from a script, and notes what it was asked: no sockets, no waiting.
final class ScriptedAPI: Sendable {
    /// An answer to requests whose address contains `part`.
    struct Rule: Sendable {
        var part: String
        var reply: @Sendable (HTTPRequest) -> HTTPReply
    }

    private struct Script {
        var rules: [Rule] = []
        var asked: [String] = []
        var now = Duration.seconds(1_000)
    }

    private let script = Locked(Script())

    /// What was asked since the last look, as `search 1`, `search 2 if "tag"`, `index`, `11`.
    func asked() -> [String] {
        script.withLock { script in
            defer { script.asked = [] }
            return script.asked
        }
    }

    func pass(_ duration: Duration) {
        script.withLock { $0.now += duration }
    }

    /// Answers whatever contains `part` with this from now on; the newest rule that fits counts.
    func answer(_ part: String, _ reply: @escaping @Sendable (HTTPRequest) -> HTTPReply) {
        script.withLock { $0.rules.insert(Rule(part: part, reply: reply), at: 0) }
    }

    func answer(_ part: String, status: Int, _ body: String = "", headers: [String: String] = [:]) {
        let reply = HTTPReply(status: status, headers: headers, body: Data(body.utf8))
        answer(part) { _ in reply }
    }

    /// The pages of a search, each with its entity tag, or none; a condition that names it is answered with 304.
    ///
    /// `headers`: what the answers of each page have besides.
    func answerPages(_ pages: [(tag: String?, rows: [String])], headers: [[String: String]] = []) {
        for (index, page) in pages.enumerated() {
            let body =
                #"{"page":\#(index + 1),"pageCount":\#(pages.count),"results":[\#(page.rows.joined(separator: ","))]}"#
            let more = headers.indices.contains(index) ? headers[index] : [:]
            answer("_page=\(index + 1)&") { request in
                let condition = request.headers.first { $0.name == "If-None-Match" }?.value
                if let condition, condition == page.tag {
                    return HTTPReply(status: 304, headers: more, body: Data())
                }
                let tag = page.tag.map { ["etag": $0] } ?? [:]
                let headers = more.merging(tag) { first, _ in first }
                return HTTPReply(status: 200, headers: headers, body: Data(body.utf8))
            }
        }
    }

    func source() -> BattleNetSource {
        answer("token", status: 200, #"{"access_token":"USx","token_type":"bearer","expires_in":86399}"#)
        let clock = SystemClock { [script] in
            Moment(wall: nil, monotonic: script.withLock { $0.now })
        }
        let budget = SharedBudget(
            RequestBudget(perHour: 36_000, now: .zero),
            sources: 1,
            now: { [script] in
                // Each look lets a tenth of a second pass, so that nobody waits for the budget.
                script.withLock { script in
                    script.now += .milliseconds(100)
                    return script.now
                }
            }
        )
        let send: @Sendable (HTTPRequest) async throws(HTTPFault) -> HTTPReply = {
            [script] request async throws(HTTPFault) in
            let rule = script.withLock { script in
                script.asked.append(ScriptedAPI.short(request))
                return script.rules.first { request.url.contains($0.part) }
            }
            guard let rule else { throw .connection("nobody answers") }
            return rule.reply(request)
        }
        return BattleNetSource(
            place: BattleNetPlace(
                source: RealmFeed(region: .us, flavour: .retail),
                apiURL: "https://us.example",
                namespace: "dynamic-us",
                issuer: TokenIssuer(
                    url: "https://oauth.example/token",
                    clientID: "id",
                    secret: Secret("secret")
                ),
                timeout: .seconds(1)
            ),
            access: BattleNetAccess(
                send: send,
                tokens: AccessTokens(budget: budget, clock: clock, timeout: .seconds(1), send: send),
                budget: budget,
                clock: clock
            )
        )
    }

    /// A row of the search, or a group's own document.
    static func group(_ number: Int, status: String = "UP", more: String = "") -> String {
        #"{"id":\#(number),"has_queue":false,"status":{"type":"\#(status)"},"population":{"type":"LOW"},"#
            + #""realms":[{"slug":"r\#(number)","name":"R \#(number)"\#(more)}]}"#
    }

    static func row(_ number: Int, status: String = "UP", more: String = "") -> String {
        #"{"key":{"href":"https://us.example/data/wow/connected-realm/\#(number)?namespace=dynamic-us"},"#
            + #""data":\#(group(number, status: status, more: more))}"#
    }

    private static func short(_ request: HTTPRequest) -> String {
        let condition = request.headers.first { $0.name.hasPrefix("If-") }.map { " if \($0.value)" } ?? ""
        if request.url.contains("/token") { return "token" }
        if let page = request.url.split(separator: "_page=").dropFirst().first {
            return "search \(page.prefix { $0.isNumber })\(condition)"
        }
        return String(request.url.split(separator: "/").last?.prefix { $0 != "?" } ?? "") + condition
    }
}
