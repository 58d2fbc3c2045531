/// A refusal as `application/problem+json` (RFC 9457).
public struct ProblemBody: Codable, Hashable, Sendable {
    /// A stable name of the kind of problem: `/problems/` and a word.
    public var type: String
    /// The kind in words; the same for every problem of the kind.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What was wrong with this very request, and what to do.
    public var detail: String
    /// A stable word for the reason, for programs that say it in the person's language; absent when there is none.
    public var code: String?

    /// Makes a problem.
    public init(type: String, title: String, status: Int, detail: String, code: String? = nil) {
        self.code = code
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
    }
}
