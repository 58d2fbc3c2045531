import SystemSupport
import WatchpostModel

/// `watchpost game …`: the games and boards of the running appliance.
struct GameCommand {
    let call: OwnerCall
    let words: [String]

    static let path = "/v1/admin/games"
    /// 50 games with 100 boards each, with all they say.
    private static let longestAnswer = 8 << 20
    static let wish = "does not do that with its games"

    /// Does it and says how things stand then; 1 when it is refused or no appliance answers.
    func run() async -> Int32 {
        do throws(OwnerCallError) {
            for line in try await lines() { Console.print(ConsoleText.line(line)) }
            return 0
        } catch {
            Console.error(error.words)
            return 1
        }
    }

    private func lines() async throws(OwnerCallError) -> [String] {
        let slug = words.count > 1 ? words[1] : ""
        switch words.first.flatMap(GameVerb.init) {
        case .add: return GameCommand.lines(try await add(slug))
        case .board: return [GameCommand.line(try await board(slug, words[2]))]
        case .season: return [GameCommand.line(try await season(slug, words[2]))]
        case .key: return GameCommand.lines(try await key(slug, rotates: words.count > 2))
        case .close:
            let path = "\(GameCommand.path)/\(slug)/close"
            return GameCommand.lines(try await ask(GameBody.self, .post, path, nil, 200))
        case .results: return try await results(slug, words.count > 2 ? words[2] : "any")
        case .export: return try await export(slug, words.dropFirst(2))
        case .hide where words[2].contains("="): return try await hide(slug, words.dropFirst(2))
        case .hide, .restore: return [try await judge(slug, words[2], words[0])]
        case .preview: return try await preview(slug, words.dropFirst(2))
        case .hidings: return try await hidings(slug)
        case .undo: return try await undo(slug, words[2])
        case .bans: return try await bans(slug)
        case .ban: return try await ban(slug, words[2], words.dropFirst(3))
        case .unban: return try await unban(slug, words[2])
        case .audit: return try await audit(words.count > 1 ? slug : nil)
        case .renamePlayer: return try await rename(slug, words.count > 2 ? words[2] : nil)
        case .promote: return try await promote(slug, words.dropFirst(2))
        case .remove: return try await remove(slug, named: words[2])
        case .players: return try await players()
        case .prune: return try await prune(words.dropFirst())
        case .removePlayer:
            let gone = try await ask(PlayerBody.self, .delete, "/v1/admin/players/\(slug)", nil, 200)
            return ["\(gone.name) (\(gone.code)) is gone, with all results"]
        case .list, nil:
            let games = try await list()
            return games.isEmpty ? ["there is no game"] : games.flatMap(GameCommand.lines)
        }
    }

    private func list() async throws(OwnerCallError) -> [GameBody] {
        try await ask(GameListBody.self, .get, GameCommand.path, nil, 200).games
    }

    /// A game of the list; who mistyped it is told where the right one stands.
    @discardableResult
    func listed(_ game: String) async throws(OwnerCallError) -> GameBody {
        guard let found = try await list().first(where: { $0.game == game }) else {
            throw OwnerCallError(words: "there is no game “\(game)”; see watchpost game list")
        }
        return found
    }

    /// Adds a game, or changes what is named of it.
    private func add(_ slug: String) async throws(OwnerCallError) -> GameBody {
        let said = try said(words.dropFirst(2), of: GameVerb.ofGames)
        let current = try await list().first { $0.game == slug }
        let change = try GameChangeBody(said, of: current, slug: slug)
        let path = "\(GameCommand.path)/\(slug)"
        return try await ask(
            GameBody.self,
            .put,
            path,
            String(decoding: JSONBody.encode(change), as: UTF8.self),
            current == nil ? 201 : 200
        )
    }

    /// The key of a game; or the next one, which takes its place.
    private func key(_ game: String, rotates: Bool) async throws(OwnerCallError) -> GameKeyBody {
        let path = "\(GameCommand.path)/\(game)/keys"
        guard rotates else { return try await ask(GameKeyBody.self, .get, path, nil, 200) }
        let current = try await listed(game)
        let change = GameKeyChangeBody(keyVersion: current.keyVersion)
        let body = String(decoding: JSONBody.encode(change), as: UTF8.self)
        return try await ask(GameKeyBody.self, .post, path, body, 201)
    }

