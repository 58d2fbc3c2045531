import Core
import Serving

/// Numbers of the arena for `/metrics`.
final class ArenaMetrics: Sendable {
    private let accepted = Metric()
    private let repeated = Metric()
    private let refused = Metric()
    /// Results that were put together.
    let folded = Metric()
    /// Results that are not yet, by the last look.
    private let waiting = Locked(0)
    /// By the last look.
    private let players = Locked(0)
    /// News that the outbox took, and those that made room for newer ones.
    private let newsRelayed = Metric()
    let newsDropped = Metric()
    /// By the last look.
    private let news = Locked((waiting: 0, movesDropped: 0))

    func note(_ submitted: ResultLedger.Submitted) {
        guard case .outcomes(let outcomes) = submitted else { return refused.add() }
        for outcome in outcomes {
            switch outcome {
            case .accepted: accepted.add()
            case .repeated: repeated.add()
            case .otherContent, .closedGame, .banned, .noBoard, .refused, .full: refused.add()
            }
        }
    }

    func note(unfolded: Int) {
        waiting.withLock { $0 = unfolded }
    }

    func note(players count: Int) {
        players.withLock { $0 = count }
    }

    /// A batch of news left, this one and all before it.
    func note(_ taken: NewsOutbox.Taken, rows: Int) {
        newsRelayed.add(rows)
        newsDropped.add(taken.dropped)
    }

    func note(newsWaiting count: Int) {
        news.withLock { $0.waiting = count }
    }

    func note(movesDropped count: Int) {
        news.withLock { $0.movesDropped = count }
    }

    private var newsSeries: [MetricSeries] {
        [
            MetricSeries(
                "watchpost_arena_news_relayed_total",
                .counter,
                help: "News of friends and duels that the outbox took, and what took some back."
            ) { [newsRelayed] in newsRelayed.value },
            MetricSeries(
                "watchpost_arena_news_dropped_total",
                .counter,
                help: "News that made room for newer ones of the same person."
            ) { [newsDropped] in newsDropped.value },
            MetricSeries(
                "watchpost_arena_news_waiting",
                .gauge,
                help: "News that wait for the outbox, by the last look."
            ) { [news] in news.withLock { $0.waiting } },
            MetricSeries(
                "watchpost_arena_moves_dropped_total",
                .counter,
                help: "Better results of which no friend was told, because too many came at once."
            ) { [news] in news.withLock { $0.movesDropped } },
        ]
    }

    /// `stores`: those that are open; nil: the arena is closed.
    func series(_ stores: @escaping @Sendable () -> ArenaService.Stores?) -> [MetricSeries] {
        let outcomes = [("accepted", accepted), ("repeated", repeated), ("refused", refused)]
        return outcomes.map { outcome, metric in
            MetricSeries(
                "watchpost_arena_results_total",
                .counter,
                help: "Results that games sent, by what became of them.",
                labels: ["outcome": outcome]
            ) { metric.value }
        } + [
            MetricSeries(
                "watchpost_arena_writes_total",
                .counter,
                help: "Writes to arena.db; by commits: how many share a sync."
            ) { stores()?.ledger.groupCounts.writes ?? 0 },
            MetricSeries(
                "watchpost_arena_commits_total",
                .counter,
                help: "Commits of arena.db, each with one sync."
            ) { stores()?.ledger.groupCounts.groups ?? 0 },
            MetricSeries(
                "watchpost_arena_folded_results_total",
                .counter,
                help: "Results that were put together into standings."
            ) { [folded] in folded.value },
            MetricSeries(
                "watchpost_arena_unfolded_results",
                .gauge,
                help: "Results that are in no standing yet, by the last look."
            ) { [waiting] in waiting.withLock { $0 } },
            MetricSeries(
                "watchpost_arena_board_bytes",
                .gauge,
                help: "Memory of the orders of boards, in bytes."
            ) { stores()?.shelf.size.bytes ?? 0 },
            MetricSeries(
                "watchpost_arena_boards_loaded",
                .gauge,
                help: "Boards whose orders are in memory."
            ) { stores()?.shelf.size.boards ?? 0 },
        ] + keptSeries(stores) + newsSeries
    }

    /// How near the bounds are.
    private func keptSeries(_ stores: @escaping @Sendable () -> ArenaService.Stores?) -> [MetricSeries] {
        let help = "Results that are kept one by one, by where their installations come from."
        return [
            MetricSeries("watchpost_arena_results_kept", .gauge, help: help, labels: ["from": "outside"]) {
                stores()?.ledger.kept?.outside ?? 0
            },
            MetricSeries("watchpost_arena_results_kept", .gauge, help: help, labels: ["from": "home"]) {
                stores()?.ledger.kept.map { $0.total - $0.outside } ?? 0
            },
            MetricSeries(
                "watchpost_arena_results_most",
                .gauge,
                help: "Results that are kept one by one at most."
            ) { stores()?.ledger.shares.most ?? 0 },
            MetricSeries("watchpost_arena_players", .gauge, help: "Players, by the last look.") {
                [players] in players.withLock { $0 }
            },
            MetricSeries("watchpost_arena_players_most", .gauge, help: "Players at most.") {
                stores()?.installs.places.most ?? 0
            },
        ]
    }
}
