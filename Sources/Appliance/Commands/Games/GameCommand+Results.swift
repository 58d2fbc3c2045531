import WatchpostModel

/// Results that somebody has to look at.
extension GameCommand {
    /// The newest ones of a game; `state`: those alone.
    func results(_ game: String, _ state: String) async throws(OwnerCallError) -> [String] {
        let path = "\(GameCommand.path)/\(game)/results?limit=100&state=\(state)"
        let list = try await ask(SentResultListBody.self, .get, path, nil, 200).results
        return list.isEmpty ? ["there is no such result"] : list.map(GameCommand.line)
    }

    /// Hides a result, or lets it count.
    func judge(_ game: String, _ number: String, _ verb: String) async throws(OwnerCallError) -> String {
        let path = "\(GameCommand.path)/\(game)/results/\(number)/\(verb)"
        let judged = try await ask(JudgedResultBody.self, .post, path, nil, 200)
        return "\(judged.number): \(judged.state.rawValue)"
    }

    private static func line(_ sent: SentResultBody) -> String {
        let player = "\(sent.player.name) (\(sent.player.code))"
        return
            "\(sent.number): \(sent.board), \(player), \(sent.scoreText), \(sent.at.rfc3339), \(sent.state.rawValue)"
    }
}
