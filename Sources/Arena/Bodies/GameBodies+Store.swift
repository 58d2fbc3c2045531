import Core
import WatchpostModel

extension GameBody {
    init(_ listed: GameStore.Listed) {
        let (game, facts) = (listed.game, listed.game.facts)
        self.init(
            game: facts.slug,
            name: facts.name,
            description: facts.description,
            zone: facts.zone,
            version: game.version,
            since: game.since,
            boards: listed.boards.map { GameBoardBody($0) }
        )
        closedAt = game.closedAt
        signed = facts.isSigned
        (keyVersion, oldKeyUntil) = (game.keys.current, game.keys.oldUntil)
        submissions = facts.submissions
        genre = facts.front.genre
        (price, currency) = (facts.front.price?.hundredths, facts.front.price?.currency)
        (shop, place) = (facts.front.shop, game.promotion.place)
        pin = GamePinWord(game.promotion.pin)
        icon = PicturePath.text(game.pictures.icon)
        picture = PicturePath.text(game.pictures.picture)
        background = game.look.background.map { _ in LookPath.background(of: facts.slug) }
        style = game.look.style.map { LookPath.style($0, of: facts.slug) }
    }
}

extension GamePinWord {
    /// Nil: nothing is said.
    fileprivate init?(_ pin: GamePromotion.Pin) {
        switch pin {
        case .pinned: self = .pinned
        case .removed: self = .removed
        case .none: return nil
        }
    }
}

extension GameFacts {
    /// What was sent of a game.
    init(_ change: GameChangeBody, slug: String) throws(ArenaText.Refusal) {
        let word = change.submissions ?? (change.signed ?? false ? .signed : .any)
        var price: GamePrice?
        if let hundredths = change.price {
            price = try GamePrice(hundredths: hundredths, currency: change.currency)
        } else if change.currency != nil {
            throw ArenaText.Refusal("currency", "of no price; say the price as well, or neither")
        }
        try self.init(
            slug: slug,
            name: change.name,
            description: change.description ?? "",
            zone: change.zone ?? "UTC",
            submissions: word,
            front: try GameFront(
                genre: change.genre,
                price: price,
                shop: change.shop
            )
        )
    }
}

extension GameFiguresBody {
    init(_ figures: GameFigures) {
        self.init(
            players: figures.players,
            today: figures.today,
            month: figures.month,
            flagged: figures.flagged
        )
    }
}

extension GameBoardBody {
    init(_ board: GameBoard) {
        let rules = board.rules
        self.init(
            board: rules.slug,
            name: rules.name,
            version: board.version,
            order: rules.isAscending ? .less : .more,
            operator: rules.counts,
            format: rules.format.word
        )
        decimals = rules.format.places.map { Int($0) }
        (unit, low, high) = (rules.unit, rules.low, rules.high)
        (holdAbove, pace) = (rules.holdAbove, rules.pace)
        windows = BoardWindow.allCases.filter(rules.windows.contains)
        season = board.season.map { BoardSeasonBody(number: $0.number, from: $0.from, until: $0.until) }
    }
}

extension BoardRules {
    /// What was sent of a board, unchecked.
    init(_ change: GameBoardChangeBody, slug: String) {
        self.init(slug: slug, name: change.name)
        isAscending = change.order == .less
        counts = change.operator ?? .best
        format = BoardFormat(change.format ?? .points, places: change.decimals ?? 2)
        (unit, low, high) = (change.unit, change.low, change.high)
        (holdAbove, pace) = (change.holdAbove, change.pace)
        windows = Set(change.windows ?? [])
    }
}
