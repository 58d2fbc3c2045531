import Glibc
import WatchpostModel

/// Results that somebody has to look at.
extension GameCommand {
    /// The newest ones of a game; `state`: those alone.
    func results(_ game: String, _ state: String) async throws(OwnerCallError) -> [String] {
        try await listed(game)
        let path = "\(GameCommand.path)/\(game)/results?limit=100&state=\(state)"
        let list = try await ask(SentResultListBody.self, .get, path, nil, 200).results
        return list.isEmpty ? ["there is no such result"] : list.map(GameCommand.line)
    }

    /// All results of a game, written to standard output as they come.
    func export(_ game: String, _ words: ArraySlice<String>) async throws(OwnerCallError) -> [String] {
        let said = try said(words, of: GameVerb.ofExports)
        // Games say of results whatever they like, and a terminal would carry it out.
        guard isatty(STDOUT_FILENO) != 1 else {
            throw OwnerCallError(
                words:
                    "say which file it goes to: watchpost game export \(game) > \(game).\(said["format"] ?? "csv")"
            )
        }
        try await listed(game)
        let query = said.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        try await call.copy(
            "\(GameCommand.path)/\(game)/export" + (query.isEmpty ? "" : "?\(query)"),
            to: STDOUT_FILENO,
            wish: "exports nothing",
            part: "what was written is a part of it"
        )
        return []
    }

    /// Hides a result, or lets it count.
    func judge(_ game: String, _ number: String, _ verb: String) async throws(OwnerCallError) -> String {
        try await listed(game)
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
