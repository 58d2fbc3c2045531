import Foundation

/// Answers with their tags, so that what did not change is not sent again.
///
/// A tag is made of the very bytes of its answer: it is good wherever it is known.
actor KeptAnswers {
    private struct Answer {
        let tag: String
        let body: Data
    }

    /// So many are kept.
    private static let most = 30
    private var answers: [String: Answer] = [:]
    /// Oldest first.
    private var paths: [String] = []

    /// What says that the last answer is known, in the head of a request.
    func fields(for path: String) -> [String: String] {
        answers[path].map { ["If-None-Match": $0.tag] } ?? [:]
    }

    /// The whole answer: what came, or what was kept where nothing has changed.
    func whole(_ reply: HTTPReply, to path: String) -> HTTPReply {
        if reply.status == 304, let known = answers[path] {
            var whole = reply
            (whole.status, whole.body) = (200, known.body)
            return whole
        }
        answers[path] = nil
        paths.removeAll { $0 == path }
        guard reply.status == 200, let tag = reply.headers["etag"] else { return reply }
        answers[path] = Answer(tag: tag, body: reply.body)
        paths.append(path)
        if paths.count > KeptAnswers.most { answers[paths.removeFirst()] = nil }
        return reply
    }
}
