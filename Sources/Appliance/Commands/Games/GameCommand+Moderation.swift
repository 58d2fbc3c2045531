import SystemSupport
import WatchpostModel

/// What is hidden together, who may not play, and what was done about it.
extension GameCommand {
    private func path(_ game: String, _ rest: String) -> String { "\(GameCommand.path)/\(game)/\(rest)" }

    /// Hides all that is so.
    func hide(_ game: String, _ words: ArraySlice<String>) async throws(OwnerCallError) -> [String] {
        try await listed(game)
        let body = try wish(words)
        let hiding = try await ask(HidingBody.self, .post, path(game, "hidings"), body, 201)
        return [GameCommand.line(hiding)]
    }

    /// What that would do.
    func preview(_ game: String, _ words: ArraySlice<String>) async throws(OwnerCallError) -> [String] {
        try await listed(game)
        let body = try wish(words)
        let preview = try await ask(HidingPreviewBody.self, .post, path(game, "hidings/preview"), body, 200)
        var lines = ["\(preview.results) results of \(preview.players) players would be hidden"]
        if preview.older > 0 {
            lines.append("and \(preview.older) standings of results that are not kept one by one any more")
        }
        for one in preview.boards {
            let (before, after) = (GameCommand.words(one.before), GameCommand.words(one.after))
            lines.append("  \(one.board): \(before) leads now, \(after) afterwards")
        }
        return lines
    }

    func hidings(_ game: String) async throws(OwnerCallError) -> [String] {
        try await listed(game)
        let list = try await ask(HidingListBody.self, .get, path(game, "hidings?limit=100"), nil, 200).hidings
        return list.isEmpty ? ["nothing was hidden together"] : list.map(GameCommand.line)
    }

    func undo(_ game: String, _ number: String) async throws(OwnerCallError) -> [String] {
        try await listed(game)
        let hiding = try await ask(HidingBody.self, .post, path(game, "hidings/\(number)/undo"), nil, 200)
        return [GameCommand.line(hiding)]
    }

    func bans(_ game: String) async throws(OwnerCallError) -> [String] {
        try await listed(game)
        let list = try await ask(BanListBody.self, .get, path(game, "bans"), nil, 200).bans
        return list.isEmpty ? ["nobody is banned"] : list.map(GameCommand.line)
    }

    func ban(_ game: String, _ code: String, _ words: ArraySlice<String>) async throws(OwnerCallError)
        -> [String]
    {
        try await listed(game)
        let wish = BanWishBody(note: try said(words, of: GameVerb.ofBans)["note"])
        let body = String(decoding: JSONBody.encode(wish), as: UTF8.self)
        return [GameCommand.line(try await ask(BanBody.self, .put, path(game, "bans/\(code)"), body, 200))]
    }

    func unban(_ game: String, _ code: String) async throws(OwnerCallError) -> [String] {
        try await listed(game)
        let ban = try await ask(BanBody.self, .delete, path(game, "bans/\(code)"), nil, 200)
        return ["\(ban.player.name) (\(ban.player.code)) may play again"]
    }

    /// Of a game, or of what concerns all of them.
    func audit(_ game: String?) async throws(OwnerCallError) -> [String] {
        if let game { try await listed(game) }
        let asked = game.map { path($0, "audit?limit=100") } ?? "/v1/admin/audit?limit=100"
        let list = try await ask(ModerationListBody.self, .get, asked, nil, 200).entries
        guard !list.isEmpty else { return ["nothing was done"] }
        return list.map { one in
            "\(one.at.rfc3339), \(one.by), \(one.act), \(one.results) results, \(one.detail)"
        }
    }

    /// `name`: nil: that of who has none.
    func rename(_ code: String, _ name: String?) async throws(OwnerCallError) -> [String] {
        let body = String(decoding: JSONBody.encode(PlayerRenamingBody(name: name)), as: UTF8.self)
        let player = try await ask(PlayerBody.self, .put, "/v1/admin/players/\(code)", body, 200)
        return ["\(player.code) is called \(player.name)"]
    }

    private func wish(_ words: ArraySlice<String>) throws(OwnerCallError) -> String {
        let said = try said(words, of: GameVerb.ofHidings)
        var wish = HidingWishBody()
        (wish.board, wish.player) = (said["board"], said["player"])
        (wish.since, wish.until) = (try time(said["since"]), try time(said["until"]))
        (wish.above, wish.below) = (try number(said["above"]), try number(said["below"]))
        return String(decoding: JSONBody.encode(wish), as: UTF8.self)
    }

    private func number(_ text: String?) throws(OwnerCallError) -> Int64? {
        guard let text else { return nil }
        guard let number = Int64(text) else {
            throw OwnerCallError(words: "“\(text)” is not a whole number of 64 bits")
        }
        return number
    }

    private func time(_ text: String?) throws(OwnerCallError) -> UnixTime? {
        guard let text else { return nil }
        guard let time = UnixTime(rfc3339: text) else {
            throw OwnerCallError(words: "“\(text)” is not a time such as 2026-12-01T18:00:00Z")
        }
        return time
    }

    private static func words(_ leader: HidingPreviewBody.Leader?) -> String {
        leader.map { "\($0.player.name) (\($0.player.code)) with \($0.scoreText)" } ?? "nobody"
    }

    private static func line(_ hiding: HidingBody) -> String {
        let selection = hiding.selection
        let words: [String?] = [
            selection.result.map { "result \($0)" }, selection.board.map { "board=\($0)" },
            selection.player.map { "player=\($0)" }, selection.since.map { "since=\($0.rfc3339)" },
            selection.until.map { "until=\($0.rfc3339)" }, selection.above.map { "above=\($0)" },
            selection.below.map { "below=\($0)" },
        ]
        let said = words.compactMap { $0 }.joined(separator: " ")
        let until = hiding.state == .hidden ? ", can be undone until \(hiding.undoneUntil.rfc3339)" : ""
        return
            "\(hiding.hiding): \(said), \(hiding.results) results of \(hiding.players) players, \(hiding.state.rawValue)\(until)"
    }

    private static func line(_ ban: BanBody) -> String {
        let note = ban.note.map { ", \($0)" } ?? ""
        return "\(ban.player.code): \(ban.player.name), since \(ban.at.rfc3339), by \(ban.by)\(note)"
    }
}
