/// `[devices]`: how many phones may register, and how often they may ask.
package struct DeviceSection: Hashable, Sendable {
    package var most: Int
    package var registrationsPerHour: Int
    package var requestsPerMinute: Int

    private enum Keys {
        static let most = SettingKey(
            "max",
            .integer(1...100_000),
            default: 10_000,
            "Devices that may be registered; further ones get 503. A tenth of the places is for phones at home, and of the "
                + "others one network has a twentieth at most (ten in any case) once half of them are taken. At the limit "
                + "a registration that was never used (by a request twelve hours or more after it was made, or a notice that "
                + "reached it) makes room after an hour, "
                + "or a device that was not seen for 30 days, that no notice reached later and that has no admin rights; phones "
                + "of home never do for others from outside."
        )
        static let registrationsPerHour = SettingKey(
            "registrations_per_hour",
            .integer(1...1_000_000),
            default: 20,
            "New devices from one address (one /64 of IPv6) in an hour, five times as many from one network outside "
                + "(a /48 of IPv6, a /24 of IPv4), and, once half of the places are taken, ten times as many from all outside "
                + "together; further ones get 429."
        )
        static let requestsPerMinute = SettingKey(
            "requests_per_minute",
            .integer(1...1_000_000),
            default: 120,
            "Personal requests from one address, and from one device, in a minute; further ones get 429. What everybody "
                + "may read is not counted."
        )
    }

    static let section = SettingsSection(
        "[devices]",
        "How many phones may register, and how often they may ask.",
        [Keys.most, Keys.registrationsPerHour, Keys.requestsPerMinute]
    )

    init(_ reader: TableReader) {
        most = reader.value(Keys.most)
        registrationsPerHour = reader.value(Keys.registrationsPerHour)
        requestsPerMinute = reader.value(Keys.requestsPerMinute)
    }
}
