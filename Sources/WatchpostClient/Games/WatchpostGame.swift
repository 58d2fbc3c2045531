public import Foundation
public import WatchpostModel

/// A game's connection to its boards on a Watchpost appliance.
///
/// Make one at the start of the game and keep it: results that wait are sent while it lives. All that are made for one
/// folder and game are one player with one queue, in one process or in several, such as a game and its extension.
public struct WatchpostGame: Sendable {
    let installation: GameInstallation
    let sender: ResultSender

    /// Makes no request; results that an earlier start has left behind are sent soon.
    ///
    /// - Parameters:
    ///   - game: its name in paths, `snake`.
    ///   - address: where the appliance is: `http://watchpost.local:8080` at home, or its public `https` address.
    ///   - folder: where the library keeps its files; nil: where apps keep such. A game with an extension gives the folder
    ///     of their app group.
    ///   - name: what a new player is called; who has one keeps it.
    ///   - key: for games that ask for signed results.
    /// - Throws: what is no name or no address, in words.
    public init(
        _ game: String,
        at address: String,
        folder: URL? = nil,
        name: String? = nil,
        key: GameKey? = nil
    ) throws(WatchpostError) {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme),
            url.host?.isEmpty == false
        else {
            throw .mistake("“\(address)” is not an address of the form http://host or https://host")
        }
        guard WatchpostGame.isName(game) else {
            throw .mistake("“\(game)” is not a game's name: 1 to 32 lowercase letters, digits and hyphens")
        }
        guard let folder = folder ?? WatchpostGame.usualFolder else {
            throw .mistake("this system has no usual folder; give one")
        }
        let transport = URLSessionTransport(address: url)
        self.init(game, transport: transport, address: transport.base, folder: folder, name: name, key: key)
    }

    package init(
        _ game: String,
        transport: any HTTPTransport,
        address: String,
        folder: URL,
        name: String? = nil,
        key: GameKey? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        let own = folder.appendingPathComponent("games").appendingPathComponent(game)
        let installation = GameInstallation(
            game: game,
            name: name,
            key: key,
            dated: DatedTransport(transport, clock: clock),
            store: PhoneStore(folder: own, record: "player.json"),
            address: address,
            clock: clock
        )
        let sender = ResultSender(store: ResultStore(folder: own), carrier: installation, clock: clock)
        (self.installation, self.sender) = (installation, sender)
        Task { await sender.handle(.woke) }
    }

    /// Takes a result: once it is written down, it is sent until the appliance has answered, whatever happens to the game.
    ///
    /// - Parameters:
    ///   - score: a whole number, as the board counts: points, milliseconds, hundredths.
    ///   - board: its name in paths.
    ///   - extra: of the game, up to 256 bytes; whoever reads the board sees it.
    ///   - achieved: when it was achieved, if that was not just now: a claim, which orders nothing.
    /// - Returns: what the appliance says, with the places in each window; nil: the result waits for a connection.
    /// - Throws: `refused` for one that no board ever takes, which has left the queue then; `storage` where it could not
    ///   be written down.
    @discardableResult
    public func submit(
        _ score: Int64,
        to board: String,
        extra: String? = nil,
        achieved: Date? = nil
    ) async throws(WatchpostError) -> ResultBody? {
        try await sender.submit(try draft(score, board, extra, achieved))
    }

    /// The same for who does not want to wait: the result is written down when this returns, and ``news()`` says what becomes
    /// of it.
    @discardableResult
    public func keep(
        _ score: Int64,
        for board: String,
        extra: String? = nil,
        achieved: Date? = nil
    ) async throws(WatchpostError) -> GameResult {
        try await sender.keep(try draft(score, board, extra, achieved))
    }

    /// How many results wait.
    public var waiting: Int {
        get async throws(WatchpostError) { try await sender.waiting() }
    }

    /// What becomes of results from now on, also of those that an earlier start has left behind.
    public func news() async -> AsyncStream<ResultNews> {
        await sender.news()
    }

    /// Says that this device may be on another network now, or that the person wants to try again: what waits is sent at
    /// once, but for what the appliance itself asked to wait for.
    ///
    /// For games that follow the connection (`NWPathMonitor`), and for when they come to the foreground.
    public func connectionChanged() async {
        await installation.whereabouts.doubt()
        await sender.handle(.connected)
    }

    /// Sends nothing any more; what waits is sent when the game starts again.
    public func close() async {
        await sender.handle(.closed)
    }

    private func draft(
        _ score: Int64,
        _ board: String,
        _ extra: String?,
        _ achieved: Date?
    ) throws(WatchpostError) -> ResultDraft {
        guard WatchpostGame.isName(board) else {
            throw .mistake("“\(board)” is not a board's name: 1 to 32 lowercase letters, digits and hyphens")
        }
        let bytes = extra?.utf8.count ?? 0
        guard bytes <= WatchpostGame.longestExtra, extra?.utf8.contains(0) != true else {
            throw .mistake("extra is text of at most \(WatchpostGame.longestExtra) bytes without a null")
        }
        return ResultDraft(board: board, score: score, extra: extra, achieved: achieved.map { UnixTime($0) })
    }

    private static let longestExtra = 256

    /// 1 to 32 small letters, digits and hyphens, none at the ends.
    private static func isName(_ text: String) -> Bool {
        let isMade = text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        }
        return isMade && (1...32).contains(text.utf8.count) && !text.hasPrefix("-") && !text.hasSuffix("-")
    }

    private static var usualFolder: URL? {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
            .appendingPathComponent("watchpost")
    }
}

extension WatchpostError {
    /// What is wrong is the game's own; nothing was asked.
    static func mistake(_ words: String) -> WatchpostError {
        .refused(ProblemBody(type: "about:blank", title: "A mistake of the game", status: 400, detail: words))
    }
}
