package import Core
package import Serving
package import SystemSupport

/// As what the build's plugin embeds files.
package typealias EmbeddedFile = SystemSupport.EmbeddedFile

/// What the box has to know of the arena before any database is open.
package enum ArenaFacts {
    /// What it keeps in `state.db`.
    package static let stateTables = PersonMarks.tables
    /// `arena.db`.
    package static let tables = ArenaDatabase.tables
    /// Of `arena.db`, in bytes.
    package static let pageSize = ArenaDatabase.pageSize
    /// Kept beside it, and in backups with it: what the keys of games are made from.
    package static let key = KeptFile.arenaKey
    /// What phones are told of.
    package static let topics = NoticeTopics.arenaNews
    /// What it does when persons join, part or end.
    package static let participants: [any PersonParticipant] = [PersonMarksParticipant()]
    /// Its parts of the API's description.
    package static let description = [
        EmbeddedFiles.OpenAPI.arena, EmbeddedFiles.OpenAPI.people, EmbeddedFiles.OpenAPI.friends,
        EmbeddedFiles.OpenAPI.duels, EmbeddedFiles.OpenAPI.embed, EmbeddedFiles.OpenAPI.developers,
        EmbeddedFiles.OpenAPI.moderation, EmbeddedFiles.OpenAPI.site, EmbeddedFiles.OpenAPI.games,
    ]

    /// Results of outside: a queue of what somebody played for days at once, and two a second after that, as for requests; ten
    /// such queues of a network, and of all networks of a game as much for each of their requests.
    private static let results: AccessLimits.Table = [
        .install: [.result: RateLimit(burst: 600, every: .milliseconds(500)), .spareResult: .aMinute(10)],
        .network: [.result: RateLimit(burst: 6_000, every: .milliseconds(50))],
        .keyOutside: [.result: RateLimit(burst: 22_500, every: .microseconds(13_333))],
    ]

    /// How often its callers may ask: newcomers by their game, challenges and wishes by player, and tries of codes by who says them
    /// and from which network outside.
    package static func limits(_ settings: ArenaSettings) -> AccessLimits.Table {
        let tries = RateLimit(burst: 5, every: .seconds(120))
        let exports = RateLimit(burst: 3, every: .seconds(600))
        let newcomers = NewcomerShares(anHour: settings.registrationsPerHour)
        let own: AccessLimits.Table = [
            .key: [.registration: .anHour(newcomers.anHour)],
            .keyOutside: [.registration: .anHour(newcomers.outside)],
            .player: [.challenge: .anHour(30), .moving: .anHour(30)],
            .install: [.joining: tries, .export: exports],
            .device: [.joining: tries, .export: exports],
            .network: [
                .joining: RateLimit(burst: 20, every: .seconds(120)), .export: .anHour(60),
                .moving: .anHour(120), .installation: newcomers.ofNetworkLimit,
            ],
            // Behind a tunnel that names no network they are all one.
            .outside: [.installation: .anHour(newcomers.outside)],
        ]
        return AccessLimits.join([own, results, FriendRoutes.limits, DeveloperOffice.limits])
    }
}

extension NewcomerShares {
    fileprivate var ofNetworkLimit: RateLimit {
        RateLimit(burst: ofNetworkAtOnce, every: .seconds(3_600) / ofNetwork)
    }
}
