import Core
import Display
import Serving
import SystemSupport
import WatchpostModel

/// Decides duels by the box's own clock, and shows those that run of people at home.
actor DuelWatch {
    /// Shows duels on the panel.
    typealias Show = @Sendable ([PanelDuel]) -> Void

    private let arena: ArenaService
    private let persons: PersonStore
    private let clock: SystemClock
    private let liveness: LivenessRegistry
    /// Nil: the panel shows none.
    private let show: Show?
    private var shown: [PanelDuel] = []
    /// The players of the people at home, by the last look.
    private var atHome: Set<Int64> = []
    /// When the panel's duels were read, and old ones looked for, last; on the monotonic clock.
    private var readAt: Duration?
    private var sweptAt: Duration?

    private static let name = "duels"
    /// Rows of one write: a result that comes meanwhile hardly waits.
    private static let step = 500
    /// Who administers may be another one after it.
    private static let longestRead = Duration.seconds(60)
    private static let day = Duration.seconds(86_400)
    /// Changes of duels at home are put together for so long.
    private static let pause = Duration.seconds(1)
    /// Duels that the panel shows at most.
    private static let mostShown = 4

    init(
        arena: ArenaService,
        persons: PersonStore,
        clock: SystemClock,
        liveness: LivenessRegistry,
        show: Show?
    ) {
        (self.arena, self.persons, self.clock) = (arena, persons, clock)
        (self.liveness, self.show) = (liveness, show)
    }

    /// Looks until cancelled.
    ///
    /// Not written where it is used: Swift 6.0 sees no suspension in closures within a closure.
    nonisolated var loop: @Sendable () async -> Void { { await self.run() } }

    private func run() async {
        while !Task.isCancelled {
            liveness.expect(DuelWatch.name, within: .seconds(120))
            await look()
            // Many results at once are one look.
            try? await Task.sleep(for: .milliseconds(50))  // Cancellation is seen by the loop.
            let now = clock.now().wall
            let seconds = arena.duelBell.clock { $0.pause(at: now) }
            await arena.duelBell.sleep(.seconds(seconds))
        }
        liveness.rest(DuelWatch.name)
    }

    /// What the file refuses is tried again with the next look; the panel's fault tells of it.
    func look() async {
        let now = clock.now()
        do throws(Problem) {
            if let wall = now.wall, arena.duelBell.clock({ $0.isDue(at: wall) }) {
                arena.duelBell.clock { $0.look() }
                try await decide(at: wall)
            }
            try await showDuels(at: now)
            try await sweep(at: now)
        } catch {
            arena.duelBell.clock { $0.forget() }
            readAt = nil
        }
    }

    private func decide(at now: UnixTime) async throws(Problem) {
        let arena = arena
        while !Task.isCancelled {
            liveness.expect(DuelWatch.name, within: .seconds(120))
            let count = try await arena.use { stores throws(SQLiteError) in
                try await stores.duels.decideDue(at: now, most: DuelWatch.step) { arena.follow($0) }
            }
            guard count == DuelWatch.step else { break }
        }
        let next = try await arena.use { stores throws(SQLiteError) in try await stores.duels.nextDue() }
        arena.duelBell.clock { $0.looked(at: now, due: next) }
    }

    /// Pushed when one of them changes; no page asks for it.
    private func showDuels(at now: Moment) async throws(Problem) {
        guard let show else { return }
        let since = readAt.map { now.monotonic - $0 }
        if let since, since < DuelWatch.pause { return }
        let hasChanged = arena.duelBell.takeChanges(of: atHome)
        guard hasChanged || since.map({ $0 >= DuelWatch.longestRead }) ?? true else { return }
        readAt = now.monotonic
        guard let people = try? await persons.administrators() else { return }
        let running = try await arena.use { stores throws(SQLiteError) in
            try await stores.duels.running(ofPersons: people, most: DuelWatch.mostShown)
        }
        atHome = running.players
        let duels = running.duels.map { PanelDuel($0.view, of: $0.side) }
        if duels != shown { show(duels) }
        shown = duels
    }

    private func sweep(at now: Moment) async throws(Problem) {
        guard let wall = now.wall else { return }
        if let sweptAt, now.monotonic - sweptAt < DuelWatch.day { return }
        sweptAt = now.monotonic
        let arena = arena
        while !Task.isCancelled {
            let count = try await arena.use { stores throws(SQLiteError) in
                try await stores.duels.sweep(at: wall, most: DuelWatch.step)
            }
            guard count == DuelWatch.step else { return }
        }
    }
}

extension PanelDuel {
    /// As one of its sides sees it.
    fileprivate init(_ view: DuelView, of side: DuelSide) {
        let text = view.text
        self.init(
            code: view.record.code,
            board: view.rules.name,
            mine: Side(view, side, text),
            theirs: Side(view, side.other, text),
            endsAt: view.duel.endsAt ?? view.duel.createdAt
        )
    }
}

extension PanelDuel.Side {
    fileprivate init(_ view: DuelView, _ side: DuelSide, _ text: ScoreText) {
        let player = view.players[side]
        self.init(
            name: player?.name ?? "?",
            code: player?.code ?? "?",
            best: view.duel.bests[side].map { text.text($0.score) }
        )
    }
}
