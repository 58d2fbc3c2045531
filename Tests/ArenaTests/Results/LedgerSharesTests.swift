import Testing

@testable import Arena

@Suite("What part of the ledger there is for whom")
struct LedgerSharesTests {
    private static let shares = LedgerShares(most: 10_000)

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let standing: LedgerShares.Standing
        let load: LedgerShares.Load
        let room: Int

        init(
            _ words: String,
            _ standing: LedgerShares.Standing,
            total: Int = 0,
            outside: Int = 0,
            game: Int = 0,
            network: Int? = nil,
            install: Int = 0,
            isOnlyGame: Bool = false,
            room: Int
        ) {
            (testDescription, self.standing, self.room) = (words, standing, room)
            load = LedgerShares.Load(
                total: max(total, outside),
                outside: outside,
                game: game,
                network: network,
                install: install,
                isOnlyGame: isOnlyGame
            )
        }
    }

    static let cases = [
        Case("home has all of an empty ledger", .home, room: 10_000),
        Case("home has what is left, whoever has the rest", .home, total: 9_999, outside: 7_500, room: 1),
        Case("home has no share by installation", .home, total: 9_000, install: 9_000, room: 1_000),
        Case("a full ledger has nothing for home", .home, total: 10_000, room: 0),
        Case("one with more than its bound has less than nothing for nobody", .home, total: 12_000, room: 0),
        Case("a newcomer in an empty ledger has what is plenty", .newcomer, network: 0, room: 2_500),
        Case(
            "where it is scarce an installation has a fiftieth",
            .newcomer,
            outside: 2_500,
            game: 150,
            network: 150,
            install: 150,
            room: 50
        ),
        Case("and no more", .newcomer, outside: 2_500, install: 200, room: 0),
        Case(
            "what it has beyond that from plenty stays, and is the end",
            .newcomer,
            outside: 2_500,
            install: 2_500,
            room: 0
        ),
        Case(
            "a network has a tenth, however many installations it is",
            .newcomer,
            outside: 4_000,
            game: 1_000,
            network: 990,
            room: 10
        ),
        Case("and no more than that", .newcomer, outside: 4_000, network: 1_000, room: 0),
        Case("nor has one of long standing in it", .known, outside: 4_000, network: 1_000, room: 0),
        Case("its neighbour has a share of its own", .newcomer, outside: 4_000, network: 0, room: 200),
        Case("one whose network nobody knows has a fiftieth", .newcomer, outside: 4_000, room: 200),
        Case("a game has half of what newcomers may have", .newcomer, outside: 4_000, game: 2_490, room: 10),
        Case(
            "where it is the only one it has all",
            .newcomer,
            outside: 4_000,
            game: 4_000,
            isOnlyGame: true,
            room: 200
        ),
        Case("newcomers end at the half", .newcomer, outside: 4_990, room: 10),
        Case("and there are none of them beyond", .newcomer, outside: 5_000, room: 0),
        Case("who is of long standing goes on", .known, outside: 5_000, room: 200),
        Case("up to three quarters", .known, outside: 7_495, room: 5),
        Case("the last quarter is for home", .known, outside: 7_500, room: 0),
        Case("what home has leaves less for outside", .known, total: 9_990, outside: 100, room: 10),
    ]

    @Test("each has its part and its share", arguments: cases)
    func room(one: Case) {
        #expect(Self.shares.room(for: one.standing, one.load) == one.room)
    }

    @Test("old results go sooner before anybody is refused")
    func short() {
        #expect(!Self.shares.isShort(total: 9_000, outside: 4_000))
        #expect(Self.shares.isShort(total: 9_001, outside: 0))
        #expect(Self.shares.isShort(total: 4_001, outside: 4_001))
        #expect(4_001 < Self.shares.newcomers)
    }

    @Test("whoever fills it by fiftieths from one network fills a tenth, and from all networks a half")
    func filled() {
        for (networks, most) in [(1, 2_500), (40, 5_000)] {
            var counts = LedgerCounts()
            for install in Int64(0)..<400 {
                let owner = LedgerCounts.Owner(
                    install: install,
                    game: install % 7,
                    network: "network \(install % Int64(networks))",
                    isOutside: true
                )
                let room = Self.shares.room(for: .newcomer, counts.load(of: owner))
                if room > 0 { counts.add(room, of: owner) }
            }
            #expect(counts.total == most && counts.outside == most, "\(networks) networks")
        }
    }

    @Test("who sends a result is of long standing by another occasion, and never less than before")
    func use() {
        #expect(InstallUse.never.afterResult(0) == .played)
        #expect(InstallUse.never.afterResult(InstallUse.occasion) == .returned)
        #expect(InstallUse.played.afterResult(InstallUse.occasion - 1) == .played)
        #expect(InstallUse.returned.afterResult(-1) == .returned)
    }
}
