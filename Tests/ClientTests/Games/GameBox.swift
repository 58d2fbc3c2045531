import Foundation
import WatchpostClient
import WatchpostModel

/// What stands at the address of a game: installations, results by their keys, and what is said instead.
final class GameBox: Sendable {
    struct State: Sendable {
        /// Which appliance it is.
        var appliance: Character = "a"
        /// Secrets by the id of their installation, at each.
        var installs: [Character: [String: String]] = [:]
        var results: [Character: [ResultBatchBody.Entry]] = [:]
        /// Nobody answers.
        var isCut = false
        /// What is said once to the next requests of a method and path.
        var says: [String: [HTTPReply]] = [:]
        var asked: [HTTPRequest] = []
        var date = "Wed, 25 Nov 2026 12:00:00 GMT"
    }

    private let box = LockedBox(State())

    var state: State { box.value }

    func set(_ change: (inout State) -> Void) { box.change(change) }

    /// `POST /v1/games/snake/results` and so on, but who it is.
    var asked: [String] {
        state.asked.filter { $0.path != "/v1/about" }.map { "\($0.method) \(GameBox.general($0.path))" }
    }

    private static func general(_ path: String) -> String {
        path.hasPrefix("/v1/games/snake/installs/") ? "/v1/games/snake/installs/ID" : path
    }

    func answer(_ request: HTTPRequest) -> Result<HTTPReply, WatchpostError>? {
        var reply: HTTPReply?
        box.change { state in
            state.asked.append(request)
            guard !state.isCut else { return }
            let line = "\(request.method) \(GameBox.general(request.path))"
            if var answers = state.says[line], !answers.isEmpty {
                reply = answers.removeFirst()
                state.says[line] = answers
            } else {
                reply = GameBox.usual(request, &state)
            }
            reply?.headers["date"] = state.date
        }
        guard let reply else { return .failure(.unreachable("cut")) }
        return .success(reply)
    }

    private static func usual(_ request: HTTPRequest, _ state: inout State) -> HTTPReply {
        if request.path == "/v1/about" { return ScriptedTransport.about(state.appliance) }
        if request.path.hasPrefix("/v1/games/snake/boards/") { return page }
        let parts = (request.bearer ?? ".").split(separator: ".").map { String($0) }
        guard parts.count == 2 else { return ScriptedTransport.problem(401, "unknown-device") }
        if general(request.path) == "/v1/games/snake/installs/ID" {
            let known = state.installs[state.appliance]?[parts[0]]
            guard known == nil || known == parts[1] else {
                return ScriptedTransport.problem(401, "wrong-secret")
            }
            state.installs[state.appliance, default: [:]][parts[0]] = parts[1]
            return ScriptedTransport.json("{\"game\":\"snake\",\"player\":\(player(parts[0]))}")
        }
        guard state.installs[state.appliance]?[parts[0]] == parts[1] else {
            return ScriptedTransport.problem(401, "unknown-device")
        }
        guard request.path == "/v1/games/snake/results" else {
            return ScriptedTransport.json(player(parts[0]))
        }
        return take(request, &state)
    }

    private static func take(_ request: HTTPRequest, _ state: inout State) -> HTTPReply {
        guard let body = request.body,
            let sent = try? JSONDecoder().decode(ResultBatchBody.self, from: body).results
        else { return ScriptedTransport.problem(400, nil) }
        let known = Set((state.results[state.appliance] ?? []).map(\.key))
        state.results[state.appliance, default: []] += sent.filter {
            !known.contains($0.key) && $0.score >= 0
        }
        return ResultSample.reply(
            sent.map { entry in
                let result = GameResult(key: entry.key, board: entry.board, score: entry.score)
                let status = entry.score < 0 ? 422 : known.contains(entry.key) ? 200 : 201
                return (result, status, status == 422 ? "result-refused" : nil)
            }
        )
    }

    /// A player whose code is the beginning of the installation's id.
    static func player(_ install: String) -> String {
        """
        {"code":"\(install.prefix(10))","guest":true,"name":"Ola","notices":{"accepted":true,"answered":true,
        "behind":true,"challenged":true,"decided":true,"invited":true,"passed":false},"recoveryCodes":0,
        "since":"2026-11-22T12:00:00Z","version":1}
        """
    }

    /// The first page of a board, as somebody unknown sees it.
    static let page = ScriptedTransport.json(
        """
        {"board":"level-1","game":"snake","window":"week","period":"2026-W47","total":2,"next":"more","rows":[
        {"position":1,"rank":1,"score":9007199254740993,"scoreText":"9 007","exact":"9007199254740993",
        "player":{"code":"k7m2p9x4qa","name":"Jan","picture":"/v1/pictures/ab"},"at":"2026-11-22T12:00:01Z"},
        {"position":2,"rank":2,"score":5,"scoreText":"5","player":{"code":"other","name":"Ewa"},"isMe":false}]}
        """
    )
}
