import JSONReading
import Serving
import WatchpostModel

/// A result among several that were sent together.
protocol SentTogether: Decodable, Sendable {
    var key: String { get }
    var board: String { get }
    var score: Int64 { get }
    var achieved: UnixTime? { get }
    var extra: String? { get }
}

extension ResultBatchBody.Entry: SentTogether {}
extension ServerResultsBody.Entry: SentTogether {}

/// Results that were sent together, each read by itself: what is wrong with one is its own answer, as if it had been sent alone, and
/// no obstacle to the others.
struct ResultBatch<Entry: SentTogether>: Sendable {
    /// One of them.
    struct Item: Sendable {
        /// As it was sent; empty where that cannot be read: then its place among the others says which it is.
        let key: String
        let content: Result<Content, Problem>

        init(_ element: JSONElement, at place: String) {
            key = element.member(named: "key")?.string ?? ""
            do throws(Problem) {
                let entry = try element.read(Entry.self, at: place)
                content = .success(Content(entry: entry, submission: try Submission(entry)))
            } catch {
                content = .failure(error)
            }
        }
    }

    /// What could be read.
    struct Content: Sendable {
        let entry: Entry
        let submission: Submission
    }

    /// 1 to 50, in their order.
    let items: [Item]

    /// Of a body `{"results": […]}`.
    init(_ request: CallRequest) throws(Problem) {
        let elements = try request.jsonArray("results", 1...ArenaRules.mostSubmissions)
        items = elements.enumerated().map { Item($1, at: "results[\($0)]") }
    }

    /// Those that could be read, with their places.
    var read: [(place: Int, content: Content)] {
        items.enumerated().compactMap { place, item in
            guard case .success(let content) = item.content else { return nil }
            return (place, content)
        }
    }

    /// `answers`: by their places; `missing`: of those that could be read and have no answer.
    func reply(_ answers: [Int: ResultRoutes.Answer], missing: Problem) -> Reply {
        let entries = items.enumerated().map { place, item in
            switch item.content {
            case .success: ResultBatchAnswerBody.Entry(item.key, answers[place] ?? .refused(missing))
            case .failure(let problem): ResultBatchAnswerBody.Entry(item.key, .refused(problem))
            }
        }
        return Reply(ResultBatchAnswerBody(results: entries))
    }
}

extension Submission {
    fileprivate init(_ entry: some SentTogether) throws(Problem) {
        guard let key = IdempotencyKey(entry.key) else { throw Problem.badKey }
        self.init(
            key: key.bytes,
            board: entry.board,
            score: entry.score,
            achieved: entry.achieved,
            extra: entry.extra
        )
    }
}

extension ResultBatchAnswerBody.Entry {
    fileprivate init(_ key: String, _ answer: ResultRoutes.Answer) {
        switch answer {
        case .taken(let body, let isNew): self.init(key: key, status: isNew ? 201 : 200, result: body)
        case .refused(let problem):
            self.init(key: key, status: problem.kind.status, detail: problem.detail, code: problem.code)
        }
    }
}
