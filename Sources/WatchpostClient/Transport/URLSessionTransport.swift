package import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests by URLSession.
///
/// Without its cache: a hash that comes out of a cache proves nothing. Without cookies, too. A redirection is an
/// answer like any other, so that a credential never goes to another host.
package final class URLSessionTransport: HTTPTransport {
    /// The address without slashes at its end.
    let base: String
    private let session: URLSession
    private let loads = BoundedLoads()

    /// `address`: `http` or `https`, with a path if the appliance lies below one.
    package init(address: URL) {
        var base = address.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: loads, delegateQueue: nil)
    }

    deinit {
        // A session holds its delegate until it is invalidated.
        session.invalidateAndCancel()
    }

    /// Sends one request; `limit` counts for the whole of it.
    package func send(_ request: HTTPRequest) async throws(WatchpostError) -> HTTPReply {
        guard let prepared = prepare(request) else {
            throw .unreachable("“\(base)” is not an address of the form http://host or https://host")
        }
        let task = session.dataTask(with: prepared)
        loads.add(task)
        let limit = request.limit
        let timer = Task { [loads] in
            try await Task.sleep(nanoseconds: UInt64(limit * 1_000_000_000))
            loads.end(task, .failure(.unreachable("no answer within \(Int(limit)) s")))
        }
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler {
            await loads.run(task)
        } onCancel: { [loads] in
            loads.end(task, .failure(.cancelled))
        }
        return try result.get()
    }

    private func prepare(_ request: HTTPRequest) -> URLRequest? {
        guard base.hasPrefix("http://") || base.hasPrefix("https://"),
            let url = URL(string: base + request.path), url.host != nil
        else { return nil }
        var prepared = URLRequest(url: url)
        prepared.httpMethod = request.method
        prepared.timeoutInterval = request.limit
        prepared.cachePolicy = .reloadIgnoringLocalCacheData
        prepared.setValue("application/json", forHTTPHeaderField: "Accept")
        prepared.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
        for (name, value) in request.fields { prepared.setValue(value, forHTTPHeaderField: name) }
        if let bearer = request.bearer {
            prepared.setValue("Bearer \(bearer)", forHTTPHeaderField: "Authorization")
        }
        if let body = request.body {
            prepared.httpBody = body
            prepared.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        return prepared
    }
}
