/// Which results of a game are meant.
///
/// All that is said of them is true of each. `POST /v1/admin/games/{g}/hidings` and `…/hidings/preview`.
public struct HidingWishBody: Codable, Hashable, Sendable {
    /// This one alone, by its number.
    public var result: Int64?
    /// On this board; absent: on all boards of the game.
    public var board: String?
    /// Of this player, by its code.
    public var player: String?
    /// Accepted not before.
    public var since: UnixTime?
    /// Accepted before.
    public var until: UnixTime?
    /// With a greater score than this; needs `board`.
    public var above: Int64?
    /// With a smaller score than this; needs `board`.
    public var below: Int64?

    /// Makes one that says nothing yet.
    public init() {}
}

/// What hiding would do; nothing was changed.
public struct HidingPreviewBody: Codable, Hashable, Sendable {
    /// Who leads.
    public struct Leader: Codable, Hashable, Sendable {
        /// The player.
        public var player: PlayerBody
        /// A whole number.
        public var score: Int64
        /// For people.
        public var scoreText: String

        /// Makes one.
        public init(player: PlayerBody, score: Int64, scoreText: String) {
            (self.player, self.score, self.scoreText) = (player, score, scoreText)
        }
    }

    /// Who leads a board of all time.
    public struct Board: Codable, Hashable, Sendable {
        /// The board.
        public var board: String
        /// Now; absent: nobody does.
        public var before: Leader?
        /// Afterwards; absent: nobody would.
        public var after: Leader?

        /// Makes one.
        public init(board: String, before: Leader? = nil, after: Leader? = nil) {
            (self.board, self.before, self.after) = (board, before, after)
        }
    }

    /// How many results would be hidden.
    public var results: Int
    /// Of how many players.
    public var players: Int
    /// Standings that rest on results which are not kept one by one any more, and would go as well.
    public var older: Int
    /// The boards of which anything would be hidden.
    public var boards: [Board]

    /// Makes one.
    public init(results: Int, players: Int, older: Int, boards: [Board]) {
        (self.results, self.players, self.older, self.boards) = (results, players, older, boards)
    }
}

/// Results that were hidden together.
public struct HidingBody: Codable, Hashable, Sendable {
    /// How far it is.
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// It is being worked on.
        case hiding, hidden
        /// It is being worked on.
        case undoing, undone
        /// It cannot be undone any more.
        case final
    }

    /// Names it in paths.
    public var hiding: Int64
    /// What was meant.
    public var selection: HidingWishBody
    /// How far it is.
    public var state: State
    /// How many results.
    public var results: Int
    /// Of how many players.
    public var players: Int
    /// When.
    public var at: UnixTime
    /// Who.
    public var by: String
    /// Until when it can be undone.
    public var undoneUntil: UnixTime
    /// When it was undone, if it was.
    public var undoneAt: UnixTime?
    /// Who did that.
    public var undoneBy: String?
    /// How many results came back; fewer where some are not kept any more, or are hidden otherwise as well.
    public var returned: Int?

    /// Makes one.
    public init(
        hiding: Int64,
        selection: HidingWishBody,
        state: State,
        results: Int,
        players: Int,
        at: UnixTime,
        by: String,
        undoneUntil: UnixTime
    ) {
        (self.hiding, self.selection, self.state) = (hiding, selection, state)
        (self.results, self.players) = (results, players)
        (self.at, self.by, self.undoneUntil) = (at, by, undoneUntil)
    }
}

/// `GET /v1/admin/games/{g}/hidings`.
public struct HidingListBody: Codable, Hashable, Sendable {
    /// Newest first.
    public var hidings: [HidingBody]
    /// For `before`: where the list goes on; absent: it ends here.
    public var next: Int64?

    /// Makes it.
    public init(hidings: [HidingBody], next: Int64? = nil) {
        (self.hidings, self.next) = (hidings, next)
    }
}

/// The body of `PUT /v1/admin/games/{g}/bans/{player}`.
public struct BanWishBody: Codable, Hashable, Sendable {
    /// For those who moderate; nobody else is shown it.
    public var note: String?

    /// Makes one.
    public init(note: String? = nil) {
        self.note = note
    }
}

/// A player from whom a game takes nothing.
public struct BanBody: Codable, Hashable, Sendable {
    /// The player.
    public var player: PlayerBody
    /// Since when.
    public var at: UnixTime
    /// Who did it.
    public var by: String
    /// For those who moderate.
    public var note: String?

    /// Makes one.
    public init(player: PlayerBody, at: UnixTime, by: String, note: String? = nil) {
        (self.player, self.at, self.by, self.note) = (player, at, by, note)
    }
}

/// `GET /v1/admin/games/{g}/bans`.
public struct BanListBody: Codable, Hashable, Sendable {
    /// Newest first.
    public var bans: [BanBody]

    /// Makes it.
    public init(bans: [BanBody]) {
        self.bans = bans
    }
}

/// The body of `PUT /v1/admin/players/{player}`.
public struct PlayerRenamingBody: Codable, Hashable, Sendable {
    /// What it is called from now on; absent: the name that the appliance gives to who has none.
    public var name: String?

    /// Makes one.
    public init(name: String? = nil) {
        self.name = name
    }
}

/// What somebody did about results and players.
public struct ModerationEntryBody: Codable, Hashable, Sendable {
    /// Later ones have larger ones.
    public var number: Int64
    /// When.
    public var at: UnixTime
    /// Who.
    public var by: String
    /// What: `hid`, `undid`, `hid-result`, `accepted-result`, `banned`, `unbanned`, `renamed`, `removed-player`, `removed-game`.
    public var act: String
    /// How many results.
    public var results: Int
    /// What it was about.
    public var detail: String

    /// Makes one.
    public init(number: Int64, at: UnixTime, by: String, act: String, results: Int, detail: String) {
        (self.number, self.at, self.by, self.act) = (number, at, by, act)
        (self.results, self.detail) = (results, detail)
    }
}

/// `GET /v1/admin/games/{g}/audit` and `GET /v1/admin/audit`.
public struct ModerationListBody: Codable, Hashable, Sendable {
    /// Newest first.
    public var entries: [ModerationEntryBody]
    /// For `before`: where the list goes on; absent: it ends here.
    public var next: Int64?

    /// Makes it.
    public init(entries: [ModerationEntryBody], next: Int64? = nil) {
        (self.entries, self.next) = (entries, next)
    }
}
