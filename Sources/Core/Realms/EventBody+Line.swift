import FoundationEssentials
package import WatchpostModel

/// What the event log and the event stream write of an event.
extension EventBody {
    /// The name of the event in the stream: the case.
    package var name: String {
        switch self {
        case .realm: "realm"
        case .outage: "outage"
        case .recovery: "recovery"
        case .freshness: "freshness"
        case .rotation: "rotation"
        case .schedule: "schedule"
        }
    }

    /// When it was decided.
    package var at: UnixTime {
        switch self {
        case .realm(let body): body.at
        case .outage(let body): body.at
        case .recovery(let body): body.at
        case .freshness(let body): body.at
        case .rotation(let body): body.at
        case .schedule(let body): body.at
        }
    }

    /// The body as JSON in one line with sorted keys; what is absent is left out.
    package func json() throws(EncodingFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let data =
                switch self {
                case .realm(let body): try encoder.encode(body)
                case .outage(let body): try encoder.encode(body)
                case .recovery(let body): try encoder.encode(body)
                case .freshness(let body): try encoder.encode(body)
                case .rotation(let body): try encoder.encode(body)
                case .schedule(let body): try encoder.encode(body)
                }
            return String(decoding: data, as: UTF8.self)
        } catch {
            throw EncodingFailure(what: "the event “\(name)”", reason: "\(error)")
        }
    }
}

/// A value that has no JSON form: a fault of ours, since every number we write is finite.
package struct EncodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package var what: String
    package var reason: String

    package var description: String { "cannot write \(what) as JSON: \(reason)" }
}
