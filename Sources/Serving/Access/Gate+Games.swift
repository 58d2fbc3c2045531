import Core

/// What games and those who play them are counted by: never their address, which a whole class may have.
extension Gate {
    /// Counts a new installation of a game (its row), and where it comes from: outside its network, or all of outside where
    /// nobody says which networks they are, and the part of the game that is for outside.
    ///
    /// At home the game alone is counted.
    package func countInstallation(of game: Int64, from client: Client) throws(Problem) {
        if !client.isLocal {
            try count(.installation, of: client.strangers.isEmpty ? [.outside] : client.strangers)
            try count(.registration, of: [.keyOutside(game)])
        }
        try count(.registration, of: [.key(game)])
    }

    /// Counts a request of somebody who is known now; an installation of a game, which is not counted by its address,
    /// outside also by its network, where that is known, and in the part of its game that is for outside.
    ///
    /// Its own limit comes first: what it refuses takes nothing from its neighbours, nor from its game.
    package func countRequest(of caller: Caller, from client: Client) throws(Problem) {
        guard case .install(let identity) = caller, !client.isLocal else {
            return try count(.request, of: caller.askers)
        }
        try countOutside(.request, or: .spareRequest, of: identity, from: client)
        try count(.request, of: [.key(identity.key)])
    }

    /// Counts results from outside, as many as are sent at once: by the installation, its network and the part of its game
    /// that is for outside.
    ///
    /// At home requests alone are counted: it fills what is its own.
    package func countResults(_ count: Int, of caller: Caller, from client: Client) throws(Problem) {
        guard !client.isLocal else { return }
        switch caller {
        case .install(let identity):
            try countOutside(.result, or: .spareResult, of: identity, from: client, times: count)
        case .server(let identity):
            try self.count(.result, of: [.keyOutside(identity.game)], times: count)
        case .stranger, .device, .developer, .owner: return
        }
    }

    /// Counts what an installation outside does; a network that has spent what it may refuses nobody who has some to spare.
    private func countOutside(
        _ action: AccessLimits.Action,
        or spare: AccessLimits.Action,
        of identity: InstallIdentity,
        from client: Client,
        times: Int = 1
    ) throws(Problem) {
        let (own, networks, now) = (AccessLimits.Asker.install(identity.id), client.strangers, now())
        let wait = limits.withLock { limits -> Duration? in
            if let wait = limits.take(action, of: own, times: times, at: now) { return wait }
            for network in networks {
                guard let wait = limits.take(action, of: network, times: times, at: now) else { continue }
                guard limits.takeSpare(spare, of: own, times: times, at: now) else { return wait }
            }
            return limits.take(action, of: .keyOutside(identity.key), times: times, at: now)
        }
        if let wait { throw Problem(tooEarlyBy: wait) }
    }
}
