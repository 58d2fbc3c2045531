import Foundation
package import WatchpostModel

extension HTTPReply {
    /// The body of a 2xx; anything else is a refusal or no answer of an appliance.
    package func body<Body: Decodable>(_ type: Body.Type) throws(WatchpostError) -> Body {
        guard (200..<300).contains(status) else { throw refusal }
        guard let body = try? JSONDecoder().decode(type, from: self.body) else {
            throw .notWatchpost(status: status)
        }
        return body
    }

    /// Why there is no 2xx.
    package var refusal: WatchpostError {
        if status == 429 || status == 503 { return .busy(retryAfter: retryAfter) }
        guard let problem else { return .notWatchpost(status: status) }
        return problem.code == "device-removed" ? .removed : .refused(problem)
    }

    /// A refusal in the appliance's form (RFC 9457); nil: somebody else answers.
    package var problem: ProblemBody? {
        guard headers["content-type"]?.hasPrefix("application/problem+json") == true else { return nil }
        return try? JSONDecoder().decode(ProblemBody.self, from: body)
    }

    /// Seconds; half a minute where nothing is said.
    private var retryAfter: Int {
        headers["retry-after"].flatMap { Int($0) }.map { max($0, 1) } ?? 30
    }
}
