package import Foundation
package import WatchpostModel

/// Which maps are on, from the appliance where it answers, else from this device, marked.
public struct MapSchedules: Sendable {
    private let routes: ScheduleRoutes
    private let store: ScheduleStore
    private let builtIn: RotationSchedules?
    private let files = FileQueue()
    private let clock: @Sendable () -> Date
    private let pause: @Sendable (Double) async -> Void

    /// `pause`: waits for so many seconds, or until it is cancelled.
    package init(
        transport: any HTTPTransport,
        folder: URL,
        builtIn: RotationSchedules?,
        clock: @escaping @Sendable () -> Date = { Date() },
        pause: @escaping @Sendable (Double) async -> Void = { seconds in
            try? await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
        }
    ) {
        routes = ScheduleRoutes(transport)
        store = ScheduleStore(folder: folder)
        self.builtIn = builtIn
        self.clock = clock
        self.pause = pause
    }

    /// The schedules, accurate where the appliance confirms them, marked where it cannot be asked.
    ///
    /// There is always an answer: after three seconds without a word of the appliance, at once when the task is
    /// cancelled. One small request is made where nothing has changed.
    ///
    /// - Parameters:
    ///   - modes: the keys to answer for (`pubs`, `ranked`…), in this order; nil for all there are.
    ///   - force: fetch them also when they have not changed.
    /// - Returns: one schedule for each key.
    public func refresh(_ modes: [String]? = nil, force: Bool = false) async -> [MapSchedule] {
        var rule = ScheduleRefresh(modes: modes, force: force, builtIn: builtIn)
        let (events, inbox) = AsyncStream.makeStream(of: ScheduleRefresh.Event.self)
        var tasks: [Task<Void, Never>] = []
        defer { for task in tasks { task.cancel() } }
        inbox.yield(.began)
        // The stream ends when the task is cancelled.
        for await event in events {
            for effect in rule.handle(event, at: clock().milliseconds) {
                switch effect {
                case .answer(let schedules): return schedules
                case .save(let schedules): await save(schedules)
                case .begin(let work): tasks.append(Task { inbox.yield(await perform(work)) })
                }
            }
        }
        return rule.abandon()
    }

    /// The schedule of one mode; see `refresh(_:force:)`.
    public func refresh(_ mode: String, force: Bool = false) async -> MapSchedule {
        let nothing = MapSchedule(
            key: mode,
            mode: nil,
            source: nil,
            origin: .nowhere,
            mark: .unchecked(.cancelled),
            confirmedAt: nil
        )
        return await refresh([mode], force: force).first ?? nothing
    }

    /// What a piece of work leads to.
    private func perform(_ work: ScheduleRefresh.Work) async -> ScheduleRefresh.Event {
        switch work {
        case .readStore: return .stored(await files.run { [store] in store.read() })
        case .askHash:
            do { return .live(try await routes.hashes()) } catch { return .noHash(error) }
        case .fetch:
            do { return .fetched(try await routes.schedules()) } catch { return .fetchFailed(error) }
        case .limit(let number, let seconds):
            // Cancellation ends the limit early, when nobody listens any more.
            await pause(seconds)
            return .timeIsUp(number)
        }
    }

    /// Before the answer: a widget's process may be stopped as soon as it has it.
    ///
    /// What cannot be stored is fetched again next time, so that a full disk costs no truth.
    private func save(_ schedules: StoredSchedules) async {
        let now = clock().milliseconds
        _ = await files.run { [store] in try? store.save(schedules, at: now) }
    }
}
