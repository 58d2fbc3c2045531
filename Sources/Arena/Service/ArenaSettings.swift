import Core

/// What the owner decides about games, their players and their boards.
package struct ArenaSettings: Hashable, Sendable {
    package var isEnabled: Bool
    package var mostPlayers: Int
    package var registrationsPerHour: Int
    package var mostResults: Int
    /// Of boards that are held ready, in megabytes.
    package var memory: Int
    /// Who may become a developer.
    package var developers: RegistrationPolicy
    package var mostDevelopers: Int

    package init(
        isEnabled: Bool,
        mostPlayers: Int,
        registrationsPerHour: Int,
        mostResults: Int,
        memory: Int,
        developers: RegistrationPolicy,
        mostDevelopers: Int
    ) {
        (self.isEnabled, self.mostPlayers, self.mostResults) = (isEnabled, mostPlayers, mostResults)
        (self.registrationsPerHour, self.memory) = (registrationsPerHour, memory)
        (self.developers, self.mostDevelopers) = (developers, mostDevelopers)
    }
}
