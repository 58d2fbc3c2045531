import Core
import Serving
import SystemSupport
import WatchpostModel

/// What the address of a board's page says; whatever is not understood is refused, so that nobody looks for a mistake in vain.
struct EmbedQuestion: Sendable {
    let game: String
    let board: String
    /// Those that have tabs, in their order; nil: all that the board has.
    let windows: [StandingBody.Window]?
    /// Nil: the first one.
    let shown: StandingBody.Window?
    let limit: Int
    let language: String
    let hasTitle: Bool
    /// Whether promoted games stand below it.
    let hasOthers: Bool
    let theme: BoardTheme
    /// What was said of all that but `shown`, to be said again in links.
    let said: [(name: String, value: String)]

    private static let limits = 1...100
    private static let usualLimit = 10
    private static let flags = ["yes", "no"]
    private static let names = ["window", "limit", "language", "title", "games"]
    private static let shownName = "shown"

    /// `languages`: tags, the usual one first.
    init(
        _ parameters: [String: String],
        _ query: QueryParameters,
        languages: [String]
    ) throws(Problem) {
        game = parameters["game"] ?? ""
        board = parameters["board"] ?? ""
        try EmbedQuestion.check(query, EmbedQuestion.names + [EmbedQuestion.shownName])
        windows = try query["window"].map(EmbedQuestion.windows)
        if let text = query[EmbedQuestion.shownName] {
            shown = try EmbedQuestion.window(text, EmbedQuestion.shownName)
        } else {
            shown = nil
        }
        limit = try query.number("limit", in: EmbedQuestion.limits, default: EmbedQuestion.usualLimit)
        language = try query.choice("language", of: languages, default: languages.first ?? "en")
        hasTitle = try query.choice("title", of: EmbedQuestion.flags, default: "yes") == "yes"
        hasOthers = try query.choice("games", of: EmbedQuestion.flags, default: "yes") == "yes"
        theme = try EmbedQuestion.theme(query)
        var said: [(name: String, value: String)] = []
        for name in EmbedQuestion.names {
            if let value = query[name] { said.append((name, value)) }
        }
        self.said = said + theme.said
        if let shown, let windows, !windows.contains(shown) {
            throw Problem(.badRequest, "shown: “\(shown.rawValue)” is not one of those that window names")
        }
    }

    /// What a query says of how a board looks.
    static func theme(_ query: QueryParameters) throws(Problem) -> BoardTheme {
        var said: [BoardTheme.Member: String] = [:]
        for member in BoardTheme.Member.allCases { said[member] = query[member.rawValue] }
        do throws(ArenaText.Refusal) {
            return try BoardTheme(said)
        } catch {
            throw Problem(.badRequest, "\(error.field): \(error.words)")
        }
    }

    /// Refuses a query with anything but these names and those of a theme.
    static func check(_ query: QueryParameters, _ names: [String] = []) throws(Problem) {
        let known = names + BoardTheme.Member.allCases.map(\.rawValue)
        guard let stranger = query.names.first(where: { !known.contains($0) }) else { return }
        let words = TextBytes.cut(stranger, to: 60)
        throw Problem(.badRequest, "“\(words)” is not understood; there are \(known.joined(separator: ", "))")
    }

    private static func windows(_ text: String) throws(Problem) -> [StandingBody.Window] {
        var windows: [StandingBody.Window] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let window = try EmbedQuestion.window(String(part), "window")
            guard !windows.contains(window) else {
                throw Problem(.badRequest, "window: “\(window.rawValue)” is given twice")
            }
            windows.append(window)
        }
        return windows
    }

    private static func window(_ text: String, _ name: String) throws(Problem) -> StandingBody.Window {
        guard let window = StandingBody.Window(rawValue: text) else {
            let known = StandingBody.Window.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "\(name): “\(TextBytes.cut(text, to: 60))” is not one of \(known)")
        }
        return window
    }

    /// Which tabs there are; throws where one is named that the board does not have.
    func tabs(of board: GameBoard) throws(Problem) -> [StandingBody.Window] {
        let kept = StandingBody.Window.allCases.filter { $0.isKept(by: board) }
        for window in windows ?? [] where !kept.contains(window) {
            let names = kept.map(\.rawValue).joined(separator: ", ")
            throw Problem(.notFound, "the board has no window “\(window.rawValue)”; it has \(names)")
        }
        return windows ?? kept
    }

    /// `?…` with all that was said, and the window that is to be shown.
    func link(to window: StandingBody.Window) -> String {
        "?" + EmbedQuestion.query(said + [(EmbedQuestion.shownName, window.rawValue)])
    }

    /// Pairs as a query.
    static func query(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            if plain.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + Hexadecimal.encode([byte])
            }
        }
    }

    /// What needs no escape in a query (RFC 3986 §2.3), and what is read easier without one.
    private static let plain: ASCIISet = .letters | .digits | "-._~,"
}

extension StandingBody.Window {
    /// Whether a board has such a window now.
    func isKept(by board: GameBoard) -> Bool {
        switch self {
        case .all: true
        case .season: board.season != nil
        case .day: board.rules.windows.contains(.day)
        case .week: board.rules.windows.contains(.week)
        case .month: board.rules.windows.contains(.month)
        }
    }
}
