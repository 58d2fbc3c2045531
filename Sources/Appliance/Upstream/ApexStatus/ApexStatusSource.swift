import Core
import JSONReading
import SystemSupport
import WatchpostModel

/// Asks Apex Legends Status which maps are on: one GET, all modes in one answer.
///
/// Source: apexlegendsapi.com, and what its clients had to learn: errors may come with status 200, `{"Error":…}` or
/// `{"error":…}`, or as bare text.
struct ApexStatusSource: Sendable {
    /// What people are told about it.
    static let upstream = RotationCrossCheck.Upstream(
        name: "Apex Legends Status",
        attribution: "Data from apexlegendsstatus.com",
        url: "https://apexlegendsstatus.com"
    )

    let settings: RotationUpstreamSection
    let send: @Sendable (HTTPRequest) async throws(HTTPFault) -> HTTPReply

    /// In bytes; five modes have some 4,000.
    private static let limits = JSONLimits(bytes: 256 << 10, depth: 8)
    /// The words of a refusal that are repeated to people, in bytes.
    private static let longestWords = 160

    /// One question; `now` is the time by which a wish of the far side is measured.
    func ask(at now: UnixTime?) async throws(CheckFailure) -> RotationReport {
        let request = HTTPRequest(
            url: "\(settings.url.text)/maprotation?version=2",
            headers: [("Authorization", settings.key.exposed), ("Accept", "application/json")],
            timeout: settings.timeout,
            maximumBody: ApexStatusSource.limits.bytes,
            tellsTime: false
        )
        let reply: HTTPReply
        do throws(HTTPFault) {
            reply = try await send(request)
        } catch {
            throw CheckFailure(.trouble(retryAfter: nil), "\(error)")
        }
        return try read(reply, at: now)
    }

    private func read(_ reply: HTTPReply, at now: UnixTime?) throws(CheckFailure) -> RotationReport {
        let body = try? JSONElement.repairing(reply.body, limits: ApexStatusSource.limits).document
        let error = ApexStatusError(body, reply)
        let wish = RetryAfter.duration(in: reply, at: now)
        if reply.status != 200 || error != nil {
            throw failure(reply.status, error, retryAfter: wish)
        }
        guard let body else {
            throw CheckFailure(.trouble(retryAfter: wish), "its answer is not valid JSON")
        }
        // All modes change at once: there is nothing in that second.
        if body.kind == .array, body.count == 0 { return RotationReport(modes: []) }
        guard body.kind == .object else {
            throw CheckFailure(.trouble(retryAfter: wish), "its answer is not a list of modes")
        }
        return MapRotationReader.report(body)
    }

    private func failure(_ status: Int, _ error: ApexStatusError?, retryAfter: Duration?) -> CheckFailure {
        let words = error?.words ?? ""
        let lower = words.lowercased()
        if lower.contains("discord"), status == 429 || status == 200 {
            return CheckFailure(
                .refused,
                "the key is not linked to Discord yet; link it at portal.apexlegendsapi.com and restart"
            )
        }
        if let error, error.isJSON, let reason = ApexStatusSource.refusal(status) {
            // Gateways have errors in JSON, too, and none of them knows of keys.
            let isCertain = [401, 403].contains(status) && error.namesKey
            return CheckFailure(isCertain ? .refused : .perhapsRefused, reason)
        }
        switch status {
        case 429: return CheckFailure(.tooMany(retryAfter: retryAfter), "it was asked too often (HTTP 429)")
        case 200 where lower.contains("slow down"):
            return CheckFailure(.tooMany(retryAfter: retryAfter), "it was asked too often")
        case 200: return CheckFailure(.trouble(retryAfter: retryAfter), "it says: \(shown(words))")
        default:
            let said = words.isEmpty ? "" : ": \(shown(words))"
            let isDoubtful = ApexStatusSource.refusal(status) != nil
            let doubt = isDoubtful ? ", but not in its own form; a proxy may stand between" : ""
            return CheckFailure(.trouble(retryAfter: retryAfter), "it answered HTTP \(status)\(doubt)\(said)")
        }
    }

    /// What a person has to mend, where the API itself answers so; nil for other statuses.
    ///
    /// Whoever stands between (a proxy, a page that wants to see a browser) has the same statuses and is gone in a minute.
    private static func refusal(_ status: Int) -> String? {
        switch status {
        case 401, 403, 451: "it refuses the key (HTTP \(status)); look at [rotations.upstream] key_file"
        case 404, 410: "there is nothing at its address (HTTP \(status)); look at [rotations.upstream] url"
        default: nil
        }
    }

    /// Words of the far side for log and page: short, in printable ASCII, and never with our key in them.
    private func shown(_ words: String) -> String {
        guard !words.contains(settings.key.exposed) else { return "words with the key in them" }
        let bytes = words.utf8.prefix(ApexStatusSource.longestWords).map {
            (0x20...0x7E).contains($0) ? $0 : 0x3F
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The words of an error, whatever its status.
private struct ApexStatusError {
    let words: String
    /// Whether it has the API's own form, `{"Error":…}` or `{"error":…}`.
    let isJSON: Bool

    /// Whether it speaks of the key, as the API itself does: `Invalid API key`.
    var namesKey: Bool {
        words.lowercased().split { !$0.isLetter }.contains { ["key", "keys", "apikey"].contains($0) }
    }

    /// Nil when the answer has none; a page for browsers has no words of the API.
    init?(_ body: JSONElement?, _ reply: HTTPReply) {
        if let body {
            guard let error = body["Error"] ?? body["error"], !error.isNull else { return nil }
            words = error.string(atMost: 4_096) ?? "an error without words"
            isJSON = true
            return
        }
        let text = String(decoding: reply.body.prefix(4_096), as: UTF8.self)
        let isPage = text.first(where: { !$0.isWhitespace }) == "<"
        guard !isPage, reply.status == 429 || text.lowercased().contains("slow down") else { return nil }
        words = text
        isJSON = false
    }
}
