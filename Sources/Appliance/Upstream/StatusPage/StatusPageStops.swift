import Core
import JSONReading
import SystemSupport
import WatchpostModel

/// Keeps over restarts that the status page said no: a process that ends again and again would ask it each time.
///
/// What was said to another question, or at another address, is no answer to this one.
struct StatusPageStops: Sendable {
    /// What a list, or all of them, is left alone for.
    struct Stop: Hashable, Sendable {
        /// As the page calls it; nil: every list.
        var list: String?
        var refusal: RequestPacer.Refusal
        var until: UnixTime
    }

    private struct Content: Codable {
        /// Of address and question.
        var key: String
        var stops: [Entry]
    }

    private struct Entry: Codable {
        var list: String?
        var said: String
        var until: Int64
    }

    static let name = "status-page-stop.json"
    /// In bytes; twenty lists take some 2,000.
    private static let longest = 8_192

    private let path: String
    private let key: String

    init(directory: String, _ settings: StatusPageSection) {
        path = "\(directory)/\(StatusPageStops.name)"
        key = SHA256Digest.hexadecimal(of: Array("\(settings.url.text) \(settings.queryHash)".utf8))
    }

    /// Those of an earlier run; none where the file is missing, damaged or about another question.
    func load() -> [Stop] {
        guard let text = try? BoundedFile.read(path, limit: StatusPageStops.longest).text,
            let content = try? JSONElement(parsing: text.utf8, limits: .answer).decode(Content.self),
            content.key == key
        else { return [] }
        return content.stops.compactMap { entry in
            RequestPacer.Refusal(said: entry.said).map {
                Stop(list: entry.list, refusal: $0, until: UnixTime(seconds: entry.until))
            }
        }
    }

    /// Stores all there are; blocks for a moment.
    ///
    /// A disk that refuses leaves them in memory: this run goes on as it would.
    func save(_ stops: [Stop]) {
        let entries = stops.map { Entry(list: $0.list, said: $0.refusal.said, until: $0.until.seconds) }
        let content = Content(key: key, stops: entries)
        try? DurableFile.write(JSONBody.encode(content), to: path, replaces: true)
    }
}

extension RequestPacer.Refusal {
    /// As the file has it: a status, or the word for an unknown question.
    fileprivate var said: String {
        switch self {
        case .forbidden(let status), .gone(let status): "\(status)"
        case .tooMany: "429"
        case .unknownQuestion(let word): word
        }
    }

    fileprivate init?(said: String) {
        if StatusPageSource.unknownQuestions.contains(said) {
            self = .unknownQuestion(said)
        } else if let status = Int(said), let refusal = StatusPageSource.refusal(status) {
            self = refusal
        } else {
            return nil
        }
    }
}
