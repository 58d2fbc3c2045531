import Foundation

/// A path below `/v1/`, with what is asked.
enum GamePath {
    /// What stands in a path as it is (RFC 3986, 2.3).
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )

    /// `query`: what is nil is left out.
    static func of(_ parts: [String], _ query: [(name: String, value: String?)] = []) -> String {
        let words = query.compactMap { name, value in value.map { "\(name)=\(escaped($0))" } }
        let path = "/v1/" + parts.map { escaped($0) }.joined(separator: "/")
        return words.isEmpty ? path : path + "?" + words.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
