/// What of several results of a player counts.
public enum BoardOperator: String, CaseIterable, Codable, Sendable {
    /// The best one.
    case best
    /// The last one.
    case latest
    /// All together.
    case sum
}

/// A part of the calendar in which a board begins anew, in the civil time of the game's zone.
public enum BoardWindow: String, CaseIterable, Codable, Sendable {
    /// From midnight.
    case day
    /// From Monday (ISO 8601).
    case week
    /// From the first.
    case month
}

/// A board of a game, for whoever administers it.
public struct GameBoardBody: Codable, Hashable, Sendable {
    /// Whether more or less is better.
    public enum Order: String, CaseIterable, Codable, Sendable {
        /// The most points win.
        case more
        /// The shortest time wins.
        case less
    }

    /// How results are written; a result itself is a whole number.
    public enum Format: String, CaseIterable, Codable, Sendable {
        /// As it is.
        case points
        /// Milliseconds.
        case time
        /// With a fixed number of decimal places.
        case decimals
    }

    /// Names it in paths.
    public var board: String
    /// For people.
    public var name: String
    /// Rises with each change.
    public var version: Int64
    /// Whether more or less is better.
    public var order: Order
    /// What counts.
    public var `operator`: BoardOperator
    /// How results are written.
    public var format: Format
    /// Decimal places of the format `decimals`.
    public var decimals: Int?
    /// Behind the number.
    public var unit: String?
    /// Results below it are refused.
    public var low: Int64?
    /// Results above it are refused.
    public var high: Int64?
    /// Results beyond it wait until somebody has looked at them.
    public var holdAbove: Int64?
    /// By how much a player may become better in a minute.
    public var pace: Int64?
    /// Beside all time.
    public var windows: [BoardWindow]
    /// The season that runs; absent: none was ever begun.
    public var season: BoardSeasonBody?

    /// Makes a plain one.
    public init(
        board: String,
        name: String,
        version: Int64,
        order: Order,
        operator: BoardOperator,
        format: Format
    ) {
        (self.board, self.name, self.version) = (board, name, version)
        (self.order, self.operator, self.format) = (order, `operator`, format)
        windows = []
    }
}

/// The body of `PUT /v1/admin/games/{g}/boards/{b}`: all that is said of a board; what is absent is as usual.
public struct GameBoardChangeBody: Codable, Hashable, Sendable {
    /// The version that this replaces; 0: there is none yet.
    public var version: Int64
    /// For people.
    public var name: String
    /// Absent: more is better.
    public var order: GameBoardBody.Order?
    /// Absent: the best one.
    public var `operator`: BoardOperator?
    /// Absent: points.
    public var format: GameBoardBody.Format?
    /// Decimal places of the format `decimals`.
    public var decimals: Int?
    /// Behind the number.
    public var unit: String?
    /// Results below it are refused.
    public var low: Int64?
    /// Results above it are refused.
    public var high: Int64?
    /// Results beyond it wait until somebody has looked at them.
    public var holdAbove: Int64?
    /// By how much a player may become better in a minute.
    public var pace: Int64?
    /// Beside all time; absent: none.
    public var windows: [BoardWindow]?

    /// Makes a plain one.
    public init(version: Int64, name: String) {
        self.version = version
        self.name = name
    }
}

