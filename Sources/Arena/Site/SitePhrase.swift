import Core

/// What the site says where it is put together: keys of the words files.
///
/// What its documents say, in `Web/pages`, stands in those.
enum SitePhrase: String, CaseIterable, Hashable, Sendable {
    case aboutTitle = "site.title.about"
    case developersTitle = "site.title.developers"
    case aboutSummary = "site.summary.about"
    case developersSummary = "site.summary.developers"
    case gamesSummary = "site.summary.games"
    case gameSummary = "site.summary.game"

    // The list of games.
    case games = "site.games"
    case lead = "site.list.lead"
    case search = "site.list.search"
    case find = "site.list.find"
    case none = "site.list.none"
    case showAll = "site.list.showAll"
    case empty = "site.list.empty"
    case promoted = "site.list.promoted"
    case all = "site.list.all"
    case found = "site.list.found"
    case genres = "site.list.genres"
    case allGenres = "site.list.allGenres"
    case boardCount = "site.list.boards"
    case pages = "site.list.pages"

    // A game.
    case closed = "site.game.closed"
    case boards = "site.game.boards"
    case windows = "site.game.windows"
    case noBoards = "site.game.noBoards"
    case nobody = "site.game.nobody"
    case players = "site.game.players"
    case range = "site.game.range"
    case previous = "site.game.previous"
    case next = "site.game.next"
    case first = "site.game.first"
    case earlier = "site.game.earlier"
    case running = "site.game.running"
    case over = "site.game.over"
    case toNow = "site.game.toNow"
    case zone = "site.game.zone"
    case up = "site.game.up"
    case down = "site.game.down"
    case more = "site.game.more"
    case less = "site.game.less"
    case best = "site.game.best"
    case latest = "site.game.latest"
    case sum = "site.game.sum"
    case allGames = "site.game.allGames"
    case free = "site.game.free"
    case shop = "site.game.shop"
    case decimal = "site.game.decimal"
    case allTime = "site.window.all"
    case season = "site.window.season"
    case day = "site.window.day"
    case week = "site.window.week"
    case month = "site.window.month"

    // Times and numbers.
    case seasonNumber = "site.date.season"
    case date = "site.date.day"
    case span = "site.date.span"
    case days = "site.date.days"
    case months = "site.date.months"
    case monthsInDates = "site.date.monthsInDates"
    case thousand = "site.date.thousand"

    // Pages that say why there is nothing to see.
    case failed = "site.failed"
    case missing = "site.failed.missing"
    case gone = "site.failed.gone"
    case busy = "site.failed.busy"
    case unavailable = "site.failed.unavailable"
}
