import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The answers that a session is receiving, each held to `HTTPReply.maximumBytes`.
///
/// Each ends exactly once: when it is whole, when it fails or grows too large, or when nobody waits any more,
/// and then at once, whatever the session does with its task.
/// `@unchecked Sendable`: `loads` is read and written under `lock` alone, and nothing waits while holding that.
final class BoundedLoads: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    typealias Outcome = Result<HTTPReply, WatchpostError>

    private struct Load {
        var body = Data()
        var waiter: CheckedContinuation<Outcome, Never>?
        /// What came before anybody waited.
        var outcome: Outcome?
    }

    private let lock = NSLock()
    private var loads: [Int: Load] = [:]

    /// Makes room for a task that is going to run; before anybody may end it.
    func add(_ task: URLSessionTask) {
        lock.withLock { loads[task.taskIdentifier] = Load() }
    }

    /// Starts a task that was added, and waits for its end.
    func run(_ task: URLSessionTask) async -> Outcome {
        let outcome = await withCheckedContinuation { waiter in
            if let early = wait(for: task, with: waiter) {
                waiter.resume(returning: early)
            } else {
                task.resume()
            }
        }
        _ = lock.withLock { loads.removeValue(forKey: task.taskIdentifier) }
        return outcome
    }

    /// Ends a task, if it has not ended yet.
    func end(_ task: URLSessionTask, _ outcome: Outcome) {
        let waiter: CheckedContinuation<Outcome, Never>? = lock.withLock {
            guard var load = loads[task.taskIdentifier], load.outcome == nil else { return nil }
            load.outcome = outcome
            load.body = Data()
            let waiter = load.waiter
            load.waiter = nil
            loads[task.taskIdentifier] = load
            return waiter
        }
        waiter?.resume(returning: outcome)
        task.cancel()
    }

    /// The outcome if there is one already; else the waiter gets it later.
    private func wait(for task: URLSessionTask, with waiter: CheckedContinuation<Outcome, Never>) -> Outcome?
    {
        lock.withLock {
            if let outcome = loads[task.taskIdentifier]?.outcome { return outcome }
            loads[task.taskIdentifier]?.waiter = waiter
            return nil
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = lock.withLock {
            loads[dataTask.taskIdentifier]?.body.append(data)
            return (loads[dataTask.taskIdentifier]?.body.count ?? 0) > HTTPReply.maximumBytes
        }
        guard isTooLarge else { return }
        let status = (dataTask.response as? HTTPURLResponse)?.statusCode ?? 0
        end(dataTask, .failure(.notWatchpost(status: status)))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return end(task, .failure(.unreachable(error.localizedDescription))) }
        guard let response = task.response as? HTTPURLResponse else {
            return end(task, .failure(.unreachable("the answer is not HTTP")))
        }
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields {
            headers[name.lowercased()] = value
        }
        let body = lock.withLock { loads[task.taskIdentifier]?.body ?? Data() }
        end(task, .success(HTTPReply(status: response.statusCode, headers: headers, body: body)))
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
