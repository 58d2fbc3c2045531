package import Foundation
package import WatchpostModel

/// Performs what ``ResultQueue`` says, for one game in one process.
package actor ResultSender {
    package typealias Outcome = Result<ResultBody?, WatchpostError>

    private let store: ResultStore
    private let carrier: any ResultCarrier
    private let clock: @Sendable () -> Date
    private let files = FileQueue()
    private var rule = ResultQueue()
    private var keys = ResultKeys()
    /// Who waits for what is said of a result, by its key.
    private var waiters: [String: CheckedContinuation<Outcome, Never>] = [:]
    /// Keys of results that somebody is going to wait for, and what was said of them before that.
    private var expected: [String: Outcome?] = [:]
    private var listeners: [Int: AsyncStream<ResultNews>.Continuation] = [:]
    private var lastListener = 0
    private var timer: Task<Void, Never>?

    package init(
        store: ResultStore,
        carrier: any ResultCarrier,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.carrier = carrier
        self.clock = clock
    }

    deinit {
        timer?.cancel()
        for listener in listeners.values { listener.finish() }
    }

    /// Writes a result down, and sends it as soon as that is possible.
    ///
    /// Throws `storage` where it cannot be written down: it is not kept then.
    package func keep(_ draft: ResultDraft) async throws(WatchpostError) -> GameResult {
        let result = try await write(draft, isExpected: false)
        handle(.woke)
        return result
    }

    /// The same, and waits for what the appliance says; nil: the result waits for a connection.
    package func submit(_ draft: ResultDraft) async throws(WatchpostError) -> ResultBody? {
        let key = try await write(draft, isExpected: true).key
        let said = await withTaskCancellationHandler {
            await outcome(of: key)
        } onCancel: {
            letGo(key)
        }
        return try said.get()
    }

    /// How many wait.
    package func waiting() async throws(WatchpostError) -> Int {
        let outcome = await files.run { [store] () -> Result<WaitingResults, WatchpostError> in
            do throws(WatchpostError) { return .success(try store.read()) } catch { return .failure(error) }
        }
        return try outcome.get().entries.count
    }

    /// What becomes of results from now on, also of those that were kept by an earlier process.
    package func news() -> AsyncStream<ResultNews> {
        let (stream, listener) = AsyncStream.makeStream(of: ResultNews.self)
        lastListener += 1
        let number = lastListener
        listeners[number] = listener
        listener.onTermination = { [weak self] _ in self?.forget(number) }
        return stream
    }

    /// Something happens from outside.
    package func handle(_ event: ResultQueue.Event) {
        for effect in rule.handle(event, at: now, chance: Double.random(in: 0..<1)) { perform(effect) }
    }

    private var now: Int64 { clock().milliseconds }

    private func perform(_ effect: ResultQueue.Effect) {
        switch effect {
        case .begin(let work): Task { handle(await outcome(of: work)) }
        case .tell(let news): tell(news)
        case .rest(let until): rest(until: until)
        }
    }
}

extension ResultSender {
    private func write(_ draft: ResultDraft, isExpected: Bool) async throws(WatchpostError) -> GameResult {
        var source = SystemRandomNumberGenerator()
        let result = draft.result(key: keys.next(at: now, using: &source))
        if isExpected { expected[result.key] = .some(nil) }
        let (appliance, address) = (await carrier.met(), carrier.address)
        let outcome = await files.run { [store] () -> Result<Added, WatchpostError> in
            do throws(WatchpostError) {
                let added = try store.add(result, for: appliance, at: address)
                return .success(Added(dropped: added.value, trouble: added.trouble))
            } catch {
                return .failure(error)
            }
        }
        do throws(WatchpostError) {
            let added = try outcome.get()
            if let trouble = added.trouble { tell(.waiting(trouble)) }
            for dropped in added.dropped { tell(.dropped(dropped, .full)) }
            return result
        } catch {
            expected[result.key] = nil
            throw error
        }
    }

    private struct Added: Sendable {
        let dropped: [GameResult]
        let trouble: WatchpostError?
    }

    private func outcome(of key: String) async -> Outcome {
        await withCheckedContinuation { waiter in wait(for: key, waiter) }
    }

    private func wait(for key: String, _ waiter: CheckedContinuation<Outcome, Never>) {
        let early = expected.removeValue(forKey: key)
        if let early, let early { return waiter.resume(returning: early) }
        waiters[key] = waiter
        handle(.woke)
    }

    /// Whoever waits for it is cancelled; the result stays.
    private nonisolated func letGo(_ key: String) {
        Task { await end(key, .success(nil)) }
    }

    private func end(_ key: String, _ outcome: Outcome) {
        if let waiter = waiters.removeValue(forKey: key) {
            waiter.resume(returning: outcome)
        } else if expected[key] != nil {
            expected[key] = .some(outcome)
        }
    }

    private func tell(_ news: ResultNews) {
        switch news {
        case .sent(let result, let body): end(result.key, .success(body))
        case .refused(let result, let problem): end(result.key, .failure(.refused(problem)))
        case .dropped(let result, _): end(result.key, .success(nil))
        case .waiting, .stopped: break
        }
        for listener in listeners.values { listener.yield(news) }
    }

    private nonisolated func forget(_ listener: Int) {
        Task { await remove(listener) }
    }

    private func remove(_ listener: Int) {
        listeners[listener] = nil
    }

    /// Milliseconds since 1970; nil: until something happens.
    private func rest(until: Int64?) {
        for waiter in waiters.values { waiter.resume(returning: .success(nil)) }
        waiters = [:]
        timer?.cancel()
        timer = nil
        guard let until else { return }
        let pause = min(max(until - now, 50), WaitingResults.longestPause)
        timer = Task { [weak self] in
            do { try await Task.sleep(nanoseconds: UInt64(pause) * 1_000_000) } catch { return }
            await self?.handle(.woke)
        }
    }

    /// What a piece of work leads to.
    private func outcome(of work: ResultQueue.Work) async -> ResultQueue.Event {
        do throws(WatchpostError) {
            switch work {
            case .look(let keys): return .looked(try await look(except: keys))
            case .locate: return .located(try await carrier.located())
            case .take(let appliance, let keys, let most): return try await take(appliance, keys, most)
            case .send(let results, let appliance):
                return .answered(try await carrier.carry(results, to: appliance))
            case .settle(let settlement): return try await settle(settlement)
            }
        } catch {
            return .failed(error)
        }
    }

    private func look(except keys: Set<String>) async throws(WatchpostError) -> Int {
        let address = carrier.address
        let outcome = await files.run { [store] () -> Result<Int, WatchpostError> in
            do throws(WatchpostError) {
                return .success(try store.read().count(at: address, except: keys))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func take(
        _ appliance: String,
        _ keys: Set<String>,
        _ most: Int
    ) async throws(WatchpostError) -> ResultQueue.Event {
        let request = WaitingResults.Request(
            appliance: appliance,
            address: carrier.address,
            except: keys,
            most: most,
            now: now,
            time: await carrier.time()
        )
        return .taken(try await change { $0.take(request) })
    }

    private func settle(
        _ settlement: WaitingResults.Settlement
    ) async throws(WatchpostError) -> ResultQueue.Event {
        let now = self.now
        return .settled(try await change { $0.settle(settlement, at: now) })
    }

    private func change<Value: Sendable>(
        _ change: @escaping @Sendable (inout WaitingResults) -> Value
    ) async throws(WatchpostError) -> Value {
        let outcome = await files.run { [store] () -> Result<Value, WatchpostError> in
            do throws(WatchpostError) { return .success(try store.change(change).value) } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
