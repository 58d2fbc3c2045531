import Core
import Serving
import SystemSupport
import WatchpostModel

/// Players who become one, part, and go.
extension ArenaService {
    /// Says a code for a caller; a preview writes nothing.
    ///
    /// `count`: asked, with the row of the player that stays, before anything is written.
    func join(
        _ hash: [UInt8],
        by caller: PlayerJoin.Caller,
        isPreview: Bool,
        at now: UnixTime,
        count: (Int64) throws(Problem) -> Void
    ) async throws(Problem) -> PlayerJoin.Outcome {
        let preview = try await use { stores throws(SQLiteError) in
            try await stores.joins.preview(hash, by: caller, at: now)
        }
        guard !isPreview, case .joined(let expected) = preview, !expected.isDone else { return preview }
        try count(expected.player.id)
        guard let person = expected.player.person else { return try await joinNow(hash, by: caller, at: now) }
        try await beginHold(person)
        defer { holds.end(person) }
        let outcome = try await joinNow(hash, by: caller, at: now)
        // Its end may have been followed before it had this player.
        if case .person(let own) = caller, try await !isThere(own) {
            try await use { stores throws(SQLiteError) in try await stores.joins.detach(own) }
        }
        return outcome
    }

    private func joinNow(
        _ hash: [UInt8],
        by caller: PlayerJoin.Caller,
        at now: UnixTime
    ) async throws(Problem) -> PlayerJoin.Outcome {
        try await use { stores throws(SQLiteError) in
            try await stores.joins.join(hash, by: caller, at: now) { [self] report in
                for install in report.changedInstalls { identities(.install(install)) }
                stores.reordered(report.boards)
                if report.leftPerson != nil { holds.change() }
                ringNews()
                duelBell.forget()
            }
        }
    }

    /// Eight codes by which a player comes back; they are nowhere else.
    func makeRecoveryCodes(of player: Player) async throws(Problem) -> [String] {
        let codes = (0..<ArenaRules.recoveryCodes).map { _ in PlayerCodeText.recovery() }
        let hashes = codes.map { PlayerCodeText.hash($0) }
        guard let person = player.person else {
            try await use { stores throws(SQLiteError) in
                try await stores.joins.setRecoveryCodes(hashes, of: player.id)
            }
            return codes
        }
        try await beginHold(person)
        defer { holds.end(person) }
        try await use { stores throws(SQLiteError) in
            try await stores.joins.setRecoveryCodes(hashes, of: player.id)
        }
        return codes
    }

    /// Changes a player whose version is this; with an address it comes back without any phone, so that it stays.
    func change(
        _ player: Player,
        _ change: PlayerChange,
        version: Int64,
        at now: UnixTime
    ) async throws(Problem) -> PlayerStore.Renaming {
        guard let person = player.person, change.email != nil else {
            return try await write(change, of: player, version, now)
        }
        try await beginHold(person)
        defer { holds.end(person) }
        return try await write(change, of: player, version, now)
    }

    private func write(_ change: PlayerChange, of player: Player, _ version: Int64, _ now: UnixTime)
        async throws(Problem) -> PlayerStore.Renaming
    {
        try await use { stores throws(SQLiteError) in
            try await stores.players.change(player.id, change, version: version, at: now, seen: player)
        }
    }

    /// An installation of the player goes its own way.
    func separate(
        _ install: String,
        of player: Int64,
        at now: UnixTime
    ) async throws(Problem) -> InstallStore.Separation {
        let code = ArenaService.newCode()
        return try await use { stores throws(SQLiteError) in
            try await stores.installs.separate(install, of: player, code: code, at: now) { [self] left in
                identities(.install(left.install))
                stores.reordered(left.boards)
                holds.change()
                ringNews()
                duelBell.forget()
            }
        }
    }

    /// Removes a player who typed its name in, with all that it has.
    func remove(_ player: Player, named name: String, at now: UnixTime) async throws(Problem)
        -> PlayerStore.Farewell
    {
        try await use { stores throws(SQLiteError) in
            try await stores.players.remove(player.id, named: name, at: now) { [self] installs in
                for install in installs { identities(.install(install)) }
                stores.gone(player.id)
                holds.change()
            } duels: { [self] in
                follow($0)
            }
        }
    }

    /// `state.db` refuses: nothing is stored that hangs on the person.
    private func beginHold(_ person: Int64) async throws(Problem) {
        do throws(SQLiteError) {
            try await holds.begin(person)
        } catch {
            throw Problem(
                .unavailable,
                "the box cannot store its own state at the moment; try again later",
                code: .disk
            )
        }
    }
}

/// Codes that people read to each other, or keep on paper.
enum PlayerCodeText {
    private static let length = 8
    private static let groups = 4
    /// Longer than any code with whatever people write between its letters, in bytes.
    static let longest = 64
    /// Longer than the link of a code, whatever the box's address is.
    static let longestLink = 512

    /// Eight letters: 2^40, for ten minutes and five tries.
    static func short() -> String { RandomSource.letters(length) }

    /// Four groups of four letters: 2^80, for as long as it takes.
    static func recovery() -> String {
        (0..<groups).map { _ in RandomSource.letters(length / 2) }.joined(separator: "-")
    }

    /// A code as a game may have scanned it: what stands behind `#join=` in the link whose QR code the app shows.
    static func scanned(_ text: String) -> String {
        guard let mark = text.ranges(of: "#join=").last else { return text }
        return String(text[mark.upperBound...])
    }

    static func hash(_ code: String) -> [UInt8] { SecretHash.of(Array(normalised(code).utf8)) }

    /// As people read it: case does not matter, and there is no letter that could be a digit.
    private static func normalised(_ code: String) -> String {
        String(
            code.uppercased().compactMap { (character: Character) -> Character? in
                switch character {
                case "O": "0"
                case "I", "L": "1"
                case " ", "-": nil
                default: character
                }
            }
        )
    }
}
