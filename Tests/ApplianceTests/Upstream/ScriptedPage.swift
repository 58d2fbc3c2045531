import Core
@testable import SystemSupport
import FoundationEssentials
import WatchpostModel

@testable import Appliance

/// A status page that answers from a script, and notes what it was asked: no sockets, no waiting.
final class ScriptedPage: Sendable {
    private struct Script {
        var status = 200
        var body = ""
        var headers: [String: String] = [:]
        var failure: HTTPFault?
        var asked: [HTTPRequest] = []
        var now = Duration.seconds(1_000)
        var faults: [String?] = []
        var told: [String] = []
    }

    private let script = Locked(Script())

    var asked: [HTTPRequest] { script.withLock { $0.asked } }
    /// What the panel was told, oldest first; nil: that it is over.
    var faults: [String?] { script.withLock { $0.faults } }
    var told: [String] { script.withLock { $0.told } }

    func pass(_ duration: Duration) {
        script.withLock { $0.now += duration }
    }

    func answer(_ status: Int, _ body: String, headers: [String: String] = [:]) {
        script.withLock { ($0.status, $0.body, $0.headers, $0.failure) = (status, body, headers, nil) }
    }

    func fail(_ fault: HTTPFault) {
        script.withLock { $0.failure = fault }
    }

    /// Rows as the page lists them.
    func list(_ rows: String...) {
        answer(200, #"{"data":{"Realms":[\#(rows.joined(separator: ","))]}}"#)
    }

    static func row(_ name: String, slug: String, online: Bool = true, more: String = "") -> String {
        #"{"name":"\#(name)","slug":"\#(slug)","locale":"en-US","timezone":"CDT","online":\#(online),"#
            + #""category":"United States","type":{"id":"2","name":"PvP","slug":"pvp","enum":"PVP"},"#
            + #""population":\#(online ? #"{"id":"3","slug":"high","enum":"HIGH"}"# : "null")\#(more)}"#
    }

    /// Sources of these regions that share what the real ones share.
    func sources(_ regions: Region...) throws -> [any RealmSource] {
        let configuration = try ConfigurationFixture.parse(
            "[realms]\nregions = [\(regions.map { "\"\($0.rawValue)\"" }.joined(separator: ","))]"
        )
        let clock = SystemClock { [script] in
            // Each look lets ten seconds pass, so that nobody waits for a turn.
            script.withLock { script in
                script.now += .seconds(10)
                return Moment(wall: nil, monotonic: script.now)
            }
        }
        let tools = UpstreamTools(
            send: { [script] request async throws(HTTPFault) in
                let (fault, reply) = script.withLock { script in
                    script.asked.append(request)
                    return (
                        script.failure,
                        HTTPReply(
                            status: script.status,
                            headers: script.headers,
                            body: Data(script.body.utf8)
                        )
                    )
                }
                if let fault { throw fault }
                return reply
            },
            clock: clock,
            error: { [script] words in script.withLock { $0.told.append(words) } },
            notice: { [script] words in script.withLock { $0.told.append(words) } },
            fault: { [script] code, words in
                script.withLock { $0.faults.append(words.map { "\(code) \($0)" }) }
            }
        )
        return RealmUpstreams.sources(configuration, tools)
    }
}
