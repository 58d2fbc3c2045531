import Core
import FoundationEssentials

/// Finds out whether our own connection works: asks places that have nothing to do with Blizzard, all at
/// once.
///
/// One answer that can only have come from there is enough. The login page of a hotel or a café answers every address
/// with a page of its own or a redirect, and is no internet.
struct ConnectivityProbe: Sendable {
    let urls: [String]
    let timeout: Duration
    let send: @Sendable (HTTPRequest) async throws(HTTPFault) -> HTTPReply

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
        let proof = ProbeProof(url: url)
        do throws(HTTPFault) {
            let reply = try await send(HTTPRequest(url: url, timeout: timeout, maximumBody: 256 << 10))
            return proof.accepts(reply)
        } catch {
            // Too long to be one of the short texts that are known; over TLS it still came from there.
            guard case .tooLarge = error else { return false }
            return proof == .certificate
        }
    }
}

/// By what the answer to a probe shows that it came from the place that was asked.
enum ProbeProof: Hashable {
    /// Status 204 and no body, as the addresses made for this answer.
    case nothing
    /// A short text that is always the same.
    case text(String)
    /// The lines of Cloudflare's trace: the host that was asked is one of them.
    case trace
    /// Any answer: TLS has shown who it is from.
    case certificate
    /// Any success that is no page: all that can be asked of an unknown address without TLS.
    case success

    init(url: String) {
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        let path = parts.count == 3 ? parts[2].prefix { $0 != "?" && $0 != "#" } : ""
        switch path.lowercased() {
        case "generate_204", "gen_204": self = .nothing
        case "cdn-cgi/trace": self = .trace
        case "success.txt": self = .text("success")
        case "connecttest.txt": self = .text("Microsoft Connect Test")
        case "ncsi.txt": self = .text("Microsoft NCSI")
        case "check_network_status.txt": self = .text("NetworkManager is online")
        default: self = url.lowercased().hasPrefix("https:") ? .certificate : .success
        }
    }

    /// Whether a reply proves that the internet was reached.
    func accepts(_ reply: HTTPReply) -> Bool {
        switch self {
        case .certificate: return true
        case .nothing: return reply.status == 204 && reply.body.isEmpty
        case .text(let text):
            return reply.status == 200 && ProbeProof.lines(reply.body) == [Substring(text)]
        case .trace:
            let keys = ProbeProof.lines(reply.body).map { $0.prefix { $0 != "=" } }
            return reply.status == 200
                && Set(["fl", "h", "ip", "ts"]).isSubset(of: Set(keys.map(String.init)))
        case .success:
            return (200...299).contains(reply.status) && !reply.isPage
        }
    }

    private static func lines(_ body: Data) -> [Substring] {
        String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline)
    }
}

extension HTTPReply {
    /// Whether it is a page for people.
    fileprivate var isPage: Bool {
        let type = headers["content-type"]?.lowercased() ?? ""
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
            || body.first { $0 > 0x20 } == UInt8(ascii: "<")
    }
}
