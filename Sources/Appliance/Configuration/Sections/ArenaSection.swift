import Arena
import Core

/// `[arena]`: online boards for games.
extension ArenaSettings {
    private enum Keys {
        static let enabled = SettingKey(
            "enabled",
            .boolean,
            default: false,
            "Whether games may have players and boards here. Off: there is no route of it and no file; a file that is there "
                + "stays, and is in backups."
        )
        static let mostPlayers = SettingKey(
            "max_players",
            .integer(1...2_000_000),
            default: 20_000,
            "Players that are kept; further ones get 503. The last tenth is for home (phones that ask from there included), and "
                + "of the others one network has a twentieth at most (ten in any case) once half of them are taken. A guest from "
                + "outside that never sent a result makes room after an hour when there is no place, and after a day when four "
                + "fifths are taken."
        )
        static let registrationsPerHour = SettingKey(
            "registrations_per_hour",
            .integer(1...1_000_000),
            default: 1_000,
            "New players of one game in an hour; further ones get 429. From outside three quarters of them at most; one "
                + "network there (a /48 of IPv6, a /24 of IPv4) has a quarter in all games together, half of that at once, so "
                + "that a class, a LAN party or everybody behind one tunnel begins together. At home nobody is counted by "
                + "address."
        )
        static let mostResults = SettingKey(
            "max_results",
            .integer(10_000...20_000_000),
            default: 1_000_000,
            "Results that are kept one by one, about 100 bytes each: for 92 days, for 32 once nine tenths are taken, or four "
                + "fifths of what newcomers outside may have. What they come to stays on the boards. Further ones get 503. The "
                + "last quarter is for home, the one before it for players outside who came back and have been here for a week. "
                + "Once outside has a quarter, an installation there has a fiftieth of all at most, a network a tenth, and a game "
                + "half of what outside may have, where there is another one."
        )
        static let memory = SettingKey(
            "memory",
            .integer(1...4_096),
            default: 64,
            "Megabytes for the orders of boards, about 60 bytes a player and window; boards that nobody asked for lately "
                + "leave, and are read again when they are asked for."
        )
        static let developers = SettingKey(
            "developers",
            .choice(RegistrationPolicy.allCases.map { ($0.rawValue, $0) }),
            default: .invitation,
            "Who may become a developer, with an account for games of their own: only those with an invitation (`watchpost invite`), "
                + "everybody (`open`), or nobody new (`closed`). Games that the owner adds need none."
        )
        static let mostDevelopers = SettingKey(
            "max_developers",
            .integer(1...10_000),
            default: 100,
            "Developers that are kept; further ones get 503."
        )
    }

    static let section = SettingsSection(
        "[arena]",
        "Online boards for games: who plays, and which games have boards.",
        [
            Keys.enabled, Keys.mostPlayers, Keys.registrationsPerHour, Keys.mostResults, Keys.memory,
            Keys.developers, Keys.mostDevelopers,
        ]
    )

    init(_ reader: TableReader) {
        self.init(
            isEnabled: reader.value(Keys.enabled),
            mostPlayers: reader.value(Keys.mostPlayers),
            registrationsPerHour: reader.value(Keys.registrationsPerHour),
            mostResults: reader.value(Keys.mostResults),
            memory: reader.value(Keys.memory),
            developers: reader.value(Keys.developers),
            mostDevelopers: reader.value(Keys.mostDevelopers)
        )
    }
}
