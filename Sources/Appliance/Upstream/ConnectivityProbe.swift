import Core

/// Finds out whether our own connection works: asks places that have nothing to do with Blizzard, all at
/// once.
///
/// One answer, whatever it says, is enough; only when none answers is the network gone.
struct ConnectivityProbe: Sendable {
    let client: HTTPClient
    let urls: [String]
    let timeout: Duration

    func run() async -> Connectivity {
        await withTaskGroup(of: Bool.self) { group in
            for url in urls { group.addTask { await reaches(url) } }
            for await reached in group where reached {
                group.cancelAll()
                return .online
            }
            return .offline
        }
    }

    private func reaches(_ url: String) async -> Bool {
        do throws(HTTPFault) {
            _ = try await client.send(HTTPRequest(url: url, timeout: timeout, maximumBody: 256 << 10))
            return true
        } catch {
            if case .tooLarge = error { return true }
            return false
        }
    }
}
