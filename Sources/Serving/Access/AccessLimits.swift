package import Core

/// How often somebody may ask for something personal; what everybody may read is not counted.
package struct AccessLimits: Sendable {
    /// What is counted on its own.
    package enum Action: Hashable, Sendable {
        /// Every personal request.
        case request
        case registration
        /// A new installation of a game, by the network outside that it comes from, or by all outside where none is known; and as
        /// `registration` by its game.
        case installation
        /// Results of a game, each of several by itself: what is stored counts, not how it is sent.
        case result
        /// A request, or results, of an installation whose network has spent what that may: a little of its own, so that who
        /// plays gets in behind the address of somebody who floods.
        case spareRequest, spareResult
        /// Asking another player for a duel.
        case challenge
        /// Changing a player's name, which is a write of its own.
        case rename
        /// Wanting to be another player's friend, which that one may be told of.
        case want
        /// Wanting nothing of another player any more.
        case unwant
        /// Looking for players.
        case search
        /// Trying a link or a pairing code.
        case redeeming
        /// Saying a code that makes one player of two: what was right is given back.
        case joining
        /// Making one player of two, or parting from one: what was played may have to be counted again.
        case moving
        /// Asking for everything that is kept of oneself.
        case export
        /// Asking for a code to be shown or made.
        case codes
        /// A test notice.
        case test
        /// Becoming a developer.
        case enrolling
        /// Saying a developer's password.
        case signingIn
        /// Saying a code for want of the password.
        case recovering
        /// Asking for a letter.
        case mailing
        /// Writing to the owner.
        case contacting
    }

    /// What somebody is counted by.
    package enum Scope: Hashable, Sendable {
        case address, device, install, session
        /// All addresses outside that may be one stranger's (`ClientAddress.network`).
        case network
        /// Everybody outside together; counted where it is named alone (`Gate.count`).
        case outside
        /// All installations of one game together, and those of them that come from outside.
        case key, keyOutside
        /// A player, whatever it plays on; counted where it is named (`Gate.count`).
        case player
    }

    /// Who is counted.
    package enum Asker: Hashable, Sendable {
        case address(ClientAddress)
        case network(ClientAddress)
        case outside
        /// By their rows.
        case device(Int64), install(Int64), session(Int64), key(Int64), keyOutside(Int64), player(Int64)

        package var scope: Scope {
            switch self {
            case .address: .address
            case .network: .network
            case .outside: .outside
            case .device: .device
            case .install: .install
            case .session: .session
            case .key: .key
            case .keyOutside: .keyOutside
            case .player: .player
            }
        }
    }

    /// Every limit there is; what is missing is not counted there.
    package typealias Table = [Scope: [Action: RateLimit]]

    private struct Meter: Hashable, Sendable {
        let scope: Scope
        let action: Action
    }

    private var buckets: [Meter: BucketTable<Asker>] = [:]

    package init(_ table: Table) {
        for (scope, limits) in table {
            for (action, limit) in limits {
                buckets[Meter(scope: scope, action: action)] = BucketTable(limit)
            }
        }
    }

    /// The first two as in ``table(registrationsPerHour:requestsPerMinute:)``; what features say beyond that counts instead
    /// where both say something.
    package init(registrationsPerHour: Int, requestsPerMinute: Int, features: Table = [:]) {
        let table = AccessLimits.table(
            registrationsPerHour: registrationsPerHour,
            requestsPerMinute: requestsPerMinute
        )
        self.init(AccessLimits.join([table, features]))
    }

    /// One table of several; of two that limit the same the later one counts.
    package static func join(_ tables: [Table]) -> Table {
        tables.reduce(into: [:]) { all, table in
            all.merge(table) { earlier, later in earlier.merging(later) { $1 } }
        }
    }

    /// How long to wait; nil: go on.
    ///
    /// `times`: at once.
    package mutating func take(
        _ action: Action,
        of asker: Asker,
        times: Int = 1,
        at now: Duration
    ) -> Duration? {
        buckets[Meter(scope: asker.scope, action: action)]?.take(asker, times: times, at: now) ?? nil
    }

    /// Whether an asker has some to spare; where nothing is said of that, nobody has.
    package mutating func takeSpare(
        _ action: Action,
        of asker: Asker,
        times: Int = 1,
        at now: Duration
    ) -> Bool {
        guard buckets[Meter(scope: asker.scope, action: action)] != nil else { return false }
        return take(action, of: asker, times: times, at: now) == nil
    }

    /// What was taken should not have been counted here.
    package mutating func giveBack(_ action: Action, of asker: Asker) {
        buckets[Meter(scope: asker.scope, action: action)]?.giveBack(asker)
    }
}

extension AccessLimits {
    /// The first two are the owner's settings, for phones and whoever is not known.
    ///
    /// Who has many addresses registers five times as many phones as who has one, and who has many networks ten times as
    /// many, from half full on: all outside together. The other half of the places outside takes a day to fill so.
    ///
    /// A game is counted by its installation and by its key, never by its address: a whole class may play behind one. Only
    /// from outside newcomers and requests are counted by their network, too: one stranger would fill a game's share, and the
    /// arena. Several of them together leave a quarter of it to those at home.
    package static func table(registrationsPerHour: Int, requestsPerMinute: Int) -> Table {
        let phone = RateLimit.aMinute(requestsPerMinute)
        let few = RateLimit(burst: 6, every: .seconds(30))
        let renames = RateLimit(burst: 6, every: .seconds(600))
        // A school at once, and two a second after that.
        let newcomers = RateLimit(burst: 600, every: .milliseconds(500))
        return [
            .address: [
                .request: phone, .registration: .anHour(registrationsPerHour), .redeeming: few, .codes: few,
                .test: few,
            ],
            .network: [
                .registration: .anHour(5 * registrationsPerHour), .request: .aMinute(1_200),
            ],
            .outside: [.registration: .anHour(10 * registrationsPerHour)],
            .device: [.request: phone, .redeeming: few, .codes: few, .test: few, .rename: renames],
            .session: [.request: .aMinute(120), .redeeming: few, .codes: few],
            .install: [
                .request: .aMinute(120), .spareRequest: .aMinute(10), .redeeming: few, .codes: few,
                .rename: renames,
            ],
            .key: [.request: .aMinute(6_000), .registration: newcomers],
            .keyOutside: [.request: .aMinute(4_500)],
        ]
    }
}

extension Caller.Kind {
    /// Whether requests of this kind, and what else they do, count against the address that they come from.
    package var isCountedByAddress: Bool {
        switch self {
        case .stranger, .device, .developer: true
        case .install, .server, .owner: false
        }
    }
}

extension Caller {
    /// What it is counted by, beside its address: itself first.
    package var askers: [AccessLimits.Asker] {
        switch self {
        case .stranger, .owner: []
        case .device(let identity): [.device(identity.id)]
        case .install(let identity): [.install(identity.id), .key(identity.key)]
        case .developer(let identity): [.session(identity.id)]
        case .server(let identity): [.key(identity.game)]
        }
    }
}