/// A game with its boards, for whoever administers it.
public struct GameBody: Codable, Hashable, Sendable {
    /// Names it in paths.
    public var game: String
    /// For people.
    public var name: String
    /// For people; may have several lines.
    public var description: String
    /// In which its days, weeks and months begin (IANA).
    public var zone: String
    /// Rises with each change.
    public var version: Int64
    /// Since when it is here.
    public var since: UnixTime
    /// Since when nothing is sent to it any more; absent: it is open.
    public var closedAt: UnixTime?
    /// Whether results of clients without a signature by its key are refused.
    public var signed = false
    /// Whose results it takes.
    public var submissions = GameSubmissions.any
    /// What it is; absent: nothing is said.
    public var genre: GameGenre?
    /// What it costs, in hundredths of the currency; 0: nothing; absent: nothing is said.
    public var price: Int64?
    /// Three capitals (ISO 4217); absent where it costs nothing.
    public var currency: String?
    /// Where it is to be had.
    public var shop: String?
    /// Among those that are promoted, from 1; absent: its developer does not promote it.
    public var place: Int?
    /// What the owner of the appliance says of its promotion; absent: nothing.
    public var pin: GamePinWord?
    /// The path of its icon.
    public var icon: String?
    /// The path of its picture.
    public var picture: String?
    /// The path of the picture behind its boards; absent: there is none.
    public var background: String?
    /// The path of the style sheet that its boards have in frames, with its version; absent: they have the usual one.
    public var style: String?
    /// Of its key; rises with each new one.
    public var keyVersion: Int64 = 1
    /// When the key before that ends, or ended; absent: there was none.
    public var oldKeyUntil: UnixTime?
    /// By their names in paths.
    public var boards: [GameBoardBody]
    /// In the list of a developer alone.
    public var figures: GameFiguresBody?

    /// Makes an open one.
    public init(
        game: String,
        name: String,
        description: String,
        zone: String,
        version: Int64,
        since: UnixTime,
        boards: [GameBoardBody]
    ) {
        (self.game, self.name, self.description, self.zone) = (game, name, description, zone)
        (self.version, self.since, self.boards) = (version, since, boards)
    }
}

/// The body of `PUT /v1/admin/games/{g}`.
public struct GameChangeBody: Codable, Hashable, Sendable {
    /// The version that this replaces; 0: there is none yet.
    public var version: Int64
    /// For people.
    public var name: String
    /// Absent: nothing is said.
    public var description: String?
    /// Absent: UTC.
    public var zone: String?
    /// Whether results without a signature by its key are refused; absent: they are not.
    public var signed: Bool?
    /// Whose results it takes; absent: as `signed` says.
    public var submissions: GameSubmissions?
    /// What it is; absent: nothing is said.
    public var genre: GameGenre?
    /// What it costs, in hundredths of the currency; 0: nothing; absent: nothing is said.
    public var price: Int64?
    /// Three capitals (ISO 4217).
    public var currency: String?
    /// An https address; absent or empty: none.
    public var shop: String?

    /// Makes it.
    public init(
        version: Int64,
        name: String,
        description: String? = nil,
        zone: String? = nil,
        signed: Bool? = nil
    ) {
        (self.version, self.name, self.description, self.zone) = (version, name, description, zone)
        self.signed = signed
    }
}

/// The body of `POST /v1/admin/games/{g}/keys`.
public struct GameKeyChangeBody: Codable, Hashable, Sendable {
    /// The version of the key that the new one replaces, so that a request which is sent twice makes one.
    public var keyVersion: Int64

    /// Makes it.
    public init(keyVersion: Int64) {
        self.keyVersion = keyVersion
    }
}

/// A game's key: whoever has it can send results in the game's name.
public struct GameKeyBody: Codable, Hashable, Sendable {
    /// The game's name in paths.
    public var game: String
    /// Of the key; signatures name it.
    public var version: Int64
    /// 64 hexadecimal digits; signatures are made with these characters as they stand.
    public var key: String
    /// When the key before it ends, or ended; absent: there was none.
    public var oldKeyUntil: UnixTime?
    /// For the game's own server, as a bearer that no client may know; it ends with the key.
    public var serverKey: String

    /// Makes it.
    public init(
        game: String,
        version: Int64,
        key: String,
        oldKeyUntil: UnixTime? = nil,
        serverKey: String = ""
    ) {
        (self.game, self.version, self.key, self.oldKeyUntil) = (game, version, key, oldKeyUntil)
        self.serverKey = serverKey
    }
}

/// `GET /v1/admin/games`.
public struct GameListBody: Codable, Hashable, Sendable {
    /// By their names in paths.
    public var games: [GameBody]

    /// Makes a list.
    public init(games: [GameBody]) {
        self.games = games
    }
}
