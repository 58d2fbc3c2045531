import Foundation
import WatchpostClient
import WatchpostModel

/// What a game does: `game COMMAND [ARGUMENT…]` of the driver, with the game `snake`.
struct GameCommands {
    let game: WatchpostGame
    let tell: ([String: String]) -> Void

    func run(_ arguments: [String]) async throws {
        let words = arguments + Array(repeating: "", count: 5)
        switch words[0] {
        case "play": try await play(on: words[1], from: Int64(words[2]) ?? 0, log: words[3])
        case "drain": try await drain(words[1])
        case "submit":
            let said = try await game.submit(Int64(words[2]) ?? 0, to: words[1])
            tell(["position": said.map { "\($0.standings.first?.position ?? 0)" } ?? "waits"])
        case "waiting": tell(["count": "\(try await game.waiting)"])
        case "me":
            let me = try await game.me()
            tell(["code": me.code, "name": me.name, "known": await game.player?.name ?? ""])
        case "rename": tell(["name": try await game.rename(words[1]).name])
        case "code": tell(["code": try await game.makeCode().code])
        case "join": tell(["name": try await game.join(words[1], preview: words[2] == "preview").player.name])
        case "board": try await board(words[1], words[2], words[3])
        case "friends":
            tell(["names": try await game.friends().friends.map(\.player.name).joined(separator: ",")])
        case "find":
            let found = try await game.findPlayers(named: words[1]).players
            tell(["players": found.map { "\($0.player.name) \($0.relation)" }.joined(separator: ",")])
        case "befriend": tell(["relation": "\(try await game.befriend(words[1]).relation)"])
        case "unfriend": tell(["relation": "\(try await game.unfriend(words[1]).relation)"])
        case "badges":
            let badges = try await game.badges()
            tell(["invitations": "\(badges.invitations)", "duels": "\(badges.duels)"])
        default: try await duel(words)
        }
    }

    /// Plays without end, until the process is killed; the log says which scores were begun and which were kept.
    private func play(on board: String, from first: Int64, log path: String) async throws {
        let log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        func note(_ line: String) { _ = (line + "\n").withCString { write(log, $0, strlen($0)) } }
        var score = first
        while true {
            score += 1
            note("begun \(score)")
            try await game.keep(score, for: board, achieved: score.isMultiple(of: 5) ? Date() : nil)
            note("kept \(score)")
            if score.isMultiple(of: 4) { await game.connectionChanged() }
            try await Task.sleep(nanoseconds: UInt64.random(in: 0..<30_000_000))
        }
    }

    /// Waits until nothing waits any more.
    private func drain(_ board: String) async throws {
        while try await game.waiting > 0 {
            await game.connectionChanged()
            try await Task.sleep(nanoseconds: 50_000_000)
        }
        let own = try await game.board(board, .aroundMe).own
        tell(["score": "\(own?.score ?? 0)"])
    }

    private func board(_ board: String, _ part: String, _ window: String) async throws {
        let parts: [String: BoardPart] = ["me": .aroundMe, "friends": .friends, "": .top]
        let page = try await game.board(
            board,
            parts[part] ?? .around(part),
            window: StandingBody.Window(rawValue: window) ?? .all
        )
        let rows = page.rows.map { row in
            "\(row.position) \(row.name) \(row.scoreText)" + (row.isMe ? " me" : "")
                + (row.isFriend ? " friend" : "")
        }
        tell(["rows": rows.joined(separator: ","), "total": "\(page.total)", "own": page.own?.name ?? ""])
    }

    private func duel(_ words: [String]) async throws {
        switch words[0] {
        case "duels":
            let list = try await game.duels(DuelState(rawValue: words[1]) ?? .running).duels
            tell(["duels": list.map { "\($0.duel) \($0.state)" }.joined(separator: ",")])
        case "challenge":
            tell(Self.shown(try await game.challenge(words[1], on: words[2], goal: Int64(words[3]))))
        case "accept": tell(Self.shown(try await game.accept(words[1])))
        case "decline": tell(Self.shown(try await game.decline(words[1])))
        case "cancel": tell(Self.shown(try await game.cancel(words[1])))
        case "giveUp": tell(Self.shown(try await game.giveUp(words[1])))
        case "rematch": tell(Self.shown(try await game.rematch(words[1])))
        case "duel": tell(Self.shown(try await game.duel(words[1])))
        default: exit(64)
        }
    }

    private static func shown(_ duel: DuelBody) -> [String: String] {
        ["duel": duel.duel, "state": "\(duel.state)", "outcome": duel.outcome.map { "\($0)" } ?? ""]
    }
}
