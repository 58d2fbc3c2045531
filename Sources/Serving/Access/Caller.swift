package import Core

/// Who asks, once it is proven.
package enum Caller: Hashable, Sendable {
    /// Nobody that is known.
    case stranger
    /// A phone or browser that registered.
    case device(DeviceIdentity)
    /// An installation of a game.
    case install(InstallIdentity)
    /// Somebody who writes games, signed in.
    case developer(SessionIdentity)
    /// The server of a game, which its developer runs.
    case server(ServerIdentity)
    /// Whoever owns the machine: our own commands.
    case owner

    /// The kinds of callers: by them routes say whom they serve, and limits how often.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case stranger, device, install, developer, server, owner

        /// The form of credential by which a kind is known; nil: by none.
        package var form: Credential.Form? {
            switch self {
            case .device, .install: .client
            case .developer: .session
            case .server: .server
            case .stranger, .owner: nil
            }
        }
    }

    package var kind: Kind {
        switch self {
        case .stranger: .stranger
        case .device: .device
        case .install: .install
        case .developer: .developer
        case .server: .server
        case .owner: .owner
        }
    }

    /// Whether it is known that it came back after it had registered, or lately.
    package var isUsed: Bool {
        switch self {
        case .device(let identity): identity.isUsed
        case .developer(let identity): identity.isNoted
        case .stranger, .install, .server, .owner: true
        }
    }

    /// Whether it may administer the appliance.
    package var administers: Bool {
        switch self {
        case .owner: true
        case .device(let identity): identity.isAdministrator
        case .stranger, .install, .developer, .server: false
        }
    }
}

/// What proves that an installation of a game asks.
package struct InstallIdentity: Hashable, Sendable {
    /// The row.
    package var id: Int64
    /// Names the installation; it stands in paths.
    package var install: String
    /// The player whom it plays for.
    package var player: Int64
    /// Whose player that is; nil: a guest.
    package var person: Int64?
    /// The key of its game: all installations of one game share it.
    package var key: Int64

    package init(id: Int64, install: String, player: Int64, person: Int64? = nil, key: Int64) {
        (self.id, self.install, self.player) = (id, install, player)
        (self.person, self.key) = (person, key)
    }
}

/// What proves that a developer is signed in.
package struct SessionIdentity: Hashable, Sendable {
    /// The row of the session.
    package var id: Int64
    package var developer: Int64
    /// Who that is among the persons with phones; nil: nobody that is known.
    package var person: Int64?

    /// That it was used lately is stored already.
    package var isNoted: Bool

    package init(id: Int64, developer: Int64, person: Int64? = nil, isNoted: Bool = true) {
        (self.id, self.developer, self.person) = (id, developer, person)
        self.isNoted = isNoted
    }
}

/// What proves that the server of a game asks.
package struct ServerIdentity: Hashable, Sendable {
    /// The row of the game.
    package var game: Int64
    /// Of the key.
    package var version: Int64

    package init(game: Int64, version: Int64) {
        (self.game, self.version) = (game, version)
    }
}
