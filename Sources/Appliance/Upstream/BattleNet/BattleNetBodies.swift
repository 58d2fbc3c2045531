import Core
import FoundationEssentials

/// The JSON bodies of the Game Data API, as far as Watchpost reads them; unknown keys are ignored.
///
/// Source: Blizzard's Game Data API reference and recorded answers; both forms of localised text occur.
enum BattleNetBody {
    /// `{"access_token":"…","token_type":"bearer","expires_in":86399}`.
    struct Token: Decodable {
        var accessToken: String
        /// In seconds; it is only recommended (RFC 6749, section 5.1), and nil when it is absent or no such number.
        var expiresIn: Int64?

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case expiresIn = "expires_in"
        }

        init(accessToken: String, expiresIn: Int64?) {
            self.accessToken = accessToken
            self.expiresIn = expiresIn
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            accessToken = try container.decode(String.self, forKey: .accessToken)
            expiresIn =
                (try? container.decode(Int64.self, forKey: .expiresIn))
                ?? (try? container.decode(String.self, forKey: .expiresIn)).flatMap { Int64($0) }
        }
    }

    /// One page of `/data/wow/search/connected-realm`.
    struct SearchPage: Decodable {
        struct Result: Decodable {
            var data: Group
        }

        var page: Int
        var pageCount: Int
        var results: [Result]
    }

    /// `/data/wow/connected-realm/index`: links only, the number is in the address.
    struct Index: Decodable {
        struct Link: Decodable {
            var href: String
        }

        var connectedRealms: [Link]

        enum CodingKeys: String, CodingKey {
            case connectedRealms = "connected_realms"
        }
    }

    /// One connected realm, in the search and by its number.
    struct Group: Decodable {
        struct Kind: Decodable {
            var type: String
        }

        var id: Int64
        var hasQueue: Bool
        var status: Kind
        var population: Kind?
        var realms: [Realm]

        enum CodingKeys: String, CodingKey {
            case id, status, population, realms
            case hasQueue = "has_queue"
        }
    }

    /// One realm of a group.
    struct Realm: Decodable {
        var slug: String
        var name: Text
        var category: Text?
        var timezone: String?
        var type: Group.Kind?
        var isTournament: Bool?

        enum CodingKeys: String, CodingKey {
            case slug, name, category, timezone, type
            case isTournament = "is_tournament"
        }
    }

    /// A text: a plain string when a locale was asked for, else a map of locales.
    enum Text: Decodable {
        case plain(String)
        case localised([String: String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let plain = try? container.decode(String.self) {
                self = .plain(plain)
            } else {
                self = .localised(try container.decode([String: String].self))
            }
        }

        var name: LocalizedName {
            switch self {
            case .plain(let name): LocalizedName(plain: name)
            case .localised(let names): LocalizedName(names)
            }
        }
    }
}
