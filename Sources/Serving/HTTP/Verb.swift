import Glibc

/// The methods of requests (RFC 9110 §9) that are told apart.
package enum Verb: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case options = "OPTIONS"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
    case other = ""

    package init(_ method: UnsafePointer<CChar>?) {
        guard let method else {
            self = .other
            return
        }
        self =
            if strcmp(method, "GET") == 0 { .get } else if strcmp(method, "HEAD") == 0 {
                .head
            } else { Verb(rawValue: String(cString: method)) ?? .other }
    }

    /// HEAD asks the route of GET.
    package var ofRoute: Verb { self == .head ? .get : self }
}
