import Core
import Serving
import WatchpostModel

/// Friends of players.
extension ArenaService {
    /// Does what a player wants of another one, named by the code.
    func befriend(
        _ event: Friendship.Event,
        by player: Int64,
        with code: String,
        at now: UnixTime
    ) async throws(Problem) -> RelationBody {
        let outcome = try await use { stores throws(SQLiteError) in
            try await stores.friends.change(event, by: player, with: code, at: now)
        }
        switch outcome {
        case .done(let change):
            if change.hasNews { ringNews() }
            // Duels of the two may be over with it.
            if change.end != nil { duelBell.forget() }
            return RelationBody(
                player: PlayerBody(change.other),
                relation: PlayerRelation(change.relation)
            )
        case .refused(let refusal): throw Problem(refusal)
        case .noPlayer: throw Problem.noPlayer
        }
    }

    /// A friend beside the player who asks; whoever is no friend is not there.
    func friend(_ code: String, of player: Int64, at now: UnixTime) async throws(Problem) -> FriendBody {
        let found = try await use { stores throws(SQLiteError) in
            try await stores.friends.friend(code, of: player)
        }
        guard let found else {
            throw Problem(.notFound, "you have no friend with this code", code: "not-a-friend")
        }
        let friend = found.player.id
        let (listed, own, theirs) = try await use { stores throws(SQLiteError) in
            (
                try await stores.book.all(), try await stores.lines.boards(of: player),
                try await stores.lines.boards(of: friend)
            )
        }
        return FriendBody(
            player: PlayerBody(found.player),
            link: found.link,
            since: found.since,
            games: try await common(listed, (player, own), (friend, theirs), at: now),
            newest: try await newest(of: friend, on: theirs, listed),
            duels: FriendBody.Duels(
                won: found.duels.won,
                drawn: found.duels.drawn,
                lost: found.duels.lost
            )
        )
    }

    /// A player, and the boards on which it has anything.
    private typealias Playing = (player: Int64, boards: Set<Int64>)

    /// Boards of which a friend's page tells.
    private static let mostBoards = 200
    /// Results of which it tells.
    private static let mostNewest = 10

    /// Games in which both have anything, with their places.
    private func common(
        _ listed: [GameStore.Listed],
        _ mine: Playing,
        _ theirs: Playing,
        at now: UnixTime
    ) async throws(Problem) -> [FriendBody.Game] {
        let played = ArenaService.played(listed, mine.boards, theirs.boards)
        let begins = try await use { stores throws(SQLiteError) in
            try await stores.archives.beginsOfWeek(
                [mine.player, theirs.player],
                on: played.flatMap { $0.boards.map(\.id) },
                at: now
            )
        }
        var games: [FriendBody.Game] = []
        for one in played {
            var boards: [FriendBody.Board] = []
            for board in one.boards {
                let before = begins[board.id]
                let body = try await compared(board, mine.player, theirs.player, since: before, at: now)
                if let body { boards.append(body) }
            }
            guard !boards.isEmpty else { continue }
            let facts = one.game.facts
            games.append(FriendBody.Game(game: facts.slug, name: facts.name, boards: boards))
        }
        return games
    }

    /// Games in which two players have anything, with the boards on which either has, up to so many in all.
    private static func played(_ listed: [GameStore.Listed], _ mine: Set<Int64>, _ theirs: Set<Int64>)
        -> [GameStore.Listed]
    {
        var games: [GameStore.Listed] = []
        var looked = 0
        for one in listed {
            let boards = one.boards.filter { mine.contains($0.id) || theirs.contains($0.id) }
            guard boards.contains(where: { mine.contains($0.id) }),
                boards.contains(where: { theirs.contains($0.id) })
            else { continue }
            let told = boards.prefix(mostBoards - looked)
            looked += told.count
            games.append(GameStore.Listed(game: one.game, boards: Array(told)))
        }
        return games
    }

    /// Where two players are on a board; nil: it cannot be shown, or neither is on it.
    private func compared(
        _ board: GameBoard,
        _ mine: Int64,
        _ theirs: Int64,
        since before: WeekBegin?,
        at now: UnixTime
    ) async throws(Problem) -> FriendBody.Board? {
        let found = try await openRows(of: [mine, theirs], on: board, at: now)
        guard let found, !found.rows.isEmpty else { return nil }
        let text = ScoreText(board.rules)
        var places: [Int64: FriendBody.Place] = [:]
        for row in found.rows {
            let (player, score) = (Int64(row.standing.player), row.standing.score)
            places[player] = FriendBody.Place(
                position: row.position,
                total: found.total,
                score: score,
                scoreText: text.text(score),
                monday: before?.positions[player]
            )
        }
        return FriendBody.Board(
            board: board.rules.slug,
            name: board.rules.name,
            mine: places[mine],
            theirs: places[theirs]
        )
    }

    /// Newest first, of those that count.
    private func newest(
        of player: Int64,
        on played: Set<Int64>,
        _ listed: [GameStore.Listed]
    ) async throws(Problem) -> [FriendBody.Result] {
        var boards: [Int64: (game: String, board: GameBoard)] = [:]
        for one in listed {
            for board in one.boards where played.contains(board.id) {
                boards[board.id] = (one.game.facts.slug, board)
            }
        }
        let asked = boards.values.map { $0.board }
        let own = try await use { stores throws(SQLiteError) in
            try await stores.ledger.own(player, on: asked)
        }
        let results = own.values.flatMap(\.newest).filter { $0.state == .counts }
            .sorted { $0.sequence > $1.sequence }
        return results.prefix(ArenaService.mostNewest).compactMap { result in
            boards[result.board].map { FriendBody.Result(result, $0.board, of: $0.game) }
        }
    }
}

extension FriendBody.Result {
    fileprivate init(_ result: LedgerResult, _ board: GameBoard, of game: String) {
        self.init(
            game: game,
            board: board.rules.slug,
            boardName: board.rules.name,
            score: result.score,
            scoreText: ScoreText(board.rules).text(result.score),
            at: result.at
        )
    }
}

extension PlayerBody {
    /// As others are shown a player.
    init(_ face: PlayerFace) {
        self.init(code: face.code, name: face.name, picture: PicturePath.text(face.picture))
    }
}

extension PlayerRelation {
    init(_ relation: Friendship.Relation) {
        switch relation {
        case .none: self = .none
        case .sent: self = .sent
        case .received: self = .received
        case .friend: self = .friend
        case .blocked: self = .blocked
        case .me: self = .me
        }
    }
}

extension Problem {
    static let noPlayer = Problem(.notFound, "there is no player with this code")

    /// Why two players did not become what one of them wanted.
    fileprivate init(_ refusal: FriendStore.Refusal) {
        switch refusal {
        case .oneself: self.init(.unprocessable, "this is your own code", code: "self")
        case .blockedByMe:
            self.init(
                .conflict,
                "you have blocked this player; unblock it first",
                code: "blocked-by-me"
            )
        case .friendsFull(let isOwn):
            let words =
                isOwn
                ? "you have \(ArenaRules.mostFriends) friends, which is the limit; remove one first"
                : "this player has the most friends allowed"
            self.init(.conflict, words, code: "friends-full")
        case .invitationsFull(let isOwn):
            let words =
                isOwn
                ? "\(ArenaRules.mostInvitations) of your invitations wait for an answer; withdraw one first"
                : "more invitations wait for this player than it can look through; try again later"
            self.init(.conflict, words, code: "invitations-full")
        case .blocksFull:
            self.init(
                .conflict,
                "you block \(ArenaRules.mostBlocks) players, which is the limit",
                code: "blocks-full"
            )
        }
    }
}