    /// Adds a board, or changes what is named of it.
    private func board(_ game: String, _ slug: String) async throws(OwnerCallError) -> GameBoardBody {
        let said = try said(words.dropFirst(3), of: GameVerb.ofBoards)
        let current = try await list().first { $0.game == game }?.boards.first { $0.board == slug }
        var change = GameBoardChangeBody(current, slug: slug)
        do throws(Arguments.Misuse) {
            try change.apply(said)
        } catch {
            throw OwnerCallError(words: error.description)
        }
        let path = "\(GameCommand.path)/\(game)/boards/\(slug)"
        return try await ask(
            GameBoardBody.self,
            .put,
            path,
            String(decoding: JSONBody.encode(change), as: UTF8.self),
            current == nil ? 201 : 200
        )
    }

    /// Ends the season of a board, at once or later, and begins the next one.
    private func season(_ game: String, _ slug: String) async throws(OwnerCallError) -> GameBoardBody {
        let said = try said(words.dropFirst(3), of: GameVerb.ofSeasons)
        guard
            let board = try await list().first(where: { $0.game == game })?.boards.first(where: {
                $0.board == slug
            })
        else {
            throw OwnerCallError(words: "there is no board “\(slug)” of “\(game)”; see watchpost game list")
        }
        var change = BoardSeasonChangeBody(season: board.season?.number ?? 0)
        do throws(Arguments.Misuse) {
            try change.apply(said)
        } catch {
            throw OwnerCallError(words: error.description)
        }
        let isLater = change.at != nil || change.keep == true
        return try await ask(
            GameBoardBody.self,
            .post,
            "\(GameCommand.path)/\(game)/boards/\(slug)/seasons",
            String(decoding: JSONBody.encode(change), as: UTF8.self),
            isLater ? 200 : 201
        )
    }

    func said(
        _ words: ArraySlice<String>,
        of keys: Set<String>
    ) throws(OwnerCallError) -> [String: String] {
        do throws(Arguments.Misuse) {
            return try GameVerb.said(words, of: keys)
        } catch {
            throw OwnerCallError(words: error.description)
        }
    }

    func ask<Body: Decodable>(
        _ type: Body.Type,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String?,
        _ status: Int
    ) async throws(OwnerCallError) -> Body {
        try await call.ask(
            type,
            method,
            path,
            body: body,
            wanting: status,
            wish: GameCommand.wish,
            atMost: GameCommand.longestAnswer
        )
    }

    /// A game and its boards, a line to each.
    static func lines(_ game: GameBody) -> [String] {
        let closed = game.closedAt.map { ", closed since \($0.rfc3339)" } ?? ""
        let signed = game.submissions == .any ? "" : ", \(game.submissions.rawValue)"
        return ["\(game.game): \(game.name), zone \(game.zone)\(signed)\(closed)"]
            + game.boards.map { "  " + line($0) }
    }

    /// A key, so that a shell can take it.
    static func lines(_ key: GameKeyBody) -> [String] {
        ["version=\(key.version)", "key=\(key.key)", "server_key=\(key.serverKey)"]
            + [key.oldKeyUntil.map { "old_until=\($0.rfc3339)" }].compactMap { $0 }
    }

    /// What is said of a board, as it can be typed again.
    static func line(_ board: GameBoardBody) -> String {
        var words = ["order=\(board.order.rawValue)", "operator=\(board.operator.rawValue)"]
        words.append("format=\(board.format.rawValue)")
        if let decimals = board.decimals { words.append("decimals=\(decimals)") }
        if let unit = board.unit { words.append("unit=\(unit)") }
        let numbers = [
            ("low", board.low), ("high", board.high), ("hold", board.holdAbove), ("pace", board.pace),
        ]
        words += numbers.compactMap { name, value in value.map { "\(name)=\($0)" } }
        let windows = board.windows.map(\.rawValue).joined(separator: ",")
        if !windows.isEmpty { words.append("windows=\(windows)") }
        if let season = board.season {
            let until = season.until.map { " until \($0.rfc3339)" } ?? ""
            words.append("season \(season.number) since \(season.from.rfc3339)\(until)")
        }
        return "\(board.board): \(board.name), \(words.joined(separator: " "))"
    }
}
