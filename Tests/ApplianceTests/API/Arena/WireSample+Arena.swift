import WatchpostModel

@testable import Appliance

extension WireSample {
    static var arena: [WireSample] {
        let bare = ProblemBody(type: "", title: "", status: 409, detail: "")
        let problem = ProblemBody(type: "", title: "", status: 409, detail: "", code: "")
        return [
            WireSample(InstallRegistrationBody(name: ""), sparse: InstallRegistrationBody()),
            WireSample(
                InstallBody(game: "", player: player, nameChange: .taken),
                sparse: InstallBody(game: "", player: player)
            ),
            WireSample(fullBoard, sparse: board),
            WireSample(boardChange, sparse: GameBoardChangeBody(version: 0, name: "")),
            WireSample(closedGame, sparse: game), WireSample(GameListBody(games: [])), WireSample(figures),
            WireSample(
                gameChange,
                sparse: GameChangeBody(version: 0, name: "")
            ),
            WireSample(GameKeyChangeBody(keyVersion: 1)),
            WireSample(
                GameKeyBody(game: "", version: 2, key: "", oldKeyUntil: noon),
                sparse: GameKeyBody(game: "", version: 1, key: "")
            ),
            WireSample(
                ConflictBody(problem, current: player),
                sparse: ConflictBody(bare, current: player),
                name: "MeConflictBody"
            ),
            WireSample(
                ConflictBody(problem, current: game),
                sparse: ConflictBody(bare, current: game),
                name: "GameConflictBody"
            ),
            WireSample(
                ConflictBody(problem, current: board),
                sparse: ConflictBody(bare, current: board),
                name: "GameBoardConflictBody"
            ),
        ] + results + boards + seasons + judged + people + friends + duels + developers + moderation
            + fronts
    }

    private static let fullStanding = StandingBody(
        window: .week,
        period: "",
        score: .max,
        scoreText: "",
        position: 1,
        rank: 1,
        total: 1,
        improved: true
    )

    private static var boards: [WireSample] {
        let someone = PlayerBody(code: "", name: "")
        let row = BoardRowBody(position: 1, rank: 1, player: someone, score: 1, scoreText: "")
        var fullRow = BoardRowBody(
            position: 1,
            rank: 1,
            player: someone,
            score: .max,
            scoreText: "",
            at: noon,
            extra: ""
        )
        (fullRow.change, fullRow.overall, fullRow.isMe, fullRow.isFriend) = (-1, 1, true, false)
        let page = BoardPageBody(game: "", board: "", window: .all, total: 0, rows: [])
        var fullPage = BoardPageBody(game: "", board: "", window: .day, period: "", total: 1, rows: [row])
        (fullPage.own, fullPage.next, fullPage.previous) = (row, "", "")
        fullPage.scope = .friends
        let open = PublicGameBody(game)
        var closed = PublicGameBody(closedGame)
        closed.boards = [PublicBoardBody(board)]
        let standing = fullStanding
        var plain = standing
        (plain.period, plain.exact) = (nil, nil)
        let mine = MyGamesBody.Board(board: "", name: "", standings: [MyGamesBody.Standing(standing)])
        var moved = MyGamesBody.Standing(standing)
        moved.change = -1
        let entry = MyGamesBody.Entry(game: "", name: "", boards: [mine])
        return [
            WireSample(wholePlayer, sparse: someone),
            WireSample(fullRow, sparse: row), WireSample(fullPage, sparse: page),
            WireSample(PublicBoardBody(fullBoard), sparse: PublicBoardBody(board)),
            WireSample(closed, sparse: open),
            WireSample(PublicGameListBody(games: [open], next: ""), sparse: PublicGameListBody(games: [])),
            WireSample(
                moved,
                sparse: MyGamesBody.Standing(plain),
                name: "MyGamesStanding"
            ),
            WireSample(mine, name: "MyGamesBoard"), WireSample(entry, name: "MyGamesEntry"),
            WireSample(MyGamesBody(games: [entry])),
        ]
    }

    private static var seasons: [WireSample] {
        var change = BoardSeasonChangeBody(season: 1)
        (change.at, change.keep, change.order, change.operator) = (noon, true, .less, .sum)
        let time = BoardTimeBody(window: .season, period: "", from: noon, seed: "")
        var over = time
        (over.until, over.total) = (noon, 1)
        return [
            WireSample(fullSeason, sparse: BoardSeasonBody(number: 1, from: noon)),
            WireSample(change, sparse: BoardSeasonChangeBody(season: 0)), WireSample(over, sparse: time),
            WireSample(BoardSeasonsBody(game: "", board: "", running: [time], over: [over])),
        ]
    }

