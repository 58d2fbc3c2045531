/// `GET /v1/me/export`: everything that the arena keeps of a player, without secrets.
public struct PlayerExportBody: Codable, Hashable, Sendable {
    /// The player.
    public var me: MeBody
    /// SHA-256 of the picture's bytes, which `/v1/pictures/{hash}` gives; absent: none.
    public var pictureHash: String?
    /// The bytes of the picture in Base64 (RFC 4648 §4); absent: none.
    public var pictureBytes: String?
    /// Installations of games, as `GET /v1/me/installs` has them.
    public var installs: [PlayerInstallsBody.Install]
    /// What results come to, by installation, of all time and of the seasons.
    public var standings: [Standing]
    /// Results that are kept one by one, oldest first.
    public var results: [Result]
    /// There are older ones, of which `results` has none.
    public var hasMoreResults: Bool
    /// Where the player was in orders that are over, the newest first.
    public var places: [Place]
    /// There are older orders, of which `places` has none.
    public var hasMorePlaces: Bool
    /// What is between the player and others.
    public var friends: [Friend]
    /// Duels, oldest first.
    public var duels: [Duel]

    /// What an installation has on a board.
    public struct Standing: Codable, Hashable, Sendable {
        /// Names in paths.
        public var game: String
        /// As well.
        public var board: String
        /// Which season; absent: all time.
        public var season: Int64?
        /// The id of the installation.
        public var install: String
        /// What counts there.
        public var score: Int64
        /// Results that counted.
        public var count: Int64

        /// Makes one.
        public init(game: String, board: String, season: Int64?, install: String, score: Int64, count: Int64)
        {
            (self.game, self.board, self.season) = (game, board, season)
            (self.install, self.score, self.count) = (install, score, count)
        }
    }

    /// A place in an order that is over: of a season, a day, a week or a month.
    public struct Place: Codable, Hashable, Sendable {
        /// Names in paths.
        public var game: String
        /// As well.
        public var board: String
        /// `season`, `day`, `week` or `month`.
        public var window: String
        /// Which one: `2026-11-22`, `2026-W47`, `2026-11`, the number of a season.
        public var period: String
        /// The player's place, 1 is the first.
        public var position: Int
        /// What counted.
        public var score: Int64

        /// Makes one.
        public init(game: String, board: String, window: String, period: String, position: Int, score: Int64)
        {
            (self.game, self.board, self.window) = (game, board, window)
            (self.period, self.position, self.score) = (period, position, score)
        }
    }

    /// A result.
    public struct Result: Codable, Hashable, Sendable {
        /// Names in paths.
        public var game: String
        /// As well.
        public var board: String
        /// The id of the installation.
        public var install: String
        /// As it was sent.
        public var score: Int64
        /// When it was accepted.
        public var at: UnixTime
        /// When it was reached, as the game says.
        public var achieved: UnixTime?
        /// What the game said beside it.
        public var extra: String?
        /// Whether it counts.
        public var state: ResultState

        /// Makes one.
        public init(
            game: String,
            board: String,
            install: String,
            score: Int64,
            at: UnixTime,
            state: ResultState
        ) {
            (self.game, self.board, self.install) = (game, board, install)
            (self.score, self.at, self.state) = (score, at, state)
        }
    }

    /// Another player.
    public struct Friend: Codable, Hashable, Sendable {
        /// What it is to the player.
        public enum Relation: String, CaseIterable, Codable, Sendable {
            /// Invited by the player, or by the other one.
            case sent, received
            /// Declined by the player. What the other one declined is `sent` or `none`: declining is quiet.
            case declined
            /// Both want it.
            case friend
            /// Nothing, but that the player blocks it.
            case none
        }

        /// The other one's.
        public var code: String
        /// What it is called.
        public var name: String
        /// What it is to the player.
        public var relation: Relation
        /// The player does not want to hear of it.
        public var isBlocked: Bool
        /// Since when.
        public var since: UnixTime

        /// Makes one.
        public init(code: String, name: String, relation: Relation, isBlocked: Bool, since: UnixTime) {
            (self.code, self.name, self.relation) = (code, name, relation)
            (self.isBlocked, self.since) = (isBlocked, since)
        }
    }

    /// A duel.
    public struct Duel: Codable, Hashable, Sendable {
        /// Names it in paths.
        public var duel: String
        /// Names in paths.
        public var game: String
        /// As well.
        public var board: String
        /// The player made it.
        public var isMine: Bool
        /// The other one's name; absent: it was deleted.
        public var opponent: String?
        /// What was to be reached first; absent: the better one wins.
        public var goal: Int64?
        /// How long it runs.
        public var seconds: Int64
        /// How far it is.
        public var state: DuelBody.State
        /// How it ended; absent: it is not over.
        public var outcome: DuelResult?
        /// Why it is over.
        public var reason: String?
        /// The player's best result in it.
        public var best: Int64?
        /// When it was made.
        public var createdAt: UnixTime
        /// Until when it waits, or waited, for the answer.
        public var answerBy: UnixTime?
        /// When it began to run.
        public var startedAt: UnixTime?
        /// When its time is, or was, over.
        public var endsAt: UnixTime?
        /// When it was over.
        public var overAt: UnixTime?
        /// The duel that it repeats, as paths name that.
        public var rematchOf: String?

        /// Makes one.
        public init(
            duel: String,
            game: String,
            board: String,
            isMine: Bool,
            seconds: Int64,
            state: DuelBody.State,
            createdAt: UnixTime
        ) {
            (self.duel, self.game, self.board) = (duel, game, board)
            (self.isMine, self.seconds, self.state) = (isMine, seconds, state)
            self.createdAt = createdAt
        }
    }

    /// Makes one with nothing but the player.
    public init(me: MeBody) {
        self.me = me
        (installs, standings, results, places) = ([], [], [], [])
        (friends, duels) = ([], [])
        (hasMoreResults, hasMorePlaces) = (false, false)
    }
}
