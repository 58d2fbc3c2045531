import WatchpostModel

/// Who takes the room of the arena, and what nobody uses.
extension GameCommand {
    private static let unused = "/v1/admin/unused-players"
    /// More answers than the most players that there may be need.
    private static let mostRequests = 2_000

    /// How many players and results there are, and whose they are.
    func players() async throws(OwnerCallError) -> [String] {
        let answer = try await ask(ArenaPlayersBody.self, .get, GameCommand.unused, nil, 200)
        return GameCommand.rooms(answer) + GameCommand.installs(answer)
            + answer.senders.map { sender in
                let network = sender.network.map { ", from \($0)" } ?? ""
                let (player, results) = (sender.player, sender.results)
                return "  \(results) of \(player.name) (\(player.code)) in \(sender.game)\(network)"
            }
    }

    /// Removes guests from outside that never played.
    func prune(_ words: ArraySlice<String>) async throws(OwnerCallError) -> [String] {
        let hours = try said(words, of: GameVerb.ofPruning)["hours"] ?? "12"
        var removed = 0
        var last: ArenaPlayersBody?
        for _ in 0..<GameCommand.mostRequests {
            let path = "\(GameCommand.unused)?hours=\(hours)"
            let answer = try await ask(ArenaPlayersBody.self, .delete, path, nil, 200)
            removed += answer.removed
            last = answer
            if answer.left <= 0 || answer.removed <= 0 { break }
        }
        return [GameCommand.removal(removed)]
            + (last.map { GameCommand.rooms($0) + GameCommand.installs($0) } ?? [])
    }

    private static func removal(_ removed: Int) -> String {
        switch removed {
        case 0: "no player is removed"
        case 1: "1 player who never played is removed"
        default: "\(removed) players who never played are removed"
        }
    }

    private static func rooms(_ answer: ArenaPlayersBody) -> [String] {
        [
            "\(answer.players) of at most \(answer.mostPlayers) players",
            "\(answer.results) of at most \(answer.mostResults) results, \(answer.resultsOutside) of them from outside",
        ]
    }

    /// Each group of installations, a line to it.
    private static func installs(_ answer: ArenaPlayersBody) -> [String] {
        let kept = answer.kept
        let groups = [
            (kept.home, "of home, which make no room for others"),
            (kept.returned, "came back 12 hours or more after registering"),
            (kept.played, "played once"),
            (kept.young, "registered lately, and sent no result yet"),
            (answer.left, "never played; watchpost game prune removes them"),
        ]
        return groups.filter { $0.0 > 0 }.map { count, reason in "  \(count) \(reason)" }
    }
}