    private static var judged: [WireSample] {
        let entry = OwnResultsBody.Entry(score: 1, scoreText: "", at: noon, state: .hidden)
        var fullEntry = OwnResultsBody.Entry(score: .max, scoreText: "", at: noon, state: .hidden)
        (fullEntry.achieved, fullEntry.extra) = (noon, "")
        let board = OwnResultsBody.Board(board: "", name: "", newest: [entry], best: [entry])
        let someone = PlayerBody(code: "", name: "")
        let sent = SentResultBody(
            number: 1,
            board: "",
            player: someone,
            score: 1,
            scoreText: "",
            at: noon,
            state: .held
        )
        var fullSent = sent
        (fullSent.achieved, fullSent.extra, fullSent.reasons) = (noon, "", ["far"])
        return [
            WireSample(fullEntry, sparse: entry, name: "OwnResultsEntry"),
            WireSample(board, name: "OwnResultsBoard"), WireSample(OwnResultsBody(game: "", boards: [board])),
            WireSample(fullSent, sparse: sent),
            WireSample(
                SentResultListBody(results: [sent], next: 1),
                sparse: SentResultListBody(results: [])
            ),
            WireSample(JudgedResultBody(number: 1, state: .hidden)),
        ]
    }

    private static var results: [WireSample] {
        let standing = StandingBody(
            window: .all,
            score: 1,
            scoreText: "",
            position: 1,
            rank: 1,
            total: 1,
            improved: true
        )
        let result = ResultBody(board: "", score: 1, scoreText: "", at: noon, state: .held, standings: [])
        var fullResult = result
        (fullResult.achieved, fullResult.extra, fullResult.standings) = (noon, "", [fullStanding])
        let entry = ResultBatchBody.Entry(key: "", board: "", score: 1, achieved: noon, extra: "")
        let bareEntry = ResultBatchBody.Entry(key: "", board: "", score: 1)
        let refused = ResultBatchAnswerBody.Entry(key: "", status: 422)
        var fullAnswer = refused
        (fullAnswer.result, fullAnswer.detail, fullAnswer.code) = (fullResult, "", "")
        return [
            WireSample(
                ResultSubmissionBody(score: 1, achieved: noon, extra: ""),
                sparse: ResultSubmissionBody(score: 1)
            ),
            WireSample(ResultBatchBody(results: [entry])),
            WireSample(entry, sparse: bareEntry, name: "ResultBatchEntry"),
            WireSample(fullStanding, sparse: standing),
            WireSample(fullResult, sparse: result),
            WireSample(ResultBatchAnswerBody(results: [fullAnswer])),
            WireSample(fullAnswer, sparse: refused, name: "ResultBatchAnswerEntry"),
        ]
    }

    private static let wholePlayer: PlayerBody = {
        var whole = PlayerBody(code: "", name: "", picture: "", since: noon)
        whole.link = ""
        return whole
    }()
    private static let noon = UnixTime(seconds: 1_764_504_000)
    private static let player = MeBody(code: "", name: "", version: 1, since: noon, guest: true)
    private static let board = GameBoardBody(
        board: "",
        name: "",
        version: 1,
        order: .more,
        operator: .best,
        format: .points
    )
    private static let fullBoard: GameBoardBody = {
        var full = board
        (full.decimals, full.unit, full.low, full.high) = (2, "", 0, 1)
        (full.holdAbove, full.pace, full.windows) = (1, 1, [.day])
        full.season = fullSeason
        return full
    }()
    private static let fullSeason = BoardSeasonBody(number: 1, from: noon, until: noon)
    private static let boardChange: GameBoardChangeBody = {
        var change = GameBoardChangeBody(fullBoard, slug: "")
        change.version = 0
        return change
    }()
    private static let gameChange: GameChangeBody = {
        var change = GameChangeBody(version: 0, name: "", description: "", zone: "", signed: true)
        (change.submissions, change.genre, change.price) = (.server, .word, 0)
        (change.currency, change.shop) = ("", "")
        return change
    }()
    private static var fronts: [WireSample] {
        let entry = ServerResultsBody.Entry(key: "", player: "", board: "", score: 1)
        var whole = entry
        (whole.achieved, whole.extra) = (noon, "")
        return [
            WireSample(GamePromotionBody(place: 1, pin: .removed), sparse: GamePromotionBody()),
            WireSample(whole, sparse: entry, name: "ServerResultsEntry"),
            WireSample(ServerResultsBody(results: [entry])),
        ]
    }
    private static let figures = GameFiguresBody(players: 1, today: 1, month: 1, flagged: 1)
    private static let game = GameBody(
        game: "",
        name: "",
        description: "",
        zone: "",
        version: 1,
        since: noon,
        boards: []
    )
    private static let closedGame: GameBody = {
        var closed = game
        (closed.closedAt, closed.oldKeyUntil) = (noon, noon)
        closed.figures = figures
        (closed.genre, closed.price, closed.currency, closed.shop) = (.puzzle, 499, "", "")
        (closed.place, closed.pin, closed.icon, closed.picture) = (1, .pinned, "", "")
        (closed.background, closed.style) = ("", "")
        return closed
    }()
}
