import Core
import JSONReading
import SystemSupport
import WatchpostModel

/// Keeps the provider token over restarts: Apple refuses a sender that restarts often and makes one each time.
///
/// Signatures are random, so the same claims make another token: the text itself is kept. It is good for an hour.
package struct ProviderTokenFile: Sendable {
    /// What is in the file; a token of another key is none.
    private struct Content: Codable {
        var key: String
        var team: String
        var madeAt: Int64
        var token: String
    }

    package static let name = "apns-token.json"

    private let path: String
    private let team: String
    private let keyID: String

    package init(directory: String, _ key: APNsKey) {
        path = "\(directory)/\(ProviderTokenFile.name)"
        team = key.team
        keyID = key.id
    }

    /// The token of an earlier run; nil when there is none that can be used.
    package func load() -> ProviderToken.Made? {
        guard let text = try? BoundedFile.read(path, limit: 4_096).text,
            let content = try? JSONElement(parsing: text.utf8, limits: .answer).decode(Content.self),
            content.key == keyID, content.team == team,
            content.token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return ProviderToken.Made(text: Secret(content.token), at: UnixTime(seconds: content.madeAt))
    }

    /// Stores a token; blocks for a moment.
    ///
    /// A disk that refuses is no reason not to send: the next run makes one of its own.
    package func save(_ token: ProviderToken.Made) {
        let content = Content(key: keyID, team: team, madeAt: token.at.seconds, token: token.text.exposed)
        try? DurableFile.write(JSONBody.encode(content), to: path, replaces: true)
    }
}
