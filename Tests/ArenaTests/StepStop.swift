import CoreSupport
import TestSupport
import Testing

@testable import Arena
@testable import Core

/// Stops work in steps, as an end of the box does: cancels its task the moment a certain job of the database begins.
///
/// For databases in memory, which tell their observer of reads as well.
final class StepStop: Sendable {
    private typealias Work = Task<Void, any Error>

    private struct State {
        var jobs: [String] = []
        var last: Int?
        var work: Work?
    }

    private let state = Locked(State())

    var observer: Database.Observer { Database.Observer(onBegin: { [self] name in begin(name) }) }

    private func begin(_ name: String) {
        let stopped = state.withLock { state -> Work? in
            guard let work = state.work else { return nil }
            state.jobs.append(name)
            return state.jobs.count - 1 == state.last ? work : nil
        }
        stopped?.cancel()
    }

    /// Does the work until its job of this number begins, or to its end; the names of all jobs that began, and what it threw.
    func run(
        until last: Int? = nil,
        _ work: @escaping @Sendable () async throws -> Void
    ) async -> (jobs: [String], error: (any Error)?) {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let task: Work = Task {
            // No job begins before it can be stopped.
            for await _ in gate { break }
            try await work()
        }
        state.withLock { $0 = State(last: last, work: task) }
        opener.yield()
        let result = await task.result
        let jobs = state.withLock { state in
            defer { state = State() }
            return state.jobs
        }
        guard case .failure(let error) = result else { return (jobs, nil) }
        return (jobs, error)
    }

    /// Stops the work at each of its jobs: no other job may begin behind it, and done again it comes to what it comes to unstopped.
    ///
    /// In the gate, of jobs of one name, which are one step done again and again, at the first and at the last.
    static func everywhere<World>(
        _ make: (StepStop) async throws -> World,
        work: (World) -> @Sendable () async throws -> Void,
        outcome: (World) async throws -> [String]
    ) async throws {
        let whole = StepStop()
        let world = try await make(whole)
        let (jobs, error) = await whole.run(work(world))
        if let error { Issue.record(error) }
        #expect(jobs.count > 2, "\(jobs)")
        let expected = try await outcome(world)
        let stops = jobs.indices.filter { place in
            let isFirst = jobs.firstIndex(of: jobs[place]) == place
            return isFirst || jobs.lastIndex(of: jobs[place]) == place || TestEffort.factor > 1
        }
        for last in stops {
            let stop = StepStop()
            let world = try await make(stop)
            let stopped = await stop.run(until: last, work(world))
            #expect(stopped.jobs == Array(jobs[...last]))
            let isInterruption = (stopped.error as? SQLiteError)?.isInterruption == true
            #expect(isInterruption || last == jobs.indices.last, "\(jobs[last])")
            _ = await stop.run(work(world))
            let found = try await outcome(world)
            #expect(found == expected, "stopped at \(last): \(jobs[last])")
        }
    }
}

/// What long work of the arena leaves behind.
enum ArenaRows {
    private static let queries = [
        "SELECT 'result ' || seq || ' ' || state FROM results ORDER BY seq",
        """
        SELECT 'standing ' || board || ' ' || season || ' ' || install || ' ' || score || ' ' || seq || ' ' || count
            || ' ' || ifnull(hex(recent), '') FROM standings ORDER BY board, season, install
        """,
        """
        SELECT 'archive ' || board || ' ' || span || ' ' || period || ' ' || ifnull(count, 'none')
        FROM archives ORDER BY board, span, period
        """,
        """
        SELECT 'rows ' || board || ' ' || span || ' ' || period || ' ' || part || ' ' || hex(rows)
        FROM archive_chunks JOIN archives ON archives.id = archive ORDER BY board, span, period, part
        """,
        """
        SELECT 'hiding ' || id || ' ' || state || ' ' || results || ' ' || players || ' ' || returned
        FROM hidings ORDER BY id
        """,
        "SELECT 'hidden ' || hiding || ' ' || seq || ' ' || before FROM hidden_results ORDER BY hiding, seq",
        "SELECT 'lacks ' || seq || ' ' || player || ' ' || position FROM archive_hidden ORDER BY archive, seq",
        "SELECT 'act ' || act || ' ' || count || ' ' || detail FROM moderation_audit ORDER BY id",
        "SELECT 'folded ' || seq FROM folded",
    ]

    static func all(_ database: Database) async throws -> [String] {
        try await database.read("rows") { db throws(SQLiteError) in
            var rows: [String] = []
            for query in queries {
                rows += try db.rows(query) { row throws(SQLiteError) in try row.text(0) }
            }
            return rows
        }
    }
}
