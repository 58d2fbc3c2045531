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
    ///
    /// A date is by the clock of whoever says it.
    private var retryAfter: Int {
        guard let field = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else { return 30 }
        if let seconds = Int(field) { return max(seconds, 1) }
        guard let until = UnixTime(httpDate: field), let date else { return 30 }
        return Int(min(max(until.since(date), 1), 86_400))
    }

    /// When it was sent, by the clock of whoever sent it.
    package var date: UnixTime? { headers["date"].flatMap { UnixTime(httpDate: $0) } }
}
