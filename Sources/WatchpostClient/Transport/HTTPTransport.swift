package import Foundation

/// A request to the appliance.
package struct HTTPRequest: Hashable, Sendable {
    /// `GET`, `PUT`, `POST` or `DELETE`.
    package var method: String
    /// From the root of the appliance on, ASCII, percent-encoded where needed: `/v1/about`.
    package var path: String
    /// JSON.
    package var body: Data?
    /// `ID.SECRET`, for personal requests.
    package var bearer: String?
    /// Fields of its head beside the usual ones.
    package var fields: [String: String]
    /// Seconds from the request to the last byte of its answer.
    package var limit: Double

    package init(
        _ method: String = "GET",
        _ path: String,
        body: Data? = nil,
        bearer: String? = nil,
        fields: [String: String] = [:],
        limit: Double = 15
    ) {
        self.method = method
        self.path = path
        self.body = body
        self.bearer = bearer
        self.fields = fields
        self.limit = limit
    }
}

/// A whole answer, whoever sent it.
package struct HTTPReply: Hashable, Sendable {
    package var status: Int
    /// By names in lower case.
    package var headers: [String: String]
    /// At most `HTTPReply.maximumBytes`.
    package var body: Data

    /// Many times the largest body that the library asks for; what is longer does not come from an appliance.
    package static let maximumBytes = 2 << 20

    package init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Carries requests to one appliance.
package protocol HTTPTransport: Sendable {
    /// The whole answer, whatever its status; no redirection is followed, nothing is cached.
    ///
    /// Throws `unreachable` without an answer and `cancelled` when the task is cancelled, at once.
    func send(_ request: HTTPRequest) async throws(WatchpostError) -> HTTPReply
}
